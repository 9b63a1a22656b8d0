/** Notes of workspace members on a partner. Only the author changes a note; owners of the workspace may delete any. */
import type { WorkspaceScope } from '../../accounts/index.js'
import { newId } from '../../kernel/ids.js'
import { partnerCommentNotFound, partnerCommentOfOther } from '../errors.js'
import { presentPartnerComment, requireEnrolmentOf } from './list-partner-comments.js'
import { PartnerComment } from './partner-comment.entity.js'
import { type PartnerCommentRow, partnerCommentsOf } from './partner-comment.queries.js'
import type { PartnerCommentResponse } from './partner-comment.schema.js'

interface CommentPath {
  partnerId: string
  commentId: string
}

export async function createPartnerComment(
  scope: WorkspaceScope,
  partnerId: string,
  { text }: { text: string },
): Promise<PartnerCommentResponse> {
  const enrolment = await requireEnrolmentOf(scope, partnerId)
  const now = scope.now()
  const id = newId('pcom_', now.getTime())
  const comment = { id, enrolmentId: enrolment.id, userId: scope.actor.user.id, text, createdAt: now, updatedAt: now }
  await scope.em.persist(scope.em.create(PartnerComment, comment)).flush()
  return present(scope, enrolment, id)
}

export async function updatePartnerComment(
  scope: WorkspaceScope,
  path: CommentPath,
  { text }: { text: string },
): Promise<PartnerCommentResponse> {
  const { comment, enrolment } = await requireComment(scope, path)
  if (comment.userId !== scope.actor.user.id) throw partnerCommentOfOther()
  Object.assign(comment, { text, updatedAt: scope.now() })
  await scope.em.flush()
  return present(scope, enrolment, comment.id)
}

export async function deletePartnerComment(scope: WorkspaceScope, path: CommentPath): Promise<{ id: string }> {
  const { comment } = await requireComment(scope, path)
  if (comment.userId !== scope.actor.user.id && scope.actor.role !== 'owner') throw partnerCommentOfOther()
  await scope.em.remove(comment).flush()
  return { id: path.commentId }
}

async function requireComment(scope: WorkspaceScope, { partnerId, commentId }: CommentPath) {
  const enrolment = await requireEnrolmentOf(scope, partnerId)
  const comment = await scope.em.findOne(PartnerComment, { id: commentId, enrolmentId: enrolment.id })
  if (!comment) throw partnerCommentNotFound(commentId)
  return { comment, enrolment }
}

async function present(
  scope: WorkspaceScope,
  { id: enrolmentId, programId, partnerId }: { id: string; programId: string; partnerId: string },
  id: string,
): Promise<PartnerCommentResponse> {
  const [row] = await partnerCommentsOf(scope, enrolmentId, { id })
  return presentPartnerComment(row as PartnerCommentRow, { programId, partnerId })
}
