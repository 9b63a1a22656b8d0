import { errandPayload } from '../errands/index.js'
import { contract } from '../kernel/contract.js'

export const exportEventsInFile = contract({ name: 'events.export', queue: 'exports', payload: errandPayload, attempts: 10 })

export const exportAnalyticsInFile = contract({ name: 'analytics.export', queue: 'exports', payload: errandPayload, attempts: 10 })
