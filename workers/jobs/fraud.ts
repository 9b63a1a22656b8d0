import { customerMerged } from '../../shared/customers/index.js'
import { commissionsCreated } from '../../shared/earnings/index.js'
import {
  applyEnrolmentChangeToGroups,
  checkDuplicates,
  checkDuplicatesJob,
  detectCommissionRisks,
  expireFraudGroups,
  moveEventsOfMergedCustomer,
  moveSuspicionsOfMergedPartner,
  refreshDisposableDomains,
  releaseHeldCommissions,
  releaseHeldCommissionsJob,
  releaseHoldsOfLowerPlans,
  reportBan,
  reportBanJob,
  sendFraudSummaries,
} from '../../shared/fraud/index.js'
import { minutes } from '../../shared/kernel/time.js'
import { enrolmentChanged, partnerMerged } from '../../shared/partners/index.js'
import { job } from '../job.js'

const ofPartner = { queue: 'money', timeoutMs: minutes(2) } as const

export const fraudJobs = [
  job({
    ...ofPartner,
    on: commissionsCreated,
    name: 'fraud.check-commissions',
    run: ({ scope, payload }) => detectCommissionRisks(scope, payload),
  }),
  job({
    ...ofPartner,
    on: enrolmentChanged,
    name: 'fraud.apply-enrolment-change',
    run: ({ scope, payload }) => applyEnrolmentChangeToGroups(scope, payload),
  }),
  job({
    ...ofPartner,
    on: customerMerged,
    name: 'fraud.move-merged-customer',
    run: ({ scope, payload }) => moveEventsOfMergedCustomer(scope, payload),
  }),
  job({
    ...ofPartner,
    on: partnerMerged,
    name: 'fraud.move-merged-partner',
    run: ({ scope, payload }) => moveSuspicionsOfMergedPartner(scope, payload),
  }),
  job({
    contract: checkDuplicatesJob,
    every: minutes(1),
    timeoutMs: minutes(5),
    ownTransaction: true,
    run: ({ scope, stop }) => checkDuplicates(scope, stop),
  }),
  job({ contract: releaseHeldCommissionsJob, timeoutMs: minutes(2), run: ({ scope, payload }) => releaseHeldCommissions(scope, payload) }),
  job({ contract: reportBanJob, timeoutMs: minutes(2), run: ({ scope, payload }) => reportBan(scope, payload) }),
  job({
    name: 'fraud.expire-groups',
    queue: 'housekeeping',
    cron: '34 2 * * *',
    timeoutMs: minutes(10),
    ownTransaction: true,
    run: ({ scope, stop }) => expireFraudGroups(scope, stop),
  }),
  job({
    name: 'fraud.release-holds-of-lower-plans',
    queue: 'housekeeping',
    cron: '52 2 * * *',
    timeoutMs: minutes(10),
    ownTransaction: true,
    run: ({ scope }) => releaseHoldsOfLowerPlans(scope),
  }),
  job({
    name: 'fraud.send-summaries',
    queue: 'housekeeping',
    cron: '4 16 * * *',
    timeoutMs: minutes(10),
    ownTransaction: true,
    run: ({ scope, stop }) => sendFraudSummaries(scope, stop),
  }),
  job({
    name: 'fraud.refresh-disposable-domains',
    queue: 'housekeeping',
    cron: '0 12 * * 1',
    timeoutMs: minutes(5),
    run: ({ scope }) => refreshDisposableDomains(scope),
  }),
]
