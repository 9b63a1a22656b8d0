/** SQL that inserts, erases and deletes entries of the request log. */
import type { EntityManager } from '@mikro-orm/postgresql'
import type pg from 'pg'
import type { LogRow } from './log-row.js'

const columns: readonly [column: string, type: string, key: keyof LogRow][] = [
  ['id', 'text', 'id'],
  ['workspace_id', 'text', 'workspaceId'],
  ['request_id', 'text', 'requestId'],
  ['at', 'timestamptz', 'at'],
  ['expires_at', 'timestamptz', 'expiresAt'],
  ['type', 'text', 'type'],
  ['method', 'text', 'method'],
  ['path', 'text', 'path'],
  ['route_pattern', 'text', 'route'],
  ['status_code', 'integer', 'status'],
  ['duration', 'integer', 'durationMs'],
  ['user_agent', 'text', 'userAgent'],
  ['query_params', 'text', 'queryParams'],
  ['request_body', 'text', 'requestBody'],
  ['response_body', 'text', 'responseBody'],
  ['token_id', 'text', 'tokenId'],
  ['user_id', 'text', 'userId'],
]
const names = columns.map(([column]) => column).join()
const arrays = columns.map(([, type], index) => `$${index + 1}::${type}[]`).join()
const insertSql = `insert into request_logs (${names}) select * from unnest(${arrays})`

export async function insertRequestLogs(pool: pg.Pool, rows: LogRow[]): Promise<void> {
  const values = columns.map(([, , key]) => rows.map((row) => row[key]))
  await pool.query(insertSql, values)
}

/** Deletes up to `limit` expired entries; returns how many. */
export async function deleteExpiredLogs(em: EntityManager, now: Date, limit: number): Promise<number> {
  const rows = await em.execute(
    'delete from request_logs where id in (select id from request_logs where expires_at < ? limit ?) returning 1',
    [now, limit],
  )
  return rows.length
}

export async function deleteLogsOfWorkspace(em: EntityManager, workspaceId: string, limit: number): Promise<number> {
  const rows = await em.execute(
    'delete from request_logs where id in (select id from request_logs where workspace_id = ? limit ?) returning 1',
    [workspaceId, limit],
  )
  return rows.length
}

/**
 * Clears bodies and query parameters that contain one of the values, as a JSON string or as a query parameter. The case of letters is
 * ignored, because providers write addresses in any. A path with such a segment, also after the prefix `ext_`, becomes the pattern of its
 * endpoint.
 */
export async function eraseLogsContaining(em: EntityManager, workspaceId: string, values: readonly string[]): Promise<void> {
  await em.execute(
    `update request_logs set request_body = null, response_body = null, query_params = null
     where workspace_id = ? and exists (
       select from unnest(array[?]::text[], array[?]::text[]) as erased(value, encoded)
       where position(lower(value) in lower(request_body)) > 0 or position(lower(value) in lower(response_body)) > 0
         or position(lower(value) in lower(query_params)) > 0 or position(lower(encoded) in lower(query_params)) > 0
     )`,
    [workspaceId, values.map((value) => JSON.stringify(value)), values.map((value) => `=${encodeURIComponent(value)}`)],
  )
  const segments = values.flatMap((value) => [value, encodeURIComponent(value)]).flatMap((value) => [`/${value}/`, `/ext_${value}/`])
  await em.execute(
    `update request_logs set path = route_pattern
     where workspace_id = ? and exists (select from unnest(array[?]::text[]) as segment where position(segment in path || '/') > 0)`,
    [workspaceId, segments],
  )
}
