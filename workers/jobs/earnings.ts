import { failBackgroundOperation, operationTimeoutMs } from '../../shared/background-operations/index.js'
import { customerMerged } from '../../shared/customers/index.js'
import {
  aggregatePayouts,
  aggregatePayoutsJob,
  announceLostCode,
  announceLostCodeJob,
  applyEnrolmentChange,
  assignGroupTermsJob,
  computeEarnings,
  hasPendingEarnings,
  deleteTermsOfGroup,
  endDiscountCode,
  endDiscountCodeJob,
  provisionDiscountCodes,
  provisionDiscountCodesJob,
  mergePartners,
  computeClickEarnings,
  emailNewCommissions,
  continueAssigningGroupTerms,
  createCommission,
  createCommissionJob,
  createReferralCommissions,
  importStripeInvoices,
  importStripeInvoicesJob,
  InvoiceImport,
  moveCommissionsOfMergedCustomer,
  reportStoppedImport,
  remapDiscountCodes,
  rewardApproval,
  settleReservations,
  exportCommissionsJob,
  runCommissionExport,
} from '../../shared/earnings/index.js'
import { checkNewCommissions } from '../../shared/fraud/index.js'
import { openDiscountGateway, paidStripeInvoices } from '../../shared/integrations/index.js'
import { hours, minutes, seconds } from '../../shared/kernel/time.js'
import { batchJobTimeoutMs } from '../../shared/links/index.js'
import { enrolmentChanged, enrolmentsMoved, groupDeleted, mergePartnersJob } from '../../shared/partners/index.js'
import { job } from '../job.js'

export const earningsJobs = [
  job({
    name: 'earnings.compute-commissions',
    queue: 'money',
    every: minutes(1),
    poll: { every: seconds(1), hasWork: hasPendingEarnings },
    timeoutMs: minutes(2),
    ownTransaction: true,
    run: ({ scope, stop }) => computeEarnings(scope, stop),
  }),
  job({
    contract: assignGroupTermsJob,
    timeoutMs: batchJobTimeoutMs,
    ownTransaction: true,
    run: ({ scope, payload }) => continueAssigningGroupTerms(scope, payload),
  }),
  job({
    contract: aggregatePayoutsJob,
    every: hours(1),
    timeoutMs: minutes(10),
    ownTransaction: true,
    run: async ({ scope, payload, stop }) => {
      const programId = payload?.programId ?? null
      await checkNewCommissions(scope, programId, stop)
      await aggregatePayouts(scope, programId, stop)
    },
  }),
  job({
    contract: exportCommissionsJob,
    timeoutMs: operationTimeoutMs,
    ownTransaction: true,
    onFailed: failBackgroundOperation,
    run: ({ scope, payload }) => runCommissionExport(scope, payload),
  }),
  job({
    contract: provisionDiscountCodesJob,
    every: hours(1),
    timeoutMs: minutes(10),
    ownTransaction: true,
    run: ({ scope, stop }) => provisionDiscountCodes(scope, openDiscountGateway, stop),
  }),
  job({
    name: 'earnings.settle-discount-reservations',
    queue: 'bulk',
    every: minutes(1),
    timeoutMs: minutes(10),
    ownTransaction: true,
    run: ({ scope, stop }) => settleReservations(scope, openDiscountGateway, stop),
  }),
  job({
    on: enrolmentChanged,
    name: 'earnings.provision-codes-of-partner',
    queue: 'bulk',
    timeoutMs: minutes(1),
    run: async ({ scope, payload }) => {
      if (payload.to === 'approved') scope.wake(provisionDiscountCodesJob)
    },
  }),
  job({ contract: announceLostCodeJob, timeoutMs: minutes(1), run: ({ scope, payload }) => announceLostCode(scope, payload) }),
  job({
    contract: endDiscountCodeJob,
    timeoutMs: minutes(1),
    ownTransaction: true,
    run: ({ scope, payload }) => endDiscountCode(scope, payload, openDiscountGateway),
  }),
  job({
    contract: importStripeInvoicesJob,
    timeoutMs: minutes(3),
    ownTransaction: true,
    onFailed: ({ scope, payload, error }) => reportStoppedImport(scope, InvoiceImport.parse(payload), error),
    run: ({ scope, payload }) => importStripeInvoices(scope, payload, paidStripeInvoices),
  }),
  job({ contract: createCommissionJob, timeoutMs: minutes(1), run: ({ scope, payload }) => createCommission(scope, payload) }),
  job({
    name: 'earnings.compute-click-commissions',
    queue: 'money',
    cron: '10 0 * * *',
    timeoutMs: minutes(60),
    ownTransaction: true,
    run: ({ scope, stop }) => computeClickEarnings(scope, stop),
  }),
  job({
    name: 'earnings.email-new-commissions',
    queue: 'housekeeping',
    cron: '5 * * * *',
    timeoutMs: minutes(20),
    ownTransaction: true,
    run: ({ scope, stop }) => emailNewCommissions(scope, stop),
  }),
  job({
    name: 'earnings.create-referral-commissions',
    queue: 'money',
    every: minutes(5),
    timeoutMs: minutes(10),
    ownTransaction: true,
    run: ({ scope, stop }) => createReferralCommissions(scope, stop),
  }),
  job({
    on: enrolmentChanged,
    name: 'earnings.reward-approval',
    queue: 'money',
    timeoutMs: minutes(2),
    run: ({ scope, payload }) => rewardApproval(scope, payload),
  }),
  job({
    on: enrolmentChanged,
    name: 'earnings.apply-enrolment-change',
    queue: 'money',
    timeoutMs: minutes(2),
    run: ({ scope, payload }) => applyEnrolmentChange(scope, payload),
  }),
  job({
    on: customerMerged,
    name: 'earnings.move-merged-customer',
    queue: 'money',
    timeoutMs: minutes(2),
    run: ({ scope, payload }) => moveCommissionsOfMergedCustomer(scope, payload),
  }),
  job({
    contract: mergePartnersJob,
    timeoutMs: minutes(10),
    ownTransaction: true,
    run: ({ scope, payload }) => mergePartners(scope, payload),
  }),
  job({
    on: enrolmentsMoved,
    name: 'earnings.remap-discount-codes',
    queue: 'money',
    timeoutMs: minutes(2),
    run: ({ scope, payload }) => remapDiscountCodes(scope, payload),
  }),
  job({
    on: groupDeleted,
    name: 'earnings.delete-terms-of-group',
    queue: 'money',
    timeoutMs: minutes(2),
    run: ({ scope, payload }) => deleteTermsOfGroup(scope, payload),
  }),
]
