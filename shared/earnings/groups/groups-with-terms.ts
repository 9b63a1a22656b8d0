import type { WorkspaceScope } from '../../accounts/index.js'
import { getGroup, type GetGroups, type GroupResponse, listGroups } from '../../partners/index.js'
import { Discount } from '../discounts/discount.entity.js'
import { partnersByDiscount } from '../discounts/discount.queries.js'
import { presentDiscount } from '../discounts/present-discount.js'
import { presentReward } from '../rewards/present-reward.js'
import { Reward } from '../rewards/reward.entity.js'

/** A group with the rewards and the discount of its partners. */
export async function getGroupWithTerms(scope: WorkspaceScope, idOrSlug: string) {
  const group = await getGroup(scope, idOrSlug)
  const termsOf = await loadTerms(scope, [group])
  return { ...group, ...termsOf(group) }
}

export async function listGroupsWithTerms(scope: WorkspaceScope, query: GetGroups) {
  const groups = await listGroups(scope, query)
  const termsOf = await loadTerms(scope, groups)
  return groups.map((group) => ({ ...group, ...termsOf(group) }))
}

async function loadTerms(scope: WorkspaceScope, groups: readonly GroupResponse[]) {
  const idsOf = (...names: ('clickRewardId' | 'leadRewardId' | 'saleRewardId' | 'referralRewardId' | 'discountId')[]) =>
    groups.flatMap((group) => names.flatMap((name) => group[name] ?? []))
  const rewards = await scope.em.find(Reward, {
    id: idsOf('clickRewardId', 'leadRewardId', 'saleRewardId', 'referralRewardId'),
    deletedAt: null,
  })
  const discounts = await scope.em.find(Discount, { id: idsOf('discountId') })
  const counts = await partnersByDiscount(scope, idsOf('discountId'))
  const rewardOf = (id: string | null) => {
    const reward = rewards.find((one) => one.id === id)
    return reward ? presentReward(reward) : null
  }
  return ({ clickRewardId, leadRewardId, saleRewardId, referralRewardId, discountId }: GroupResponse) => {
    const discount = discounts.find(({ id }) => id === discountId)
    return {
      clickReward: rewardOf(clickRewardId),
      leadReward: rewardOf(leadRewardId),
      saleReward: rewardOf(saleRewardId),
      referralReward: rewardOf(referralRewardId),
      discount: discount ? presentDiscount(discount, counts.get(discount.id) ?? 0) : null,
    }
  }
}
