import type { WorkspaceScope } from '../../accounts/index.js'
import { requireProgramId } from '../../partners/index.js'
import { rewardNotFound } from '../errors.js'
import { assignGroupTerms } from './assign-group-terms.js'
import { clearGroupTerm } from './group-terms.queries.js'
import { presentReward } from './present-reward.js'
import { rewardFields } from './reward-fields.js'
import type { RewardResponse, UpdateReward } from './reward-input.schema.js'
import { Reward } from './reward.entity.js'

async function requireReward(scope: WorkspaceScope, id: string): Promise<Reward> {
  const reward = await scope.em.findOne(Reward, { id, programId: requireProgramId(scope), deletedAt: null })
  if (!reward) throw rewardNotFound()
  return reward
}

export async function listRewards(scope: WorkspaceScope): Promise<RewardResponse[]> {
  const where = { programId: requireProgramId(scope), deletedAt: null }
  const rewards = await scope.em.find(Reward, where, { orderBy: { event: 'desc', id: 'desc' } })
  return rewards.map(presentReward)
}

export const getReward = async (scope: WorkspaceScope, id: string): Promise<RewardResponse> => presentReward(await requireReward(scope, id))

/** Changes the terms for future events. Event and group stay. */
export async function updateReward(scope: WorkspaceScope, id: string, input: UpdateReward): Promise<RewardResponse> {
  const reward = await requireReward(scope, id)
  Object.assign(reward, rewardFields(scope, reward.event, input, reward), { updatedAt: scope.now() })
  await scope.em.flush()
  return presentReward(reward)
}

/** Removes the reward from its group. Commissions that it earned stay. */
export async function deleteReward(scope: WorkspaceScope, id: string): Promise<{ id: string }> {
  const reward = await requireReward(scope, id)
  reward.deletedAt = scope.now()
  await scope.em.flush()
  const groupId = await clearGroupTerm(scope, reward.programId, reward.event, id)
  if (groupId) await assignGroupTerms(scope, groupId)
  return { id }
}
