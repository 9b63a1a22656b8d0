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
import { onlooker } from '../access/guest.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'
import { fileOrJob, written } from '../http/reply.js'

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
      'Clicks, leads and sales: one object with their counts, or with `groupBy` a row for each group, the largest first, at most 5,000. A time series has a row for each hour, day or month, also where nothing happened.',
    access: workspace('analytics.read'),
    rate: 'analytics',
    query: analyticsQuerySchema,
    output: AnalyticsSchema,
    run: async ({ scope, query }) => written(await retrieveAnalytics(scope, query)),
  }),
  endpoint({
    id: 'countExcludedRequests',
    tag,
    method: 'GET',
    path: '/analytics/excluded',
    summary: 'Count requests that were answered and not counted as clicks',
    description:
      'By reason, or by day and reason with `groupBy=timeseries`: bots, repeats within the hour, visitors who do not want to be counted.',
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
    access: onlooker,
    rate: 'none',
    query: publicAnalyticsQuerySchema,
    output: AnalyticsSchema,
    run: async ({ scope, query }) => written(await retrievePublicAnalytics(scope, query)),
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
    run: async ({ scope, params, query }) => written(await retrieveAnalyticsByPath(scope, params, query)),
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
    run: async ({ scope, params, query }) => written(await retrieveAnalyticsByPath(scope, params, query)),
  }),
]
