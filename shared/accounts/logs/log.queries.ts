/** The log of requests: one writer, and the questions that it answers. */
import type { EntityManager } from '@mikro-orm/postgresql'
import type pg from 'pg'
import type { LogRow } from './log-row.js'
import type { ShownLog } from './present-log.js'

const columns = [
  'id',
  'workspace_id',
  'request_id',
  'at',
  'expires_at',
  'type',
  'method',
  'path',
  'route_pattern',
  'status_code',
  'duration',
  'user_agent',
  'query_params',
  'request_body',
  'response_body',
  'token_id',
  'user_id',
]
const types = [
  'text',
  'text',
  'text',
  'timestamptz',
  'timestamptz',
  'text',
  'text',
  'text',
  'text',
  'integer',
  'integer',
  'text',
  'text',
  'text',
  'text',
  'text',
  'text',
]
const insertSql = `insert into request_logs (${columns.join()}) select * from unnest(${types.map((type, at) => `$${at + 1}::${type}[]`).join()})`

export async function insertLogs(pool: pg.Pool, rows: LogRow[]): Promise<void> {
  const of = <Name extends keyof LogRow>(name: Name) => rows.map((row) => row[name])
  await pool.query(insertSql, [
    of('id'),
    of('workspaceId'),
    of('requestId'),
    of('at'),
    of('expiresAt'),
    of('type'),
    of('method'),
    of('path'),
    of('pattern'),
    of('status'),
    of('duration'),
    of('userAgent'),
    of('query'),
    of('sent'),
    of('answer'),
    of('tokenId'),
    of('userId'),
  ])
}

/** Which lines of a workspace's log are meant. */
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

const matches = `l.workspace_id = $1 and l.at >= $2 and l.at < $3 and ($4::text is null or l.route_pattern = $4) and ($5::text is null or l.method = $5)
  and ($6::integer is null or l.status_code = $6) and ($7::text is null or l.token_id = $7) and ($8::text is null or l.request_id = $8 or l.id = $8) and ($9::text is null or l.type = $9)`
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

const shownColumns = `l.*, t.name as token_name, t.partial_key, u.name as user_name, u.email as user_email, u.image as user_image, u.is_machine as user_is_machine`
const shownFrom = `request_logs l left join tokens t on t.id = l.token_id left join users u on u.id = l.user_id`

/** A page of the log, the newest first. */
export async function logsMatching(
  pool: pg.Pool,
  filter: LogFilter,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<ShownLog[]> {
  const { rows } = await pool.query<ShownLog>(
    `select ${shownColumns} from ${shownFrom} where ${matches} order by l.at desc, l.id desc limit $10 offset $11`,
    [...valuesOf(filter), pageSize, (page - 1) * pageSize],
  )
  return rows
}

export async function logOfWorkspace(pool: pg.Pool, workspaceId: string, id: string, since: Date): Promise<ShownLog | null> {
  const { rows } = await pool.query<ShownLog>(
    `select ${shownColumns} from ${shownFrom} where l.id = $1 and l.workspace_id = $2 and l.at >= $3`,
    [id, workspaceId, since],
  )
  return rows[0] ?? null
}

export async function countMatching(pool: pg.Pool, filter: LogFilter): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from request_logs l where ${matches}`,
    valuesOf(filter),
  )
  return rows[0]?.count ?? 0
}

const groups = { routePattern: 'l.route_pattern', statusCode: 'l.status_code', method: 'l.method' } as const
export type LogGroup = keyof typeof groups

/** How many lines there are of each, the most first. */
export async function countByGroup(pool: pg.Pool, filter: LogFilter, group: LogGroup): Promise<Record<string, string | number>[]> {
  const { rows } = await pool.query<Record<string, string | number>>(
    `select ${groups[group]} as "${group}", count(*)::int as count from request_logs l where ${matches} group by 1 order by 2 desc, 1 limit 500`,
    valuesOf(filter),
  )
  return rows
}

/** The days of the zone in which an instant lies: where its day begins, and the next. */
export async function dayOf(pool: pg.Pool, at: Date, zone: string): Promise<{ begins: Date; ends: Date }> {
  const { rows } = await pool.query<{ begins: Date; ends: Date }>(
    `select date_trunc('day', $1::timestamptz, $2) as begins, date_add(date_trunc('day', $1::timestamptz, $2), '1 day', $2) as ends`,
    [at, zone],
  )
  return rows[0] as { begins: Date; ends: Date }
}

export interface LogBucket {
  date: Date
  dateEnd: Date
  status2xx: number
  status4xx: number
  status5xx: number
  statusOther: number
}

/** Counts of each minute, hour or day of the span in that zone; none is left out. */
export async function countByTime(pool: pg.Pool, filter: LogFilter, unit: 'minute' | 'hour' | 'day', zone: string): Promise<LogBucket[]> {
  const counted = (condition: string) => `count(*) filter (where ${condition})::int`
  const { rows } = await pool.query<LogBucket>(
    `select b as date, date_add(b, ('1 ' || $10)::interval, $11) as "dateEnd",
       coalesce(s2, 0) as "status2xx", coalesce(s4, 0) as "status4xx", coalesce(s5, 0) as "status5xx", coalesce(other, 0) as "statusOther"
     from generate_series(date_trunc($10, $2::timestamptz, $11), $3::timestamptz - interval '1 microsecond', ('1 ' || $10)::interval, $11) b
     left join (
       select date_trunc($10, l.at, $11) as bucket, ${counted('l.status_code between 200 and 299')} as s2, ${counted('l.status_code between 400 and 499')} as s4,
         ${counted('l.status_code between 500 and 599')} as s5, ${counted('l.status_code < 200 or l.status_code between 300 and 399')} as other
       from request_logs l where ${matches} group by 1
     ) counts on counts.bucket = b
     order by b`,
    [...valuesOf(filter), unit, zone],
  )
  return rows
}

/** Deletes some of what nobody may see any more; answers how many. */
export async function deleteLogsExpiredBefore(em: EntityManager, now: Date, most: number): Promise<number> {
  const rows = await em.execute(
    'delete from request_logs where id in (select id from request_logs where expires_at < ? limit ?) returning 1',
    [now, most],
  )
  return rows.length
}

export async function deleteLogsOf(em: EntityManager, workspaceId: string, most: number): Promise<number> {
  const rows = await em.execute(
    'delete from request_logs where id in (select id from request_logs where workspace_id = ? limit ?) returning 1',
    [workspaceId, most],
  )
  return rows.length
}

/** As values of JSON in what was sent and answered, and as they stand in a query. */
export async function emptyLogsNaming(em: EntityManager, workspaceId: string, names: readonly string[]): Promise<void> {
  await em.execute(
    `update request_logs set request_body = null, response_body = null, query_params = null
     where workspace_id = ? and exists (
       select from unnest(array[?]::text[], array[?]::text[]) as name(value, encoded)
       where position(value in request_body) > 0 or position(value in response_body) > 0 or position(encoded in query_params) > 0
     )`,
    [workspaceId, names.map((name) => JSON.stringify(name)), names.map((name) => `=${encodeURIComponent(name)}`)],
  )
}
