import { planChanged } from '../../shared/accounts/index.js'
import { failBackgroundOperation, operationTimeoutMs } from '../../shared/background-operations/index.js'
import { minutes, seconds } from '../../shared/kernel/time.js'
import { batchJobTimeoutMs, utmTemplateChanged } from '../../shared/links/index.js'
import {
  applyMoveRules,
  changeProgramPartners,
  changeProgramPartnersJob,
  deleteExpiredEnrolments,
  deleteGroupJob,
  enrolmentChanged,
  enrolmentsMoved,
  exportPartnersJob,
  finishGroupDeletion,
  hasPendingMoves,
  notifyOfGroup,
  notifyOfStatus,
  runPartnerExport,
  sendPartnerInvite,
  sendPartnerInviteJob,
  stopProgramsOfPlan,
  syncLinks,
  syncLinksJob,
  syncLinksOfTemplate,
} from '../../shared/partners/index.js'
import { job } from '../job.js'

const inBatches = { timeoutMs: batchJobTimeoutMs, ownTransaction: true }

export const partnersJobs = [
  job({ contract: syncLinksJob, ...inBatches, run: ({ scope, payload }) => syncLinks(scope, payload) }),
  job({ contract: deleteGroupJob, ...inBatches, run: ({ scope, payload }) => finishGroupDeletion(scope, payload) }),
  job({ contract: changeProgramPartnersJob, ...inBatches, run: ({ scope, payload }) => changeProgramPartners(scope, payload) }),
  job({
    contract: exportPartnersJob,
    timeoutMs: operationTimeoutMs,
    ownTransaction: true,
    onFailed: failBackgroundOperation,
    run: ({ scope, payload }) => runPartnerExport(scope, payload),
  }),
  // The email leaves while the job runs: a surrounding transaction could roll back the one-time link that was just sent.
  job({
    contract: sendPartnerInviteJob,
    timeoutMs: minutes(1),
    ownTransaction: true,
    run: ({ scope, payload }) => sendPartnerInvite(scope, payload),
  }),
  job({
    on: enrolmentChanged,
    name: 'partners.notify-of-status',
    queue: 'events',
    timeoutMs: minutes(1),
    run: ({ scope, payload }) => notifyOfStatus(scope, payload),
  }),
  job({
    on: enrolmentsMoved,
    name: 'partners.notify-of-group',
    queue: 'events',
    timeoutMs: minutes(1),
    run: ({ scope, payload }) => notifyOfGroup(scope, payload),
  }),
  job({
    on: utmTemplateChanged,
    name: 'partners.sync-links-of-template',
    queue: 'events',
    timeoutMs: minutes(1),
    run: ({ scope, payload }) => syncLinksOfTemplate(scope, payload),
  }),
  job({
    on: planChanged,
    name: 'partners.stop-programs-of-plan',
    queue: 'events',
    timeoutMs: minutes(1),
    run: ({ scope, payload }) => stopProgramsOfPlan(scope, payload),
  }),
  job({
    name: 'partners.apply-move-rules',
    queue: 'events',
    every: minutes(1),
    poll: { every: seconds(5), hasWork: hasPendingMoves },
    timeoutMs: minutes(2),
    ownTransaction: true,
    run: ({ scope, stop }) => applyMoveRules(scope, stop),
  }),
  job({
    name: 'partners.delete-expired-enrolments',
    queue: 'housekeeping',
    cron: '35 5 * * *',
    timeoutMs: minutes(10),
    ownTransaction: true,
    run: ({ scope }) => deleteExpiredEnrolments(scope),
  }),
]
