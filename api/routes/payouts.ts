import {
  AggregationStarted,
  getPayout,
  getPayoutsQuerySchema,
  listPayouts,
  PayoutParams,
  PayoutSchema,
  requestAggregation,
} from '../../shared/earnings/index.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'

const readers = workspace('groups.read')

export const payouts = [
  endpoint({
    id: 'listPayouts',
    sdk: 'payouts.list',
    tag: 'Payouts',
    method: 'GET',
    path: '/payouts',
    summary: 'List payouts',
    access: readers,
    rate: 'api',
    query: getPayoutsQuerySchema,
    output: PayoutSchema.array(),
    run: ({ scope, query }) => listPayouts(scope, query),
  }),
  endpoint({
    id: 'aggregatePayouts',
    method: 'POST',
    path: '/payouts/aggregate',
    hidden: true,
    status: 202,
    access: workspace('groups.write'),
    rate: 'api',
    output: AggregationStarted,
    run: ({ scope }) => requestAggregation(scope),
  }),
  endpoint({
    id: 'getPayout',
    method: 'GET',
    path: '/payouts/{id}',
    hidden: true,
    access: readers,
    rate: 'api',
    params: PayoutParams,
    output: PayoutSchema,
    run: ({ scope, params }) => getPayout(scope, params.id),
  }),
]
