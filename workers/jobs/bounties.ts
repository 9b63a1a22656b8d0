import {
  applyBanToSubmissions,
  closeBounties,
  countActivePartner,
  countPerformance,
  hasPendingCounts,
  moveSubmissionsOfMergedPartner,
  notifyPartners,
  notifyPartnersJob,
  openBounties,
  planCountsOfPartners,
  openBountyJob,
  remindPartners,
  syncAllSocialMetrics,
  syncSocialMetricsJob,
} from '../../shared/bounties/index.js'
import { hours, minutes, seconds } from '../../shared/kernel/time.js'
import { batchJobTimeoutMs } from '../../shared/links/index.js'
import { enrolmentChanged, enrolmentsMoved, enrolmentsTagged, partnerMerged } from '../../shared/partners/index.js'
import { job } from '../job.js'

export const bountiesJobs = [
  job({
    contract: openBountyJob,
    every: minutes(1),
    timeoutMs: minutes(2),
    ownTransaction: true,
    run: ({ scope, payload }) => openBounties(scope, payload?.bountyId ?? null),
  }),
  job({
    name: 'bounties.close',
    queue: 'events',
    every: minutes(5),
    timeoutMs: minutes(2),
    ownTransaction: true,
    run: ({ scope }) => closeBounties(scope),
  }),
  job({
    name: 'bounties.count-performance',
    queue: 'money',
    every: minutes(1),
    poll: { every: seconds(2), hasWork: hasPendingCounts },
    timeoutMs: minutes(2),
    ownTransaction: true,
    run: ({ scope, stop }) => countPerformance(scope, stop),
  }),
  job({
    contract: notifyPartnersJob,
    timeoutMs: batchJobTimeoutMs,
    ownTransaction: true,
    run: ({ scope, payload }) => notifyPartners(scope, payload),
  }),
  job({
    name: 'bounties.remind-partners',
    queue: 'housekeeping',
    every: hours(1),
    timeoutMs: minutes(10),
    ownTransaction: true,
    run: ({ scope, stop }) => remindPartners(scope, stop),
  }),
  job({
    contract: syncSocialMetricsJob,
    every: hours(1),
    timeoutMs: minutes(30),
    ownTransaction: true,
    run: ({ scope, payload, stop }) => syncAllSocialMetrics(scope, payload?.bountyId ?? null, stop),
  }),
  job({
    on: enrolmentChanged,
    name: 'bounties.reject-submissions-of-banned',
    queue: 'events',
    timeoutMs: minutes(1),
    run: ({ scope, payload }) => applyBanToSubmissions(scope, payload),
  }),
  job({
    on: enrolmentChanged,
    name: 'bounties.count-active-partner',
    queue: 'events',
    timeoutMs: minutes(1),
    run: ({ scope, payload }) => countActivePartner(scope, payload),
  }),
  job({
    on: enrolmentsMoved,
    name: 'bounties.count-moved-partners',
    queue: 'events',
    timeoutMs: minutes(1),
    run: ({ scope, payload }) => planCountsOfPartners(scope, payload),
  }),
  job({
    on: enrolmentsTagged,
    name: 'bounties.count-tagged-partners',
    queue: 'events',
    timeoutMs: minutes(1),
    run: ({ scope, payload }) => planCountsOfPartners(scope, payload),
  }),
  job({
    on: partnerMerged,
    name: 'bounties.move-merged-partner',
    queue: 'events',
    timeoutMs: minutes(1),
    run: ({ scope, payload }) => moveSubmissionsOfMergedPartner(scope, payload),
  }),
]
