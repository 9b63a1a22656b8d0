/** Job contracts of the customers domain. */
import { operationJob } from '../background-operations/index.js'

export const exportCustomersJob = operationJob('customers.export', 'exports')
