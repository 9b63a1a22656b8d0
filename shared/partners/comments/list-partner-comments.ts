import type { WorkspaceScope } from '../../accounts/index.js'
import { instantOf } from '../enrolments/present-partner.js'
import { requireEnrolment } from '../enrolments/require-enrolment.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { PartnerComment } from './partner-comment.entity.js'
import { type PartnerCommentRow, partnerCommentsOf } from './partner-comment.queries.js'
import type { GetPartnerComments, PartnerCommentResponse } from './partner-comment.schema.js'

/** Newest first. */
export async function listPartnerComments(
  scope: WorkspaceScope,
  partnerId: string,
  query: GetPartnerComments,
): Promise<PartnerCommentResponse[]> {
  const { id, programId } = await requireEnrolmentOf(scope, partnerId)
  return (await partnerCommentsOf(scope, id, query)).map((row) => presentPartnerComment(row, { programId, partnerId }))
}

export async function countPartnerComments(scope: WorkspaceScope, partnerId: string): Promise<number> {
  const { id } = await requireEnrolmentOf(scope, partnerId)
  return scope.em.count(PartnerComment, { enrolmentId: id })
}

/** The enrolment of the partner in the program of the workspace. */
export const requireEnrolmentOf = async (scope: WorkspaceScope, partnerId: string) =>
  requireEnrolment(scope, await requireDefaultProgram(scope), { partnerId })

export const presentPartnerComment = (
  { userName: name, userImage: image, createdAt, updatedAt, ...row }: PartnerCommentRow,
  owner: { programId: string; partnerId: string },
): PartnerCommentResponse => ({
  ...row,
  ...owner,
  user: row.userId === null ? null : { id: row.userId, name, image },
  createdAt: instantOf(createdAt) as string,
  updatedAt: instantOf(updatedAt) as string,
})
