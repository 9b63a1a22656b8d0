import { backgroundOperationPayload } from '../background-operations/index.js'
import { contract } from '../kernel/queue/contract.js'

export const exportEventsJob = contract({ name: 'events.export', queue: 'exports', payload: backgroundOperationPayload, attempts: 10 })

export const exportAnalyticsJob = contract({
  name: 'analytics.export',
  queue: 'exports',
  payload: backgroundOperationPayload,
  attempts: 10,
})
