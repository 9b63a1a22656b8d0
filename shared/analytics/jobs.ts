import { operationJob } from '../background-operations/index.js'

export const exportEventsJob = operationJob('events.export', 'exports')

export const exportAnalyticsJob = operationJob('analytics.export', 'exports')
