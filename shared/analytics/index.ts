/**
 * Analytics: the read side of events. A question is understood (`understand.ts`, `time-asked.ts`) as a selection of events and a grouping;
 * an event store counts; groups become rows (`groups.ts`). The store of `postgres/` plans which rollups, facts and events answer the
 * question and writes one statement.
 *
 * Answers are exact, whatever has been folded: rollups and what is not in them yet are read as of one moment. No answer holds more than the
 * caller's workspace, range and plan allow. Called by the API's tables; changes nothing.
 */
export { analyticsQuerySchema, eventsQuerySchema, excludedQuerySchema } from './analytics-query.schema.js'
export * from './analytics.schema.js'
export { EventSchema } from './event.schema.js'
export { countExcluded, ExcludedSchema } from './count-excluded.js'
export { exportAnalytics, exportAnalyticsOfErrand, exportAnalyticsQuerySchema } from './export/export-analytics.js'
export { exportEvents, exportEventsOfErrand, exportEventsQuerySchema } from './export/export-events.js'
export { exportAnalyticsInFile, exportEventsInFile } from './jobs.js'
export { listEvents } from './list-events.js'
export { watchEvents } from './live/watch-events.js'
export { publicAnalyticsQuerySchema, retrievePublicAnalytics } from './public/retrieve-public-analytics.js'
export { retrieveAnalytics } from './retrieve-analytics.js'
export { AnalyticsByPathSchema, AnalyticsEndpointPath, AnalyticsPath, retrieveAnalyticsByPath } from './retrieve-by-path.js'
