import type { WorkspaceScope } from '../../accounts/index.js'
import { newId } from '../../kernel/ids.js'
import { requireProgramId } from '../../partners/index.js'
import { groupNotFound, rewardExists } from '../errors.js'
import { assignGroupTerms } from './assign-group-terms.js'
import { type GroupTerms, lockGroup, setGroupTerm } from './group-terms.queries.js'
import { presentReward } from './present-reward.js'
import { rewardFields } from './reward-fields.js'
import type { CreateReward, RewardResponse } from './reward-input.schema.js'
import type { RewardEvent } from './reward-terms.js'
import { Reward } from './reward.entity.js'

const rewardOf = ({ clickRewardId, leadRewardId, saleRewardId, referralRewardId }: GroupTerms, event: RewardEvent) =>
  ({ click: clickRewardId, lead: leadRewardId, sale: saleRewardId, referral: referralRewardId })[event]

/** Creates the reward of a group for an event, of which it has at most one. */
export async function createReward(scope: WorkspaceScope, { event, groupId, ...input }: CreateReward): Promise<RewardResponse> {
  const programId = requireProgramId(scope)
  const fields = rewardFields(scope, event, input)
  const group = await lockGroup(scope, programId, groupId)
  if (!group) throw groupNotFound(groupId)
  if (rewardOf(group, event) !== null) throw rewardExists(event)
  const now = scope.now()
  const reward = scope.em.create(Reward, { id: newId('rw_', now.getTime()), programId, event, ...fields, createdAt: now, updatedAt: now })
  await scope.em.persistAndFlush(reward)
  await setGroupTerm(scope, groupId, event, reward.id)
  await assignGroupTerms(scope, groupId)
  return presentReward(reward)
}
