import { customerDeleted, exportCustomersInFile, exportCustomersOfErrand, forgetCustomerInLogs } from '../../shared/customers/index.js'
import { errandGaveUp, workWithin } from '../../shared/errands/index.js'
import { minutes } from '../../shared/kernel/time.js'
import { job } from '../job.js'

export const customersJobs = [
  job({
    of: exportCustomersInFile,
    within: workWithin,
    ownTransaction: true,
    exhausted: errandGaveUp,
    run: ({ scope, payload }) => exportCustomersOfErrand(scope, payload),
  }),
  job({
    on: customerDeleted,
    name: 'customers.forget-in-logs',
    queue: 'bulk',
    within: minutes(10),
    run: ({ scope, payload }) => forgetCustomerInLogs(scope, payload),
  }),
]
