import type { InWorkspace, WorkspaceScope } from '../../accounts/index.js'
import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { runInBatches } from '../../links/index.js'
import { defaultGroupNotDeletable } from '../errors.js'
import { deleteGroupJob, syncLinksJob } from '../jobs.js'
import { Program } from '../programs/program.entity.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { GroupDefaultLink } from './group-default-link.entity.js'
import { moveEnrolments, partnersOfGroup } from './group.queries.js'
import { withoutGroup } from './move-rules.js'
import { PartnerGroup } from './partner-group.entity.js'
import { requireGroup } from './require-group.js'

const batchSize = 100

/** Deletes a group. Its partners move to the default group: the first hundred at once, more of them by a job. */
export async function deleteGroup(scope: WorkspaceScope, idOrSlug: string): Promise<{ id: string }> {
  const program = await requireDefaultProgram(scope)
  const group = await requireGroup(scope, program, idOrSlug)
  if (group.id === program.defaultGroupId) throw defaultGroupNotDeletable()
  await removeFromMoveRules(scope, group)
  await scope.em.nativeUpdate(GroupDefaultLink, { groupId: group.id }, { groupId: null })
  if (await moveToDefaultGroup(scope, program, group.id)) {
    // The slug becomes free at once; the group itself is needed until its last partner has left it.
    Object.assign(group, { slug: `deleted-${group.id}`, moveRules: null })
    scope.enqueue(deleteGroupJob, { programId: program.id, groupId: group.id })
  } else scope.em.remove(group)
  await scope.em.flush()
  return { id: group.id }
}

/** Returns whether there may be more partners. */
async function moveToDefaultGroup(scope: Pick<InWorkspace, 'em' | 'now' | 'enqueue'>, program: Program, groupId: string): Promise<boolean> {
  const partnerIds = await partnersOfGroup(scope, groupId, batchSize)
  await moveEnrolments(scope, { id: program.defaultGroupId, programId: program.id }, partnerIds)
  if (partnerIds.length > 0) scope.enqueue(syncLinksJob, { programId: program.id, partnerIds })
  return partnerIds.length === batchSize
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
  await runInBatches(scope, deleteGroupJob, payload, async () => {
    const program = await scope.em.findOne(Program, payload.programId)
    return program !== null && moveToDefaultGroup(scope, program, payload.groupId)
  })
  await inTransaction(scope, () => scope.em.nativeDelete(PartnerGroup, { id: payload.groupId }))
}
