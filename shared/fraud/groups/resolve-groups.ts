import type { WorkspaceScope } from '../../accounts/index.js'
import { inTransaction, type JobScope, type Scope } from '../../kernel/scope.js'
import { days } from '../../kernel/time.js'
import { requireProgramId } from '../../partners/index.js'
import { disableRiskMonitoring } from '../enrolments.queries.js'
import { fraudGroupNotPending, fraudGroupsNotFound } from '../errors.js'
import { releaseHeldCommissionsJob } from '../jobs.js'
import { closeGroups, type GroupRef, groupsToExpire, lockGroups } from './fraud-group.queries.js'
import type { ResolveFraudGroups } from './fraud-group.schema.js'
import { nextGroupStatus } from './group-states.js'

/** Resolves all the groups or, if one is not pending, none. Their held commissions are released by a job. */
export async function resolveFraudGroups(
  scope: WorkspaceScope,
  { groupIds, resolutionReason, disableRiskDetection }: ResolveFraudGroups,
): Promise<{ count: number }> {
  const programId = requireProgramId(scope)
  const groups = await lockGroups(scope, programId, groupIds)
  const found = new Set(groups.map(({ id }) => id))
  const missing = groupIds.filter((id) => !found.has(id))
  if (missing.length > 0) throw fraudGroupsNotFound(missing)
  const closed = groups.filter(({ status }) => nextGroupStatus(status, 'resolve') === null).map(({ id }) => id)
  if (closed.length > 0) throw fraudGroupNotPending(closed)
  await resolveGroups(scope, programId, groups, { reason: resolutionReason ?? null, userId: scope.actor.user.id })
  if (disableRiskDetection) await disableRiskMonitoring(scope, programId, [...new Set(groups.map(({ partnerId }) => partnerId))])
  return { count: groups.length }
}

/** Resolves pending groups that are locked, and releases what they hold. */
export async function resolveGroups(
  scope: Scope,
  programId: string,
  groups: readonly GroupRef[],
  by: { reason: string | null; userId: string | null },
): Promise<void> {
  await closeGroups(
    scope,
    groups.map(({ id }) => id),
    { status: 'resolved', ...by },
  )
  for (const partnerId of new Set(groups.map((group) => group.partnerId)))
    scope.enqueue(releaseHeldCommissionsJob, { programId, partnerId })
}

const expiryDays = 30
const batchSize = 250

/** Closes groups in which nothing happened for a month, and releases what they hold. */
export async function expireFraudGroups(scope: JobScope, stop: AbortSignal): Promise<void> {
  let isMore = true
  while (isMore && !stop.aborted) isMore = await inTransaction(scope, () => expireBatch(scope))
}

async function expireBatch(scope: JobScope): Promise<boolean> {
  const groups = await groupsToExpire(scope, new Date(scope.now().getTime() - days(expiryDays)), batchSize)
  await closeGroups(
    scope,
    groups.map(({ id }) => id),
    { status: 'expired', reason: null, userId: null },
  )
  const partners = new Map(groups.map(({ programId, partnerId }) => [`${programId} ${partnerId}`, { programId, partnerId }]))
  for (const partner of partners.values()) scope.enqueue(releaseHeldCommissionsJob, partner)
  return groups.length === batchSize
}
