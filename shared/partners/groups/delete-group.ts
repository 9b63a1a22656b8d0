import type { WorkspaceScope } from '../../accounts/index.js'
import type { JobScope, Scope } from '../../kernel/scope.js'
import { runInBatches } from '../../links/index.js'
import { defaultGroupNotDeletable } from '../errors.js'
import { groupDeleted } from '../events.js'
import { deleteGroupJob } from '../jobs.js'
import { Program } from '../programs/program.entity.js'
import { GroupDefaultLink } from './group-default-link.entity.js'
import { lockGroup, partnersOfGroup } from './group.queries.js'
import { lockGroupsOfProgram } from './lock-groups-of-program.js'
import { moveIntoGroup } from './move-into-group.js'
import { withoutGroup } from './move-rules.js'
import { PartnerGroup } from './partner-group.entity.js'
import { requireGroup, slugOfDeleted } from './require-group.js'

const batchSize = 100

/** Deletes a group. Its partners move to the default group: the first hundred at once, more of them by a job. */
export async function deleteGroup(scope: WorkspaceScope, idOrSlug: string): Promise<{ id: string }> {
  const program = await lockGroupsOfProgram(scope)
  const group = await requireGroup(scope, program, idOrSlug)
  if (group.id === program.defaultGroupId) throw defaultGroupNotDeletable()
  await lockGroup(scope, group.id)
  await removeFromMoveRules(scope, group)
  await scope.em.nativeUpdate(GroupDefaultLink, { groupId: group.id }, { groupId: null })
  if (await moveToDefaultGroup(scope, program, group.id)) {
    // The slug becomes free at once; the group itself is needed until its last partner has left it.
    Object.assign(group, { slug: slugOfDeleted(group.id), moveRules: null })
    scope.enqueue(deleteGroupJob, { programId: program.id, groupId: group.id })
  } else removeGroup(scope, program, group)
  await scope.em.flush()
  return { id: group.id }
}

/** Returns whether there may be more partners. */
async function moveToDefaultGroup(
  scope: Scope,
  { id: programId, workspaceId, defaultGroupId }: Program,
  groupId: string,
): Promise<boolean> {
  const partnerIds = await partnersOfGroup(scope, groupId, batchSize)
  if (partnerIds.length > 0) await moveIntoGroup(scope, { id: defaultGroupId, programId, workspaceId }, partnerIds)
  return partnerIds.length === batchSize
}

function removeGroup(scope: Scope, { id: programId, workspaceId }: Program, group: PartnerGroup): void {
  const { id: groupId, clickRewardId, leadRewardId, saleRewardId, referralRewardId, discountId } = group
  const rewardIds = [clickRewardId, leadRewardId, saleRewardId, referralRewardId].flatMap((id) => id ?? [])
  scope.em.remove(group)
  scope.announce(groupDeleted, { workspaceId, programId, groupId, rewardIds, discountIds: discountId ? [discountId] : [] })
}

async function removeFromMoveRules({ em }: WorkspaceScope, { id, programId }: PartnerGroup): Promise<void> {
  const groups = await em.find(PartnerGroup, { programId, moveRules: { $ne: null } })
  for (const group of groups) {
    const rules = withoutGroup(group.moveRules ?? [], id)
    group.moveRules = rules.length > 0 ? rules : null
  }
}

/** Moves the remaining partners of a deleted group, then deletes it. */
export async function finishGroupDeletion(scope: JobScope, payload: { programId: string; groupId: string }): Promise<void> {
  const { programId, groupId } = payload
  await runInBatches(scope, deleteGroupJob, payload, async () => {
    scope.em.clear()
    const program = await scope.em.findOne(Program, programId)
    const group = program && (await scope.em.findOne(PartnerGroup, { id: groupId, programId }))
    // It may have become the default group in the meantime.
    if (!group || program.defaultGroupId === groupId) return false
    // No further partner joins the group while its last partners leave it.
    await lockGroup(scope, group.id)
    if (await moveToDefaultGroup(scope, program, group.id)) return true
    removeGroup(scope, program, group)
    return false
  })
}
