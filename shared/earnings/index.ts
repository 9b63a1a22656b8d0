/**
 * Earnings of partners: rewards, discounts and discount codes, commissions, and their collection in pending payouts, which the domain
 * `payouts` pays. Amounts are integer cents.
 *
 * A trigger notes every lead, sale and refund of a partner link in `pending_earnings`, in the transaction of the event. A job computes the
 * commissions of each partner from its events in their order; what a commission is, is a pure function (`compute-commissions.ts`).
 * Commissions and payouts of a partner change under one lock (`lockEarnings`). The earnings of an enrolment are the sum of its commissions;
 * triggers keep it.
 */
export { emailNewCommissions } from './notify/email-new-commissions.js'
export { computeClickEarnings } from './clicks/compute-click-earnings.js'
export { addCustomCommission, type CustomCommission } from './commissions/add-custom-commission.js'
export { bulkUpdateCommissions } from './commissions/bulk-update-commissions.js'
export {
  bulkUpdateCommissionsBodySchema,
  CommissionCount,
  countCommissionsQuerySchema,
  getCommissionsQuerySchema,
  updateCommissionBodySchema,
  UpdatedCommission,
} from './commissions/commission-input.schema.js'
export { commissionStatuses } from './commissions/commission-states.js'
export { deleteCommissionsOfWorkspace } from './commissions/delete-commissions-of-workspace.js'
export { CommissionParams, CommissionSchema, CreatedCommissionSchema } from './commissions/commission.schema.js'
export { computeEarnings } from './commissions/compute-earnings.js'
export { hasPendingEarnings } from './commissions/pending-earnings.queries.js'
export { holdCommissions, holdOfSuspected, releaseAllCommissions, releaseCommissions } from './commissions/hold-commissions.js'
export { isPartnerSuspected } from './commissions/status-changes.queries.js'
export { analyseCommissions } from './commissions/analytics/analyse-commissions.js'
export { CommissionAnalytics, commissionAnalyticsQuerySchema } from './commissions/analytics/commission-analytics.schema.js'
export { exportCommissions, exportCommissionsQuerySchema, runCommissionExport } from './commissions/export/export-commissions.js'
export { deleteImportedCommissions } from './commissions/imported/delete-imported-commissions.js'
export { importCommission, importCustomer, type ImportedCustomer, requireUnknownSale } from './commissions/imported/import-commission.js'
export { type CommissionOfCustomer, importCommissions, importCustomers, knownSales } from './commissions/imported/import-together.js'
export { linkForCommission, linksForCommissions } from './commissions/manual/manual-commission.queries.js'
export { createCommission } from './commissions/manual/create-commission.js'
export { CommissionCreation, createCommissionBodySchema, InvoiceImport } from './commissions/manual/create-commission.schema.js'
export {
  importStripeInvoices,
  type PaidInvoice,
  type ReadInvoices,
  reportStoppedImport,
} from './commissions/manual/import-stripe-invoices.js'
export { checkInvoiceImport, requestCommission } from './commissions/manual/request-commission.js'
export { markCommissions } from './commissions/mark-commissions.js'
export { settleRefunds } from './commissions/settle-refunds.js'
export { cancelOfBanned } from './commissions/status-changes.queries.js'
export { countCommissions, countCommissionsBy, getCommission, listCommissions } from './commissions/list-commissions.js'
export { markChecked, uncheckedCommissions, type UncheckedCommissions } from './commissions/unchecked-commissions.queries.js'
export { updateCommission } from './commissions/update-commission.js'
export { lockEarnings, lockEarningsOfProgram } from './commissions/commission.queries.js'
export { moveCommissionsOfMergedCustomer } from './commissions/move-merged-customer.queries.js'
export {
  deleteDiscount,
  deleteDiscountsOfCoupon,
  getDiscount,
  listDiscounts,
  listDiscountsOfProgram,
  updateDiscount,
} from './discounts/change-discount.js'
export { Discount } from './discounts/discount.entity.js'
export { presentOfferedDiscount } from './discounts/present-discount.js'
export { presentReward } from './rewards/present-reward.js'
export { previewReward, previewRewardBodySchema, RewardPreview } from './rewards/preview-reward.js'
export { Reward } from './rewards/reward.entity.js'
export type { CodeOrder, DiscountGateway, DiscountTerms, OpenDiscountGateway } from './discounts/discount-gateway.js'
export { findCodesToImport, importDiscountCodes, undoDiscountCodes } from './discounts/import-discount-codes.js'
export { announceLostCode } from './discounts/announce-lost-code.js'
export { endDiscountCode } from './discounts/end-discount-code.js'
export { provisionDiscountCodes } from './discounts/provision-discount-codes.js'
export { createDiscountCode, prepareDiscountCode } from './discounts/create-discount-code.js'
export { createDiscount, prepareDiscount } from './discounts/create-discount.js'
export { settleReservations } from './discounts/settle-reservations.js'
export { findLinkOfDiscountCode } from './discounts/discount-code.queries.js'
export { deleteCodesOfProvider, deleteDiscountCode } from './discounts/delete-discount-code.js'
export {
  AnnouncedDiscountCodeSchema,
  createDiscountCodeBodySchema,
  DeletedDiscountCode,
  DiscountCodeParams,
  DiscountCodeSchema,
  getDiscountCodesQuerySchema,
} from './discounts/discount-code.schema.js'
export {
  createDiscountBodySchema,
  DeletedDiscount,
  DiscountParams,
  DiscountSchema,
  OfferedDiscountSchema,
  updateDiscountBodySchema,
} from './discounts/discount.schema.js'
export { remapDiscountCodes } from './discounts/remap-discount-codes.js'
export { listDiscountCodes } from './discounts/list-discount-codes.js'
export { applyEnrolmentChange } from './enrolments/apply-enrolment-change.js'
export { commissionsCreated, conversionsComputed, postbackCommissionsCreated } from './events.js'
export {
  aggregatePayoutsJob,
  announceLostCodeJob,
  assignGroupTermsJob,
  createCommissionJob,
  importStripeInvoicesJob,
  endDiscountCodeJob,
  exportCommissionsJob,
  provisionDiscountCodesJob,
} from './jobs.js'
export { aggregatePayouts, AggregationStarted, requestAggregation } from './payouts/aggregate-payouts.js'
export { isPaidOut, nextPayoutStatus, type PayoutOperation, type PayoutStatus, payoutStatuses } from './payouts/payout-states.js'
export { refreshFailedPayout, refreshPayouts } from './payouts/refresh-payouts.queries.js'
export { requirePartnerOfTenant } from './enrolments.queries.js'
export { parseSeveral } from './several-values.js'
export { percentOf } from './rewards/apply-reward.js'
export { GroupWithTermsSchema, ListedGroupSchema } from './groups/group-terms.schema.js'
export { getGroupWithTerms, listGroupsWithTerms } from './groups/groups-with-terms.js'
export { mergePartners } from './merge/merge-partners.js'
export { createReferralCommissions, rewardApproval } from './referrals/create-referral-commissions.js'
export { continueAssigningGroupTerms } from './rewards/assign-group-terms.js'
export { deleteReward, getReward, listRewards, updateReward } from './rewards/change-reward.js'
export { deleteTermsOfGroup } from './rewards/delete-terms-of-group.js'
export { createReward } from './rewards/create-reward.js'
export { termsOfEnrolment } from './rewards/terms-of-enrolment.js'
export { createRewardBodySchema, DeletedReward, RewardParams, RewardSchema, updateRewardBodySchema } from './rewards/reward-input.schema.js'
