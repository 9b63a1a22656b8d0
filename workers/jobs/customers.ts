import { exportCustomersInFile, exportCustomersOfErrand } from '../../shared/customers/index.js'
import { errandGaveUp, workWithin } from '../../shared/errands/index.js'
import { job } from '../job.js'

export const customersJobs = [
  job({ of: exportCustomersInFile, within: workWithin, ownTransaction: true, exhausted: errandGaveUp, run: ({ scope, payload }) => exportCustomersOfErrand(scope, payload) }),
]
