import type { WorkspaceScope } from '../../accounts/index.js'
import type { Enrolment } from '../../partners/index.js'
import { getDiscount } from '../discounts/change-discount.js'
import type { DiscountResponse } from '../discounts/discount.schema.js'
import { presentReward } from './present-reward.js'
import type { RewardResponse } from './reward-input.schema.js'
import { Reward } from './reward.entity.js'

type Terms = Pick<Enrolment, 'programId' | 'clickRewardId' | 'leadRewardId' | 'saleRewardId' | 'referralRewardId' | 'discountId'>

/** The rewards (click, lead, sale, referral) and the discount of a partner in a program. */
export async function termsOfEnrolment(
  scope: WorkspaceScope,
  { programId, clickRewardId, leadRewardId, saleRewardId, referralRewardId, discountId }: Terms,
): Promise<{ rewards: RewardResponse[]; discount: DiscountResponse | null }> {
  const ids = [clickRewardId, leadRewardId, saleRewardId, referralRewardId].flatMap((id) => id ?? [])
  const rewards = await scope.em.find(Reward, { id: { $in: ids }, programId, deletedAt: null })
  return {
    rewards: ids.flatMap((id) => rewards.filter((reward) => reward.id === id).map(presentReward)),
    discount: discountId ? await getDiscount(scope, discountId) : null,
  }
}
