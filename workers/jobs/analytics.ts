import { exportAnalyticsJob, runAnalyticsExport, exportEventsJob, runEventsExport } from '../../shared/analytics/index.js'
import { failBackgroundOperation, operationTimeoutMs } from '../../shared/background-operations/index.js'
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
]
