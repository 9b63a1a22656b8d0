import type { WorkspaceScope } from '../../accounts/index.js'
import { Enrolment } from '../enrolment.entity.js'
import { enrolledPartnerIds } from '../enrolments/enrolment.queries.js'
import { partnersNotEnrolled } from '../errors.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { moveIntoGroup } from './move-into-group.js'
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
  return { count: await moveIntoGroup(scope, { id: group.id, programId: program.id, workspaceId: program.workspaceId }, ids) }
}
