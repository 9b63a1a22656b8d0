import { failBackgroundOperation, operationTimeoutMs } from '../../shared/background-operations/index.js'
import { minutes, seconds } from '../../shared/kernel/time.js'
import { partnerMerged } from '../../shared/partners/index.js'
import {
  moveSettingsOfMergedPartner,
  applyExternalDelivery,
  applyExternalDeliveryJob,
  applyProviderWebhook,
  applyProviderWebhookJob,
  exportPayoutsJob,
  hasDueTransfers,
  notifyPayout,
  remindPartners,
  remindWorkspaces,
  payoutChanged,
  runPayoutExport,
  sendTransfers,
  sendTransfersJob,
} from '../../shared/payouts/index.js'
import { job } from '../job.js'

export const payoutsJobs = [
  job({
    contract: sendTransfersJob,
    every: minutes(1),
    poll: { every: seconds(5), hasWork: hasDueTransfers },
    timeoutMs: minutes(10),
    ownTransaction: true,
    run: ({ scope, stop }) => sendTransfers(scope, stop),
  }),
  job({
    contract: applyProviderWebhookJob,
    timeoutMs: minutes(2),
    run: ({ scope, payload }) => applyProviderWebhook(scope, payload),
  }),
  job({
    contract: applyExternalDeliveryJob,
    timeoutMs: minutes(1),
    run: ({ scope, payload }) => applyExternalDelivery(scope, payload),
  }),
  job({
    contract: exportPayoutsJob,
    timeoutMs: operationTimeoutMs,
    ownTransaction: true,
    onFailed: failBackgroundOperation,
    run: ({ scope, payload }) => runPayoutExport(scope, payload),
  }),
  job({
    on: payoutChanged,
    name: 'payouts.notify',
    queue: 'events',
    timeoutMs: minutes(1),
    run: ({ scope, payload }) => notifyPayout(scope, payload),
  }),
  job({
    on: partnerMerged,
    name: 'payouts.move-settings-of-merged-partner',
    queue: 'events',
    timeoutMs: minutes(1),
    run: ({ scope, payload }) => moveSettingsOfMergedPartner(scope, payload),
  }),
  job({
    name: 'payouts.remind-partners',
    queue: 'housekeeping',
    cron: '0 14 * * *',
    timeoutMs: minutes(10),
    run: ({ scope }) => remindPartners(scope),
  }),
  job({
    name: 'payouts.remind-workspaces',
    queue: 'housekeeping',
    cron: '0 13 25-31,1-5 * *',
    timeoutMs: minutes(10),
    run: ({ scope }) => remindWorkspaces(scope),
  }),
]
