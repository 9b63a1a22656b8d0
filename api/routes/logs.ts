import {
  countLogs,
  CountLogs,
  CountLogsOutput,
  getLog,
  listLogs,
  ListLogs,
  LogParams,
  LogSchema,
  logSeries,
  LogSeriesOutput,
  LogSeriesQuery,
} from '../../shared/accounts/index.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'

const row = { method: 'GET', hidden: true, rate: 'api', access: workspace('workspaces.read') } as const

export const logs = [
  endpoint({
    ...row,
    id: 'listLogs',
    path: '/logs',
    query: ListLogs,
    output: LogSchema.array(),
    run: ({ scope, query }) => listLogs(scope, query),
  }),
  endpoint({
    ...row,
    id: 'countLogs',
    path: '/logs/count',
    query: CountLogs,
    output: CountLogsOutput,
    run: ({ scope, query }) => countLogs(scope, query),
  }),
  endpoint({
    ...row,
    id: 'getLogSeries',
    path: '/logs/timeseries',
    query: LogSeriesQuery,
    output: LogSeriesOutput,
    run: ({ scope, query }) => logSeries(scope, query),
  }),
  endpoint({
    ...row,
    id: 'getLog',
    path: '/logs/{id}',
    params: LogParams,
    output: LogSchema,
    run: ({ scope, params }) => getLog(scope, params.id),
  }),
]
