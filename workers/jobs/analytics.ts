import { exportAnalyticsJob, runAnalyticsExport, exportEventsJob, runEventsExport, sendUsageEmails } from '../../shared/analytics/index.js'
import { failBackgroundOperation, operationTimeoutMs } from '../../shared/background-operations/index.js'
import { minutes } from '../../shared/kernel/time.js'
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
    name: 'analytics.send-usage-emails',
    queue: 'housekeeping',
    cron: '3 12 * * *',
    timeoutMs: minutes(30),
    ownTransaction: true,
    run: ({ scope, stop }) => sendUsageEmails(scope, stop),
  }),
]
