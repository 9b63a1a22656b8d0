/**
 * Earnings of partners: rewards, discounts and discount codes, commissions and payouts. Amounts are integer cents.
 *
 * A trigger notes every lead, sale and refund of a partner link in `pending_earnings`, in the transaction of the event. A job computes the
 * commissions of each partner from its events in their order; what a commission is, is a pure function (`compute-commissions.ts`).
 * Commissions and payouts of a partner change under one lock (`lockEarnings`). The earnings of an enrolment are the sum of its commissions;
 * triggers keep it.
 */
export { deleteCommissionsOfWorkspace } from './commissions/delete-commissions-of-workspace.js'
export { CreatedCommissionSchema } from './commissions/commission.schema.js'
export { computeEarnings } from './commissions/compute-earnings.js'
export { moveCommissionsOfMergedCustomer } from './commissions/move-merged-customer.queries.js'
export { AnnouncedDiscountCodeSchema, DiscountCodeSchema } from './discounts/discount-code.schema.js'
export { assignGroupTermsJob } from './jobs.js'
export { continueAssigningGroupTerms } from './rewards/assign-group-terms.js'
export { deleteReward, getReward, listRewards, updateReward } from './rewards/change-reward.js'
export { createReward } from './rewards/create-reward.js'
export { createRewardBodySchema, DeletedReward, RewardParams, RewardSchema, updateRewardBodySchema } from './rewards/reward-input.schema.js'
