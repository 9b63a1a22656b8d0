/**
 * Analytics: the read side of events. A query is resolved to a selection of events (`resolve-filters.ts`, `resolve-time-range.ts`) and a
 * grouping. An event store counts the events, and `groups.ts` turns groups into rows. The store in `postgres/` plans which rollups, facts
 * and event tables answer the query, and compiles the plan to one statement. The store in `clickhouse/` reads the events themselves.
 *
 * Results are exact at any time: rollups and the events that are not rolled up yet are read in one snapshot. A result only contains what
 * the caller's workspace, role and plan allow. This module never writes.
 */
export {
  type AnalyticsQuery,
  analyticsQuerySchema,
  type EventsQuery,
  eventsQuerySchema,
  excludedQuerySchema,
  metadataConditions,
} from './analytics-query.schema.js'
export { listEventsOfWorkspaces } from './list-events-of-workspaces.js'
export * from './analytics.schema.js'
export { type EventResponse, EventSchema } from './event.schema.js'
export { countEventsByPartner, type PartnerEvents } from './count-by-partner.js'
export { countExcluded, ExcludedSchema } from './count-excluded.js'
export { exportAnalytics, runAnalyticsExport, exportAnalyticsQuerySchema } from './export/export-analytics.js'
export { exportEvents, runEventsExport, exportEventsQuerySchema } from './export/export-events.js'
export { exportAnalyticsJob, exportEventsJob } from './jobs.js'
export { listEvents } from './list-events.js'
export { watchEvents } from './live/watch-events.js'
export {
  getPublicDashboard,
  isIndexable,
  PublicDashboardParams,
  publicDashboardQuerySchema,
  PublicDashboardSchema,
} from './public/get-public-dashboard.js'
export { publicAnalyticsQuerySchema, retrievePublicAnalytics } from './public/retrieve-public-analytics.js'
export { metadataQuery, type MetadataQuery } from './metadata-query.js'
export { metadataCondition } from './postgres/metadata.queries.js'
export { SqlValues } from './postgres/sql-values.js'
export { intervals, resolveRange } from './time/range.js'
export { resolveTimeRange } from './resolve-time-range.js'
export { sendUsageEmails } from './usage-emails/send-usage-emails.js'
export { filtersOf, resolveFilters, type ResolvedFilters, resolveLinkFilter } from './resolve-filters.js'
export { queryAnalyticsOf, retrieveAnalytics } from './retrieve-analytics.js'
export { AnalyticsByPathSchema, AnalyticsEndpointPath, AnalyticsPath, retrieveAnalyticsByPath } from './retrieve-by-path.js'
