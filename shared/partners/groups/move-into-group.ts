import type { WorkspaceScope } from '../../accounts/index.js'
import type { Scope } from '../../kernel/scope.js'
import { recordActivities } from '../activity/record-activities.queries.js'
import { lockGroupOfEnrolment } from '../enrolments/enrolment.queries.js'
import { enrolmentsMoved } from '../events.js'
import { syncLinksJob } from '../jobs.js'
import { utmTemplatesOfGroups } from '../links/partner-link.queries.js'
import { moveEnrolments } from './group.queries.js'

interface Destination {
  id: string
  programId: string
  workspaceId: string
}

/**
 * Moves partners of the program into a group: they get its rewards and its discount at once, and its default links by a job. Returns the
 * number of those that changed their group.
 */
export async function moveIntoGroup(
  scope: Scope & Partial<Pick<WorkspaceScope, 'actor'>>,
  { id: groupId, programId, workspaceId }: Destination,
  candidates: readonly string[],
): Promise<number> {
  // The group before the enrolments, as a deletion locks them.
  if (!(await lockGroupOfEnrolment(scope, groupId))) return 0
  const moved = await moveEnrolments(scope, { id: groupId, programId }, candidates)
  if (moved.length === 0) return 0
  await recordActivities(
    scope,
    programId,
    moved.map(({ partnerId, from }) => ({
      resourceType: 'partner',
      resourceId: partnerId,
      action: 'partner.groupChanged',
      changes: { group: { old: from, new: groupId } },
    })),
  )
  const partnerIds = moved.map(({ partnerId }) => partnerId)
  await enqueueSync(scope, programId, moved)
  scope.announce(enrolmentsMoved, { workspaceId, programId, groupId, partnerIds })
  return moved.length
}

/** One job for the partners of each former group, because their links have the parameters of its UTM template. */
async function enqueueSync(scope: Scope, programId: string, moved: readonly { partnerId: string; from: string | null }[]): Promise<void> {
  const templates = await utmTemplatesOfGroups(
    scope,
    moved.flatMap(({ from }) => from ?? []),
  )
  for (const group of new Set(moved.map(({ from }) => from)))
    scope.enqueue(syncLinksJob, {
      programId,
      partnerIds: moved.filter(({ from }) => from === group).map(({ partnerId }) => partnerId),
      formerTemplate: templates.get(group ?? ''),
    })
}
