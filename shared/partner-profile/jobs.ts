import { backgroundOperationPayload } from '../background-operations/index.js'
import { contract } from '../kernel/queue/contract.js'

const exportOf = (what: string) =>
  contract({ name: `partner-profile.export-${what}`, queue: 'exports', payload: backgroundOperationPayload, attempts: 10 })

export const exportOwnEventsJob = exportOf('events')
export const exportOwnCustomersJob = exportOf('customers')
export const exportOwnEarningsJob = exportOf('earnings')
