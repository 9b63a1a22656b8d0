/** What can be queued about customers. */
import { errandPayload } from '../errands/index.js'
import { contract } from '../kernel/contract.js'

export const exportCustomersInFile = contract({ name: 'customers.export', queue: 'exports', payload: errandPayload, attempts: 10 })
