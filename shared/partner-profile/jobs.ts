import { operationJob } from '../background-operations/index.js'

const exportOf = (what: string) => operationJob(`partner-profile.export-${what}`, 'exports')

export const exportOwnEventsJob = exportOf('events')
export const exportOwnCustomersJob = exportOf('customers')
export const exportOwnEarningsJob = exportOf('earnings')
