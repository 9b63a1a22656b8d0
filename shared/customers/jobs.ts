/** Job contracts of the customers domain. */
import { backgroundOperationPayload } from '../background-operations/index.js'
import { contract } from '../kernel/queue/contract.js'

export const exportCustomersJob = contract({
  name: 'customers.export',
  queue: 'exports',
  payload: backgroundOperationPayload,
  attempts: 10,
})
