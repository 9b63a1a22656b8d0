/** Reads memories, and updates single ones. */
import type { Scope } from '../kernel/scope.js'
import type { Filter } from './filter/filter.js'
import { filterSql } from './filter/filter.queries.js'
import { createParameters, type Parameters } from './filter/parameters.js'
import type { IdentifierName } from './identifiers.js'
import { maxEntitiesOfKind } from './limits.js'

export interface MemoryRow {
  id: string
  number: number
  workspace_id: string
  user_id: string | null
  agent_id: string | null
  run_id: string | null
  actor_id: string | null
  role: string | null
  text: string
  hash: string
  metadata: Record<string, unknown>
  customer_id: string | null
  link_id: string | null
  partner_id: string | null
  expiration_date: string | null
  expires_at: Date | null
  created_at: Date
  updated_at: Date
}

export const memoryColumns =
  'id, number, workspace_id, user_id, agent_id, run_id, actor_id, role, text, hash, metadata, customer_id, link_id, partner_id, ' +
  'expiration_date, expires_at, created_at, updated_at'

/** Which memories the caller can see. */
export interface Visibility {
  /** Null for the admin, who sees all workspaces. */
  workspaceId: string | null
  filter: Filter
  showExpired: boolean
  now: Date
}

/** The condition that lists, searches and counts share, so that access is decided in one place. */
export function visibilityCondition({ workspaceId, filter, showExpired, now }: Visibility, parameters: Parameters): string {
  return (
    [
      workspaceId === null ? 'true' : `workspace_id = ${parameters.add(workspaceId)}`,
      filterSql(filter, parameters),
      showExpired ? 'true' : `(expires_at is null or expires_at > ${parameters.add(now)})`,
    ]
      .filter((condition) => condition !== 'true')
      .join(' and ') || 'true'
  )
}

/** A list continues after this memory. */
export interface MemoryCursor {
  createdAt: Date
  number: number
}

export async function listNewestMemories(
  { pool }: Pick<Scope, 'pool'>,
  visibility: Visibility,
  { after, skip = 0, limit }: { after?: MemoryCursor | null; skip?: number; limit: number },
): Promise<MemoryRow[]> {
  const parameters = createParameters()
  const where = visibilityCondition(visibility, parameters)
  const cursorCondition = after ? `and (created_at, number) < (${parameters.add(after.createdAt)}, ${parameters.add(after.number)})` : ''
  const sql = `select ${memoryColumns} from memories where ${where} ${cursorCondition}
    order by created_at desc, number desc limit ${parameters.add(limit)} offset ${parameters.add(skip)}`
  return (await pool.query(sql, parameters.values)).rows
}

export async function countMemories({ pool }: Pick<Scope, 'pool'>, visibility: Visibility): Promise<number> {
  const parameters = createParameters()
  const where = visibilityCondition(visibility, parameters)
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from memories where ${where}`, parameters.values)
  return rows[0]?.count ?? 0
}

/** The visible ones of these memories, by id. */
export async function findMemories(
  { pool }: Pick<Scope, 'pool'>,
  visibility: Visibility,
  ids: readonly string[],
): Promise<Map<string, MemoryRow>> {
  if (ids.length === 0) return new Map()
  const parameters = createParameters()
  const where = visibilityCondition(visibility, parameters)
  const { rows } = await pool.query<MemoryRow>(
    // The offset makes the planner look up the ids, instead of reading all memories of a user it has no statistics of.
    `select ${memoryColumns} from (select * from memories where id = any (${parameters.add(ids)}) offset 0) memories where ${where}`,
    parameters.values,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** A memory of the workspace, expired or not. With `for update`, its row is locked until the transaction ends. */
export async function findMemory(
  { em }: Pick<Scope, 'em'>,
  workspaceId: string,
  id: string,
  lock: 'for update' | 'none' = 'none',
): Promise<MemoryRow | null> {
  const rows: MemoryRow[] = await em.execute(
    `select ${memoryColumns} from memories where id = ? and workspace_id = ? ${lock === 'for update' ? lock : ''}`,
    [id, workspaceId],
  )
  return rows[0] ? parseDates(rows[0]) : null
}

/**
 * Selects the ids of memories and locks their rows until the transaction ends, in the order in which additions lock those that exist, so
 * that concurrent requests with several memories cannot deadlock.
 */
export const lockSql = (where: string) => `select id from memories where ${where} order by content_key for update`

export async function lockMemories({ em }: Pick<Scope, 'em'>, workspaceId: string, ids: readonly string[]): Promise<void> {
  await em.execute(lockSql('workspace_id = ? and id = any (array[?]::text[])'), [workspaceId, ids])
}

/** The ORM returns timestamps as text. */
const parseDates = (row: MemoryRow): MemoryRow => ({
  ...row,
  expires_at: row.expires_at === null ? null : new Date(row.expires_at),
  created_at: new Date(row.created_at),
  updated_at: new Date(row.updated_at),
})

export type MemoryUpdate = Pick<
  MemoryRow,
  'text' | 'hash' | 'metadata' | 'customer_id' | 'link_id' | 'partner_id' | 'expiration_date' | 'expires_at' | 'updated_at'
> & { content_key: string }

export async function updateMemoryRow({ em }: Pick<Scope, 'em'>, id: string, row: MemoryUpdate): Promise<void> {
  await em.execute(
    `update memories set text = ?, hash = ?, content_key = ?, metadata = ?::jsonb, customer_id = ?, link_id = ?, partner_id = ?,
      expiration_date = ?, expires_at = ?, updated_at = ? where id = ?`,
    [
      row.text,
      row.hash,
      row.content_key,
      JSON.stringify(row.metadata),
      row.customer_id,
      row.link_id,
      row.partner_id,
      row.expiration_date,
      row.expires_at,
      row.updated_at,
      id,
    ],
  )
}

export interface EntityRow {
  id: string
  total: number
  created_at: Date
  updated_at: Date
}

/** The users, agents or runs that have visible memories, ordered by id. */
export async function listEntityRows({ pool }: Pick<Scope, 'pool'>, name: IdentifierName, visibility: Visibility): Promise<EntityRow[]> {
  const parameters = createParameters()
  const where = visibilityCondition(visibility, parameters)
  const sql = `select ${name} as id, count(*) as total, min(created_at) as created_at, max(updated_at) as updated_at
    from memories where ${where} and ${name} is not null group by 1 order by 1 limit ${parameters.add(maxEntitiesOfKind)}`
  return (await pool.query(sql, parameters.values)).rows
}
