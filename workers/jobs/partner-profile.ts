import { failBackgroundOperation, operationTimeoutMs } from '../../shared/background-operations/index.js'
import { minutes } from '../../shared/kernel/time.js'
import {
  exportOwnCustomersJob,
  exportOwnEarningsJob,
  exportOwnEventsJob,
  runOwnCustomersExport,
  runOwnEarningsExport,
  runOwnEventsExport,
  sendProgramSummaries,
} from '../../shared/partner-profile/index.js'
import { job } from '../job.js'

const exporting = { timeoutMs: operationTimeoutMs, ownTransaction: true, onFailed: failBackgroundOperation }

export const partnerProfileJobs = [
  job({ ...exporting, contract: exportOwnEventsJob, run: ({ scope, payload }) => runOwnEventsExport(scope, payload) }),
  job({ ...exporting, contract: exportOwnCustomersJob, run: ({ scope, payload }) => runOwnCustomersExport(scope, payload) }),
  job({ ...exporting, contract: exportOwnEarningsJob, run: ({ scope, payload }) => runOwnEarningsExport(scope, payload) }),
  job({
    name: 'partner-profile.send-program-summaries',
    queue: 'housekeeping',
    cron: '6 13 1 * *',
    timeoutMs: minutes(60),
    ownTransaction: true,
    run: ({ scope, stop }) => sendProgramSummaries(scope, stop),
  }),
]
