/** Groups with the rewards and the discount of their partners. */
import { GroupSchema, GroupWithTotalsSchema } from '../../partners/index.js'
import { DiscountSchema } from '../discounts/discount.schema.js'
import { RewardSchema } from '../rewards/reward-input.schema.js'

const reward = RewardSchema.nullable()
const terms = {
  clickReward: reward,
  leadReward: reward,
  saleReward: reward,
  referralReward: reward,
  discount: DiscountSchema.nullable(),
}
export const GroupWithTermsSchema = GroupSchema.extend(terms)
export const ListedGroupSchema = GroupWithTotalsSchema.extend(terms)
