/** Changes the status of enrolments, with what follows for their links, rewards and discounts. */
import type { WorkspaceScope } from '../../accounts/index.js'
import type { Scope } from '../../kernel/scope.js'
import { invalidateLinks } from '../../links/index.js'
import { recordActivities } from '../activity/record-activities.queries.js'
import type { EnrolmentStatus } from '../enrolment.entity.js'
import { alreadyBanned, banOfPending, operationNotAllowed, partnersNotEnrolled } from '../errors.js'
import { enrolmentChanged } from '../events.js'
import { syncLinksJob } from '../jobs.js'
import type { Program } from '../programs/program.entity.js'
import { type EnrolmentOperation, statusAfter, statusesAllowing } from './enrolment-status.js'
import {
  type ChangedLink,
  disableLinks,
  expireLinks,
  type LockedEnrolment,
  lockEnrolments,
  restoreLinks,
  setStatus,
} from './enrolment.queries.js'

export type StatusOperation = Exclude<EnrolmentOperation, 'withdraw' | 'expire' | 'deleteInvite' | 'delete'>

export interface StatusChange {
  operation: StatusOperation
  /** The reason of a ban. */
  reason?: string
  /** The group to join with an approval. */
  groupId?: string | null
}

/**
 * Applies an operation to partners of the program: all of them or, if one is refused, none. Announces `enrolment.changed` for each of them.
 * Returns the enrolments as they were.
 */
export async function changeStatus(
  scope: Scope & Partial<Pick<WorkspaceScope, 'actor'>>,
  program: Pick<Program, 'id' | 'workspaceId'>,
  partnerIds: readonly string[],
  { operation, reason, groupId }: StatusChange,
): Promise<LockedEnrolment[]> {
  const ids = [...new Set(partnerIds)]
  const enrolments = await lockEnrolments(scope, program.id, ids)
  const unknown = ids.filter((id) => !enrolments.some(({ partnerId }) => partnerId === id))
  if (unknown.length > 0) throw partnersNotEnrolled(unknown)
  const changes = enrolments.map((enrolment) => ({ ...enrolment, to: requireNextStatus(enrolment.status, operation) }))
  // An operation leads to one status, except that archiving takes back itself.
  for (const to of new Set(changes.map((change) => change.to))) {
    const changed = changes.filter((change) => change.to === to)
    await setStatus(
      scope,
      changed.map(({ id }) => id),
      to,
      {
        groupId: groupId ?? null,
        ban: to === 'banned' ? (reason ?? null) : null,
        startsAgain: operation === 'accept' || operation === 'approve',
      },
    )
  }
  await changeLinks(scope, program.id, ids, operation)
  // Their links are not kept in line with the group while partners are inactive.
  if (operation === 'unban' || operation === 'reactivate') scope.enqueue(syncLinksJob, { programId: program.id, partnerIds: ids })
  await record(scope, program, changes, operation)
  return enrolments
}

function requireNextStatus(status: EnrolmentStatus, operation: StatusOperation): EnrolmentStatus {
  const next = statusAfter(status, operation)
  if (next !== null && next !== 'deleted') return next
  if (operation === 'ban') throw status === 'banned' ? alreadyBanned() : banOfPending()
  throw operationNotAllowed(operation, status, statusesAllowing(operation))
}

const linkChanges: Partial<
  Record<StatusOperation, (scope: Scope, programId: string, partnerIds: readonly string[]) => Promise<ChangedLink[]>>
> = { ban: disableLinks, deactivate: expireLinks, unban: restoreLinks, reactivate: restoreLinks }

async function changeLinks(scope: Scope, programId: string, partnerIds: readonly string[], operation: StatusOperation): Promise<void> {
  const links = await linkChanges[operation]?.(scope, programId, partnerIds)
  if (links && links.length > 0) invalidateLinks(scope, ...links)
}

interface Change {
  id: string
  partnerId: string
  status: EnrolmentStatus
  to: EnrolmentStatus
}

const pastTense: Record<StatusOperation, string> = {
  approve: 'approved',
  reject: 'rejected',
  accept: 'inviteAccepted',
  decline: 'inviteDeclined',
  archive: 'archived',
  deactivate: 'deactivated',
  reactivate: 'reactivated',
  ban: 'banned',
  unban: 'unbanned',
}

async function record(
  scope: Scope & Partial<Pick<WorkspaceScope, 'actor'>>,
  { id: programId, workspaceId }: Pick<Program, 'id' | 'workspaceId'>,
  changes: readonly Change[],
  operation: StatusOperation,
): Promise<void> {
  await recordActivities(
    scope,
    programId,
    changes.map(({ partnerId, status, to }) => ({
      resourceType: 'partner',
      resourceId: partnerId,
      action: `partner.${operation === 'archive' && to === 'approved' ? 'unarchived' : pastTense[operation]}`,
      changes: { status: { old: status, new: to } },
    })),
  )
  for (const { id: enrolmentId, partnerId, status: from, to } of changes)
    scope.announce(enrolmentChanged, { workspaceId, programId, partnerId, enrolmentId, from, to })
}
