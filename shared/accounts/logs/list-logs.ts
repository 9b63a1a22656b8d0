/** The log of a workspace's requests: lines, counts, a series, one line. */
import { z } from 'zod'
import { numberedPages } from '../../kernel/fields.js'
import { logNotFound } from '../errors.js'
import { logRetention } from '../plans.js'
import type { WorkspaceScope } from '../workspace-scope.js'
import { countByGroup, countByTime, countMatching, type LogFilter, logOfWorkspace, logsMatching } from './log.queries.js'
import { presentLog } from './present-log.js'
import { SpanFields, type Stretch, stretchOf } from './span.js'

const fields = {
  routePattern: z.string().max(200).optional(),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  statusCode: z.coerce.number().int().min(100).max(599).optional(),
  tokenId: z.string().max(100).optional(),
  requestId: z.string().max(100).optional(),
  requestType: z.enum(['api', 'webhook']).optional(),
  ...SpanFields,
}
export const LogSeriesQuery = z.object(fields)
type Asked = z.infer<typeof LogSeriesQuery>
export const ListLogs = z.object({ ...fields, ...numberedPages(50) })
export const CountLogs = z.object({ ...fields, groupBy: z.enum(['routePattern', 'statusCode', 'method']).optional() })

const count = { count: z.number() }
export const CountLogsAnswer = z.union([
  z.number(),
  z.object({ routePattern: z.string(), ...count }).array(),
  z.object({ statusCode: z.number(), ...count }).array(),
  z.object({ method: z.string(), ...count }).array(),
])
export const LogSeriesAnswer = z
  .object({
    date: z.string(),
    dateEnd: z.string(),
    status2xx: z.number(),
    status4xx: z.number(),
    status5xx: z.number(),
    statusOther: z.number(),
  })
  .array()

/** A page of the log, the newest first. */
export async function listLogs(scope: WorkspaceScope, asked: z.infer<typeof ListLogs>) {
  const { page = 1, pageSize } = asked
  return (await logsMatching(scope.pool, filterOf(scope, asked, await stretchOf(scope, asked)), { page, pageSize })).map(presentLog)
}

/** How many requests there were; with a group, of each of it. */
export async function countLogs(scope: WorkspaceScope, asked: z.infer<typeof CountLogs>): Promise<z.infer<typeof CountLogsAnswer>> {
  const filter = filterOf(scope, asked, await stretchOf(scope, asked))
  return asked.groupBy
    ? ((await countByGroup(scope.pool, filter, asked.groupBy)) as z.infer<typeof CountLogsAnswer>)
    : countMatching(scope.pool, filter)
}

/** How many requests there were over time, by how they ended. */
export async function logSeries(scope: WorkspaceScope, asked: Asked): Promise<z.infer<typeof LogSeriesAnswer>> {
  const stretch = await stretchOf(scope, asked)
  const buckets = await countByTime(scope.pool, filterOf(scope, asked, stretch), stretch.unit, asked.timezone)
  return buckets.map(({ date, dateEnd, ...counts }) => ({ date: date.toISOString(), dateEnd: dateEnd.toISOString(), ...counts }))
}

/** One line, for as long as the plan keeps it. */
export async function getLog({ pool, workspace, now }: WorkspaceScope, id: string) {
  const row = await logOfWorkspace(pool, workspace.id, id, new Date(now().getTime() - logRetention(workspace.plan)))
  if (!row) throw logNotFound()
  return presentLog(row)
}

function filterOf(
  { workspace }: WorkspaceScope,
  { routePattern, method, statusCode, tokenId, requestId, requestType }: Asked,
  { from, to }: Stretch,
): LogFilter {
  return {
    workspaceId: workspace.id,
    from,
    to,
    routePattern: routePattern ?? null,
    method: method ?? null,
    statusCode: statusCode ?? null,
    tokenId: tokenId ?? null,
    requestId: requestId ?? null,
    requestType: requestType ?? null,
  }
}
