import { failBackgroundOperation, operationTimeoutMs } from '../../shared/background-operations/index.js'
import { customerDeleted } from '../../shared/customers/index.js'
import { hours, minutes, seconds } from '../../shared/kernel/time.js'
import {
  applyPendingConversions,
  recomputeAttributionJob,
  deleteErasedTexts,
  deleteExpiredVisits,
  queueErasure,
  eraseCustomers,
  eraseCustomersJob,
  ingestClickBatch,
  ingestClicks,
  ingestQueuedClicks,
  ingestQueuedClicksJob,
  createPartitions,
  replaceLinkIndex,
  runAttributionRecompute,
  refreshRates,
  writeClickBlocks,
  writeClickBlocksJob,
} from '../../shared/tracking/index.js'
import { job } from '../job.js'

export const trackingJobs = [
  job({
    contract: recomputeAttributionJob,
    timeoutMs: operationTimeoutMs,
    ownTransaction: true,
    onFailed: failBackgroundOperation,
    run: ({ scope, payload }) => runAttributionRecompute(scope, payload),
  }),
  job({
    contract: ingestClicks,
    timeoutMs: minutes(2),
    ownTransaction: true,
    run: ({ scope, payload }) => ingestClickBatch(scope, payload),
  }),
  job({
    contract: ingestQueuedClicksJob,
    // It is woken when there is work; this is for what a killed process left.
    every: seconds(5),
    timeoutMs: minutes(2),
    ownTransaction: true,
    run: ({ scope, stop }) => ingestQueuedClicks(scope, stop),
  }),
  job({
    contract: writeClickBlocksJob,
    // It is woken when there is work; this is for what a killed process left.
    every: seconds(5),
    timeoutMs: minutes(2),
    ownTransaction: true,
    run: ({ scope, stop }) => writeClickBlocks(scope, stop),
  }),
  // Reads the events of PostgreSQL, whatever store the changes are for.
  job({
    name: 'rollups.roll-up-conversions',
    queue: 'housekeeping',
    every: minutes(1),
    timeoutMs: minutes(5),
    ownTransaction: true,
    run: ({ scope }) => applyPendingConversions(scope),
  }),
  job({
    name: 'tracking.replace-link-index',
    queue: 'housekeeping',
    cron: '38 4 * * *',
    timeoutMs: hours(2),
    ownTransaction: true,
    run: ({ scope }) => replaceLinkIndex(scope),
  }),
  job({
    name: 'tracking.create-partitions',
    queue: 'housekeeping',
    every: hours(12),
    timeoutMs: minutes(2),
    run: ({ scope }) => createPartitions(scope),
  }),
  job({
    name: 'tracking.delete-expired-visits',
    queue: 'housekeeping',
    every: minutes(10),
    timeoutMs: minutes(5),
    run: ({ scope }) => deleteExpiredVisits(scope),
  }),
  job({
    name: 'tracking.refresh-exchange-rates',
    queue: 'housekeeping',
    cron: '0 8 * * *',
    timeoutMs: minutes(2),
    run: ({ scope }) => refreshRates(scope),
  }),
  job({
    name: 'tracking.delete-erased-texts',
    queue: 'housekeeping',
    cron: '23 4 * * *',
    timeoutMs: minutes(30),
    ownTransaction: true,
    run: ({ scope, stop }) => deleteErasedTexts(scope, stop),
  }),
  job({
    on: customerDeleted,
    name: 'tracking.erase-customer',
    queue: 'events',
    timeoutMs: minutes(1),
    run: ({ scope, payload }) => queueErasure(scope, payload),
  }),
  job({
    contract: eraseCustomersJob,
    every: minutes(1),
    timeoutMs: minutes(30),
    ownTransaction: true,
    run: ({ scope, stop }) => eraseCustomers(scope, stop),
  }),
]
