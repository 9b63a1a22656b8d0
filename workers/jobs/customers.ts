import { failBackgroundOperation, operationTimeoutMs } from '../../shared/background-operations/index.js'
import { customerDeleted, exportCustomersJob, runCustomerExport, eraseCustomerFromLogs } from '../../shared/customers/index.js'
import { minutes } from '../../shared/kernel/time.js'
import { job } from '../job.js'

export const customersJobs = [
  job({
    contract: exportCustomersJob,
    timeoutMs: operationTimeoutMs,
    ownTransaction: true,
    onFailed: failBackgroundOperation,
    run: ({ scope, payload }) => runCustomerExport(scope, payload),
  }),
  job({
    on: customerDeleted,
    name: 'customers.erase-from-logs',
    queue: 'bulk',
    timeoutMs: minutes(10),
    run: ({ scope, payload }) => eraseCustomerFromLogs(scope, payload),
  }),
]
