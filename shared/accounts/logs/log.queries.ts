/** SQL that reads the request log. */
import type pg from 'pg'
import type { LogWithCaller } from './present-log.js'

/** Null fields do not filter. */
export interface LogFilter {
  workspaceId: string
  from: Date
  to: Date
  routePattern: string | null
  method: string | null
  statusCode: number | null
  tokenId: string | null
  requestId: string | null
  requestType: string | null
}

const matches = `l.workspace_id = $1 and l.at >= $2 and l.at < $3
  and ($4::text is null or l.route_pattern = $4) and ($5::text is null or l.method = $5)
  and ($6::integer is null or l.status_code = $6) and ($7::text is null or l.token_id = $7)
  and ($8::text is null or l.request_id = $8 or l.id = $8) and ($9::text is null or l.type = $9)`
const valuesOf = ({ workspaceId, from, to, routePattern, method, statusCode, tokenId, requestId, requestType }: LogFilter) => [
  workspaceId,
  from,
  to,
  routePattern,
  method,
  statusCode,
  tokenId,
  requestId,
  requestType,
]

/** The requests whose contents a reader sees. Null fields do not restrict. */
export interface ContentFilter {
  userId: string | null
  tokenId: string | null
}

/** Columns that may contain data of a link or a customer. */
const contentColumns = ['query_params', 'request_body', 'response_body'] as const

/** The contents of the entries, and their paths, which may contain ids; of requests that the reader may not see, only the pattern. */
function contents(userId: string, tokenId: string): string {
  const isVisible = `(${userId}::text is null or l.user_id = ${userId}) and (${tokenId}::text is null or l.token_id = ${tokenId})`
  const columnsIfVisible = contentColumns.map((name) => `case when ${isVisible} then l.${name} end as ${name}`)
  return [...columnsIfVisible, `case when ${isVisible} then l.path else l.route_pattern end as path`].join()
}

// The later of two columns with the same name counts.
const selectColumns = (userId: string, tokenId: string) => `l.*, ${contents(userId, tokenId)}, t.name as token_name, t.partial_key,
  u.name as user_name, u.email as user_email, u.image as user_image, u.is_machine as user_is_machine`
const fromJoins = `request_logs l left join tokens t on t.id = l.token_id left join users u on u.id = l.user_id`

/** A page of log entries, newest first. */
export async function findLogs(
  pool: pg.Pool,
  filter: LogFilter,
  { page, pageSize, contentsOf }: { page: number; pageSize: number; contentsOf: ContentFilter },
): Promise<LogWithCaller[]> {
  const { rows } = await pool.query<LogWithCaller>(
    `select ${selectColumns('$12', '$13')} from ${fromJoins} where ${matches} order by l.at desc, l.id desc limit $10 offset $11`,
    [...valuesOf(filter), pageSize, (page - 1) * pageSize, contentsOf.userId, contentsOf.tokenId],
  )
  return rows
}

export async function findLog(
  pool: pg.Pool,
  workspaceId: string,
  id: string,
  since: Date,
  contentsOf: ContentFilter,
): Promise<LogWithCaller | null> {
  const { rows } = await pool.query<LogWithCaller>(
    `select ${selectColumns('$4', '$5')} from ${fromJoins} where l.id = $1 and l.workspace_id = $2 and l.at >= $3`,
    [id, workspaceId, since, contentsOf.userId, contentsOf.tokenId],
  )
  return rows[0] ?? null
}

/** Whether the workspace has a folder that a user who is no owner has no access to: their own entry counts, else the access level. */
export async function hasHiddenFolder(pool: pg.Pool, workspaceId: string, userId: string): Promise<boolean> {
  const { rows } = await pool.query(
    `select 1 from folders f left join folder_users u on u.folder_id = f.id and u.user_id = $2
     where f.workspace_id = $1 and (case when u.user_id is null then f.access_level is null else u.role is null end) limit 1`,
    [workspaceId, userId],
  )
  return rows.length > 0
}

export async function countLogsMatching(pool: pg.Pool, filter: LogFilter): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from request_logs l where ${matches}`,
    valuesOf(filter),
  )
  return rows[0]?.count ?? 0
}

const groups = { routePattern: 'l.route_pattern', statusCode: 'l.status_code', method: 'l.method' } as const
export type LogGroup = keyof typeof groups

/** The number of entries per group, largest first. */
export async function countLogsByGroup(pool: pg.Pool, filter: LogFilter, group: LogGroup): Promise<Record<string, string | number>[]> {
  const { rows } = await pool.query<Record<string, string | number>>(
    `select ${groups[group]} as "${group}", count(*)::int as count 
     from request_logs l where ${matches} group by 1 order by 2 desc, 1 limit 500`,
    valuesOf(filter),
  )
  return rows
}

export interface BucketCounts {
  /** The number of the interval, from 1. */
  bucket: number
  status2xx: number
  status4xx: number
  status5xx: number
  statusOther: number
}

/** Counts per interval, without empty ones. `starts` are the first instants of the intervals, as ISO 8601. */
export async function countLogsByTime(pool: pg.Pool, filter: LogFilter, starts: readonly string[]): Promise<BucketCounts[]> {
  const counted = (condition: string) => `count(*) filter (where ${condition})::int`
  const { rows } = await pool.query<BucketCounts>(
    `select width_bucket(l.at, $10::timestamptz[]) as bucket,
       ${counted('l.status_code between 200 and 299')} as "status2xx",
       ${counted('l.status_code between 400 and 499')} as "status4xx",
       ${counted('l.status_code between 500 and 599')} as "status5xx",
       ${counted('l.status_code < 200 or l.status_code between 300 and 399')} as "statusOther"
     from request_logs l where ${matches} group by 1`,
    [...valuesOf(filter), starts],
  )
  return rows
}
