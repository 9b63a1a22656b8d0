import { exportAnalyticsJob, runAnalyticsExport, exportEventsJob, runEventsExport } from '../../shared/analytics/index.js'
import { failBackgroundOperation, operationTimeoutMs } from '../../shared/background-operations/index.js'
import { minutes } from '../../shared/kernel/time.js'
import { rollUpClicks, rollUpConversions, buildColumnSegments } from '../../shared/tracking/index.js'
import { job } from '../job.js'

export const analyticsJobs = [
  job({
    contract: exportAnalyticsJob,
    timeoutMs: operationTimeoutMs,
    ownTransaction: true,
    onFailed: failBackgroundOperation,
    run: ({ scope, payload }) => runAnalyticsExport(scope, payload),
  }),
  job({
    contract: exportEventsJob,
    timeoutMs: operationTimeoutMs,
    ownTransaction: true,
    onFailed: failBackgroundOperation,
    run: ({ scope, payload }) => runEventsExport(scope, payload),
  }),
  job({
    name: 'analytics.roll-up-clicks',
    queue: 'housekeeping',
    every: minutes(1),
    timeoutMs: minutes(5),
    ownTransaction: true,
    run: ({ scope }) => rollUpClicks(scope),
  }),
  job({
    name: 'analytics.roll-up-conversions',
    queue: 'housekeeping',
    every: minutes(1),
    timeoutMs: minutes(5),
    ownTransaction: true,
    run: ({ scope }) => rollUpConversions(scope),
  }),
  // Three minutes past the hour: by then the previous hour is rolled up.
  job({
    name: 'analytics.build-column-segments',
    queue: 'housekeeping',
    cron: '3 * * * *',
    timeoutMs: minutes(5),
    ownTransaction: true,
    run: ({ scope }) => buildColumnSegments(scope),
  }),
]
