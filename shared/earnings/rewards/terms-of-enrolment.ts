import type { WorkspaceScope } from '../../accounts/index.js'
import type { Enrolment } from '../../partners/index.js'
import { Discount } from '../discounts/discount.entity.js'
import type { OfferedDiscount } from '../discounts/discount.schema.js'
import { presentOfferedDiscount } from '../discounts/present-discount.js'
import { presentReward } from './present-reward.js'
import type { RewardResponse } from './reward-input.schema.js'
import { Reward } from './reward.entity.js'

type Terms = Pick<Enrolment, 'programId' | 'clickRewardId' | 'leadRewardId' | 'saleRewardId' | 'referralRewardId' | 'discountId'>

/** The rewards (click, lead, sale, referral) and the discount of a partner in a program, as the partner sees them. */
export async function termsOfEnrolment(
  scope: WorkspaceScope,
  { programId, clickRewardId, leadRewardId, saleRewardId, referralRewardId, discountId }: Terms,
): Promise<{ rewards: RewardResponse[]; discount: OfferedDiscount | null }> {
  const ids = [clickRewardId, leadRewardId, saleRewardId, referralRewardId].flatMap((id) => id ?? [])
  const rewards = await scope.em.find(Reward, { id: { $in: ids }, programId, deletedAt: null })
  const discount = discountId ? await scope.em.findOne(Discount, { id: discountId, programId }) : null
  return {
    rewards: ids.flatMap((id) => rewards.filter((reward) => reward.id === id).map(presentReward)),
    discount: discount && presentOfferedDiscount(discount),
  }
}
