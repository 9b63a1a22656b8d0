/** Figures of all workspaces, for the operator. */
import {
  adminAnalytics,
  adminAnalyticsQuerySchema,
  AdminCommissions,
  adminCommissions,
  adminCommissionsQuerySchema,
  adminEvents,
  adminEventsQuerySchema,
  AdminPayouts,
  adminPayouts,
  adminPayoutsQuerySchema,
  paypalPayouts,
  paypalPayoutsQuerySchema,
  PayoutsToPay,
  Revenue,
  revenue,
  revenueQuerySchema,
  stablecoinPayouts,
  stablecoinPayoutsQuerySchema,
  TopPrograms,
  topPrograms,
  topProgramsQuerySchema,
} from '../../shared/administration/index.js'
import { AnalyticsSchema, EventSchema } from '../../shared/analytics/index.js'
import { admin } from '../access/admin.js'
import { endpoint } from '../endpoint.js'
import { rawJson } from '../http/reply.js'

const reads = { access: admin, rate: 'none', hidden: true, method: 'GET' } as const

export const figures = [
  endpoint({
    ...reads,
    id: 'retrieveAnalyticsForOperator',
    path: '/admin/analytics',
    summary: 'Count events of all workspaces',
    description:
      'Like `GET /analytics`, over all workspaces or that of `workspaceId`, without the limits of their plans. A visitor of several workspaces ' +
      'counts once in each. Groups that are not among the 5,000 largest of a workspace are left out.',
    query: adminAnalyticsQuerySchema,
    output: AnalyticsSchema,
    run: async ({ scope, query }) => rawJson(await adminAnalytics(scope, query)),
  }),
  endpoint({
    ...reads,
    id: 'listEventsForOperator',
    path: '/admin/events',
    summary: 'List events of all workspaces',
    description:
      'Like `GET /events`, over all workspaces or that of `workspaceId`. Pages reach the first 1,000 events; cursors have no such limit.',
    query: adminEventsQuerySchema,
    output: EventSchema.array(),
    run: ({ scope, query }) => adminEvents(scope, query),
  }),
  endpoint({
    ...reads,
    id: 'getCommissionsForOperator',
    path: '/admin/commissions',
    summary: 'Earnings of partners by program and over time',
    query: adminCommissionsQuerySchema,
    output: AdminCommissions,
    run: ({ scope, query }) => adminCommissions(scope, query),
  }),
  endpoint({
    ...reads,
    id: 'getPayoutsForOperator',
    path: '/admin/payouts',
    summary: 'Invoices of payouts and their sums over time',
    query: adminPayoutsQuerySchema,
    output: AdminPayouts,
    run: ({ scope, query }) => adminPayouts(scope, query),
  }),
  endpoint({
    ...reads,
    id: 'listPaypalPayouts',
    path: '/admin/payouts/paypal',
    summary: 'List payouts to PayPal addresses that wait for their payment',
    description: 'The largest 1,000.',
    query: paypalPayoutsQuerySchema,
    output: PayoutsToPay,
    run: ({ scope, query }) => paypalPayouts(scope, query),
  }),
  endpoint({
    ...reads,
    id: 'listStablecoinPayouts',
    path: '/admin/payouts/stablecoin',
    summary: 'List payouts to wallets',
    description: 'The largest 1,000.',
    query: stablecoinPayoutsQuerySchema,
    output: PayoutsToPay,
    run: ({ scope, query }) => stablecoinPayouts(scope, query),
  }),
  endpoint({
    ...reads,
    id: 'getTopPrograms',
    path: '/admin/programs/sales',
    summary: 'The programs with the highest sales',
    query: topProgramsQuerySchema,
    output: TopPrograms,
    run: ({ scope, query }) => topPrograms(scope, query),
  }),
  endpoint({
    ...reads,
    id: 'getRevenue',
    path: '/admin/revenue',
    summary: 'Fees of payouts over time',
    query: revenueQuerySchema,
    output: Revenue,
    run: ({ scope, query }) => revenue(scope, query),
  }),
]
