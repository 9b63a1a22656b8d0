import type { WorkspaceScope } from '../../accounts/index.js'
import { requireGroup } from '../groups/require-group.js'
import { syncLinksJob } from '../jobs.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { changeStatus } from './change-status.js'
import { countPartners } from './count-partner.js'
import { lockEnrolments } from './enrolment.queries.js'
import { publishEnrolled } from './publish-enrolled.js'

/**
 * Approves applications: all of them, or none. The limit of partners is checked last, when the transaction ends. A job creates the links of
 * the partners.
 */
export async function approvePartners(
  scope: WorkspaceScope,
  { partnerIds, groupId }: { partnerIds: string[]; groupId?: string | null | undefined },
): Promise<{ partnerIds: string[] }> {
  const program = await requireDefaultProgram(scope)
  const group = groupId ? await requireGroup(scope, program, groupId) : null
  await changeStatus(scope, program, partnerIds, { operation: 'approve', groupId: group?.id ?? null })
  countPartners(scope, partnerIds.length)
  const enrolments = await lockEnrolments(scope, program.id, partnerIds)
  await publishEnrolled(
    scope,
    program.id,
    enrolments.map(({ id }) => id),
  )
  scope.enqueue(syncLinksJob, { programId: program.id, partnerIds })
  return { partnerIds }
}
