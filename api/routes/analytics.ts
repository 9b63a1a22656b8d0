import {
  AnalyticsByPathSchema,
  AnalyticsEndpointPath,
  AnalyticsPath,
  AnalyticsSchema,
  analyticsQuerySchema,
  countExcluded,
  ExcludedSchema,
  excludedQuerySchema,
  exportAnalytics,
  exportAnalyticsQuerySchema,
  publicAnalyticsQuerySchema,
  retrieveAnalytics,
  retrieveAnalyticsByPath,
  retrievePublicAnalytics,
} from '../../shared/analytics/index.js'
import { guestPage } from '../access/guest.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'
import { fileOrJob, rawJson } from '../http/reply.js'

const tag = 'Analytics'

export const analytics = [
  endpoint({
    id: 'retrieveAnalytics',
    sdk: 'analytics.retrieve',
    tag,
    method: 'GET',
    path: '/analytics',
    summary: 'Count events',
    description:
      'Counts clicks, leads and sales. Returns one object or, with `groupBy`, up to 5,000 rows with the largest group first. ' +
      'A time series has a row for every hour, day or month, including empty ones.',
    access: workspace('analytics.read'),
    rate: 'analytics',
    query: analyticsQuerySchema,
    output: AnalyticsSchema,
    run: async ({ scope, query }) => rawJson(await retrieveAnalytics(scope, query)),
  }),
  endpoint({
    id: 'countExcludedRequests',
    sdk: 'analytics.countExcluded',
    tag,
    method: 'GET',
    path: '/analytics/excluded',
    summary: 'Count requests that are excluded from clicks',
    description:
      'Counts redirects that were not counted as clicks, such as bots, repeated clicks within an hour, and visitors who opted out. ' +
      'Grouped by reason, or by day and reason with `groupBy=timeseries`.',
    access: workspace('analytics.read'),
    rate: 'analytics',
    query: excludedQuerySchema,
    output: ExcludedSchema,
    run: ({ scope, query }) => countExcluded(scope, query),
  }),
  endpoint({
    id: 'exportAnalytics',
    method: 'GET',
    path: '/analytics/export',
    hidden: true,
    access: workspace('analytics.read'),
    rate: 'analytics',
    query: exportAnalyticsQuerySchema,
    run: async ({ scope, query }) => fileOrJob(await exportAnalytics(scope, query)),
  }),
  endpoint({
    id: 'retrievePublicAnalytics',
    method: 'GET',
    path: '/analytics/dashboard',
    hidden: true,
    access: guestPage,
    rate: 'none',
    query: publicAnalyticsQuerySchema,
    output: AnalyticsSchema,
    run: async ({ scope, query }) => rawJson(await retrievePublicAnalytics(scope, query)),
  }),
  endpoint({
    id: 'retrieveAnalyticsByEvent',
    method: 'GET',
    path: '/analytics/{eventType}',
    hidden: true,
    access: workspace('analytics.read'),
    rate: 'analytics',
    params: AnalyticsPath,
    query: analyticsQuerySchema,
    output: AnalyticsByPathSchema,
    run: async ({ scope, params, query }) => rawJson(await retrieveAnalyticsByPath(scope, params, query)),
  }),
  endpoint({
    id: 'retrieveAnalyticsByEndpoint',
    method: 'GET',
    path: '/analytics/{eventType}/{endpoint}',
    hidden: true,
    access: workspace('analytics.read'),
    rate: 'analytics',
    params: AnalyticsEndpointPath,
    query: analyticsQuerySchema,
    output: AnalyticsByPathSchema,
    run: async ({ scope, params, query }) => rawJson(await retrieveAnalyticsByPath(scope, params, query)),
  }),
]
