/** Reads the request log of a workspace: entries, counts, a time series, one entry. */
import { z } from 'zod'
import { pageFields } from '../../kernel/input-fields.js'
import { bucketStarts } from '../../kernel/time-zones/buckets.js'
import { days } from '../../kernel/time.js'
import { logNotFound } from '../errors.js'
import { logRetentionMs, planHas } from '../plans.js'
import type { WorkspaceScope } from '../workspace-scope.js'
import {
  type ContentFilter,
  countLogsByGroup,
  countLogsByTime,
  countLogsMatching,
  type LogFilter,
  findLog,
  findLogs,
  hasHiddenFolder,
} from './log.queries.js'
import { presentLog } from './present-log.js'
import { TimeRangeFields, type TimeRange, resolveTimeRange } from './time-range.js'

const fields = {
  routePattern: z.string().max(200).optional(),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  statusCode: z.coerce.number().int().min(100).max(599).optional(),
  tokenId: z.string().max(100).optional(),
  requestId: z.string().max(100).optional(),
  requestType: z.enum(['api', 'webhook']).optional(),
  ...TimeRangeFields,
}
export const LogSeriesQuery = z.object(fields)
type LogQuery = z.infer<typeof LogSeriesQuery>
export const ListLogs = z.object({ ...fields, ...pageFields(50) })
export const CountLogs = z.object({ ...fields, groupBy: z.enum(['routePattern', 'statusCode', 'method']).optional() })

const count = { count: z.number() }
export const CountLogsOutput = z.union([
  z.number(),
  z.object({ routePattern: z.string(), ...count }).array(),
  z.object({ statusCode: z.number(), ...count }).array(),
  z.object({ method: z.string(), ...count }).array(),
])
export const LogSeriesOutput = z
  .object({
    date: z.string(),
    dateEnd: z.string(),
    status2xx: z.number(),
    status4xx: z.number(),
    status5xx: z.number(),
    statusOther: z.number(),
  })
  .array()

/** A page of log entries, newest first. */
export async function listLogs(scope: WorkspaceScope, query: z.infer<typeof ListLogs>) {
  const { page = 1, pageSize } = query
  const filter = filterOf(scope, query, resolveTimeRange(scope, query))
  return (await findLogs(scope.pool, filter, { page, pageSize, contentsOf: await visibleContents(scope) })).map(presentLog)
}

/** The number of matching requests, in total or per group. */
export async function countLogs(scope: WorkspaceScope, query: z.infer<typeof CountLogs>): Promise<z.infer<typeof CountLogsOutput>> {
  const filter = filterOf(scope, query, resolveTimeRange(scope, query))
  return query.groupBy
    ? ((await countLogsByGroup(scope.pool, filter, query.groupBy)) as z.infer<typeof CountLogsOutput>)
    : countLogsMatching(scope.pool, filter)
}

/** The number of matching requests over time, by status class. */
export async function logSeries(scope: WorkspaceScope, query: LogQuery): Promise<z.infer<typeof LogSeriesOutput>> {
  const range = resolveTimeRange(scope, query)
  const { unit, zone } = range
  const [from, to] = [range.from.getTime(), range.to.getTime()]
  // The day after the range contains the end of its last interval.
  const edges = bucketStarts({ from, to: to + days(2), unit }, zone).map((start) => new Date(start).toISOString())
  const starts = edges.filter((start) => Date.parse(start) < to)
  const rows = await countLogsByTime(scope.pool, filterOf(scope, query, range), starts)
  const byBucket = new Map(rows.map(({ bucket, ...counts }) => [bucket, counts]))
  return starts.map((date, index) => ({ date, dateEnd: edges[index + 1] as string, ...(byBucket.get(index + 1) ?? noRequests) }))
}

const noRequests = { status2xx: 0, status4xx: 0, status5xx: 0, statusOther: 0 }

/** One log entry within the retention of the plan. */
export async function getLog(scope: WorkspaceScope, id: string) {
  const { pool, workspace, now } = scope
  const since = new Date(now().getTime() - logRetentionMs(workspace.plan))
  const row = await findLog(pool, workspace.id, id, since, await visibleContents(scope))
  if (!row) throw logNotFound()
  return presentLog(row)
}

/**
 * The requests and responses of other users may contain links of a folder that the reader has no access to, and customers that the reader
 * may not read. Such a reader sees only the contents of their own requests; without `customers.read`, a key sees only those made with it.
 */
async function visibleContents(scope: WorkspaceScope): Promise<ContentFilter> {
  const { user, tokenId, permissions } = scope.actor
  const readsCustomers = permissions.has('customers.read')
  const isRestricted = !readsCustomers || (await lacksFolder(scope))
  return { userId: isRestricted ? user.id : null, tokenId: readsCustomers ? null : tokenId }
}

const lacksFolder = async ({ pool, workspace, actor }: WorkspaceScope): Promise<boolean> =>
  actor.role !== 'owner' && planHas(workspace.plan, 'folderPermissions') && (await hasHiddenFolder(pool, workspace.id, actor.user.id))

function filterOf(
  { workspace }: WorkspaceScope,
  { routePattern, method, statusCode, tokenId, requestId, requestType }: LogQuery,
  { from, to }: TimeRange,
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
