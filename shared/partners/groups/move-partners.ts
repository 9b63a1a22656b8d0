import type { WorkspaceScope } from '../../accounts/index.js'
import { recordActivities } from '../activity/record-activities.queries.js'
import { Enrolment } from '../enrolment.entity.js'
import { enrolledPartnerIds } from '../enrolments/enrolment.queries.js'
import { partnersNotEnrolled } from '../errors.js'
import { syncLinksJob } from '../jobs.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { moveEnrolments } from './group.queries.js'
import { requireGroup } from './require-group.js'

/** Moves partners into the group: they get its rewards and its discount at once, and its default links by a job. */
export async function movePartners(
  scope: WorkspaceScope,
  idOrSlug: string,
  { partnerIds, disableGroupMove }: { partnerIds: string[]; disableGroupMove?: boolean | undefined },
): Promise<{ count: number }> {
  const program = await requireDefaultProgram(scope)
  const group = await requireGroup(scope, program, idOrSlug)
  const ids = [...new Set(partnerIds)]
  const enrolled = new Set(await enrolledPartnerIds(scope, program.id, ids))
  const unknown = ids.filter((id) => !enrolled.has(id))
  if (unknown.length > 0) throw partnersNotEnrolled(unknown)
  if (disableGroupMove !== undefined)
    await scope.em.nativeUpdate(
      Enrolment,
      { programId: program.id, partnerId: { $in: ids } },
      { groupMoveDisabledAt: disableGroupMove ? scope.now() : null },
    )
  const moved = await moveEnrolments(scope, group, ids)
  if (moved.length === 0) return { count: 0 }
  await recordActivities(
    scope,
    program.id,
    moved.map(({ partnerId, from }) => ({
      resourceType: 'partner',
      resourceId: partnerId,
      action: 'partner.groupChanged',
      changes: { group: { old: from, new: group.id } },
    })),
  )
  scope.enqueue(syncLinksJob, { programId: program.id, partnerIds: moved.map(({ partnerId }) => partnerId) })
  return { count: moved.length }
}
