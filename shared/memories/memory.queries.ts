/** All reading of memories, and the changes of single ones. */
import type { Scope } from '../kernel/scope.js'
import type { Filter } from './filter/filter.js'
import { filterSql } from './filter/filter.queries.js'
import { openParameters, type Parameters } from './filter/parameters.js'
import type { IdentifierName } from './identifiers.js'

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
  'id, number, workspace_id, user_id, agent_id, run_id, actor_id, role, text, hash, metadata, customer_id, link_id, partner_id, expiration_date, expires_at, created_at, updated_at'

/** Which memories may be seen at all. */
export interface Visible {
  /** Null for the admin, who sees those of all workspaces. */
  workspaceId: string | null
  filter: Filter
  showExpired: boolean
  now: Date
}

/** The one place that decides who sees what: lists, searches and counts all ask here. */
export function visibleSql({ workspaceId, filter, showExpired, now }: Visible, parameters: Parameters): string {
  return (
    [
      workspaceId === null ? 'true' : `workspace_id = ${parameters.add(workspaceId)}`,
      filterSql(filter, parameters),
      showExpired ? 'true' : `(expires_at is null or expires_at > ${parameters.add(now)})`,
    ]
      .filter((one) => one !== 'true')
      .join(' and ') || 'true'
  )
}

/** Where a list goes on: behind this memory. */
export interface Position {
  createdAt: Date
  number: number
}

export async function newestMemories(
  { pool }: Pick<Scope, 'pool'>,
  visible: Visible,
  { after, skip = 0, limit }: { after?: Position | null; skip?: number; limit: number },
): Promise<MemoryRow[]> {
  const parameters = openParameters()
  const where = visibleSql(visible, parameters)
  const behind = after ? `and (created_at, number) < (${parameters.add(after.createdAt)}, ${parameters.add(after.number)})` : ''
  const sql = `select ${memoryColumns} from memories where ${where} ${behind} order by created_at desc, number desc limit ${parameters.add(limit)} offset ${parameters.add(skip)}`
  return (await pool.query(sql, parameters.values)).rows
}

export async function countMemories({ pool }: Pick<Scope, 'pool'>, visible: Visible): Promise<number> {
  const parameters = openParameters()
  const where = visibleSql(visible, parameters)
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from memories where ${where}`, parameters.values)
  return rows[0]?.count ?? 0
}

/** Of these memories the ones that may be seen, by id. */
export async function memoriesByIds(
  { pool }: Pick<Scope, 'pool'>,
  visible: Visible,
  ids: readonly string[],
): Promise<Map<string, MemoryRow>> {
  if (ids.length === 0) return new Map()
  const parameters = openParameters()
  const where = visibleSql(visible, parameters)
  const { rows } = await pool.query<MemoryRow>(
    `select ${memoryColumns} from memories where ${where} and id = any (${parameters.add(ids)})`,
    parameters.values,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** One memory of the workspace, expired or not; in a write held until the transaction ends. */
export async function memoryById(
  { em }: Pick<Scope, 'em'>,
  workspaceId: string,
  id: string,
  lock: 'held' | 'free' = 'free',
): Promise<MemoryRow | null> {
  const rows: MemoryRow[] = await em.execute(
    `select ${memoryColumns} from memories where id = ? and workspace_id = ? ${lock === 'held' ? 'for update' : ''}`,
    [id, workspaceId],
  )
  return rows[0] ? asRead(rows[0]) : null
}

/** The ORM hands times over as text. */
const asRead = (row: MemoryRow): MemoryRow => ({
  ...row,
  expires_at: row.expires_at === null ? null : new Date(row.expires_at),
  created_at: new Date(row.created_at),
  updated_at: new Date(row.updated_at),
})

export type MemoryUpdate = Pick<MemoryRow, 'text' | 'hash' | 'metadata' | 'expiration_date' | 'expires_at' | 'updated_at'> & {
  content_key: string
}

export async function writeMemory({ em }: Pick<Scope, 'em'>, id: string, row: MemoryUpdate): Promise<void> {
  await em.execute(
    'update memories set text = ?, hash = ?, content_key = ?, metadata = ?::jsonb, expiration_date = ?, expires_at = ?, updated_at = ? where id = ?',
    [row.text, row.hash, row.content_key, JSON.stringify(row.metadata), row.expiration_date, row.expires_at, row.updated_at, id],
  )
}

export interface EntityRow {
  id: string
  total: number
  created_at: Date
  updated_at: Date
}

/** The users, agents or runs that have memories, by name. */
export async function entitiesNamedBy({ pool }: Pick<Scope, 'pool'>, name: IdentifierName, visible: Visible): Promise<EntityRow[]> {
  const parameters = openParameters()
  const where = visibleSql(visible, parameters)
  const sql = `select ${name} as id, count(*) as total, min(created_at) as created_at, max(updated_at) as updated_at from memories where ${where} and ${name} is not null group by 1 order by 1`
  return (await pool.query(sql, parameters.values)).rows
}
