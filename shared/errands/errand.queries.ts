/** SQL of errands as callers see and end them. That of the work: `work.queries.ts`. */
import type pg from 'pg'
import type { Permission, WorkspaceScope } from '../accounts/index.js'
import type { ErrorCode } from '../kernel/errors.js'
import type { Scope } from '../kernel/scope.js'
import type { ErrandState } from './errand.schema.js'

export interface ErrandRow {
  id: string
  workspaceId: string
  userId: string | null
  type: string
  permission: Permission
  state: ErrandState
  payload: Record<string, unknown>
  cursor: string | null
  total: number | null
  done: number
  failed: number
  error: string | null
  resultType: string | null
  resultName: string | null
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
}

export const errandColumns = `
  id, workspace_id as "workspaceId", user_id as "userId", type, permission, state, payload, cursor, total, done, failed, error, result_type as "resultType", result_name as "resultName",
  created_at as "createdAt", started_at as "startedAt", finished_at as "finishedAt"`

/** Who asked sees it, and so does the workspace's owner, as far as the permission is held with which it was asked for. */
const visible = `workspace_id = $1 and permission = any($2::text[]) and (user_id = $3 or $4) and state <> 'receiving'`
const viewer = ({ workspace, actor }: WorkspaceScope) => [workspace.id, [...actor.permissions], actor.user.id, actor.role === 'owner']

export async function errandSeenBy(scope: WorkspaceScope, id: string): Promise<ErrandRow | null> {
  const { rows } = await scope.pool.query<ErrandRow>(`select ${errandColumns} from errands where id = $5 and ${visible}`, [
    ...viewer(scope),
    id,
  ])
  return rows[0] ?? null
}

export async function errandsSeenBy(
  scope: WorkspaceScope,
  { type, state }: { type?: string | undefined; state?: string | undefined },
  skip: number,
  size: number,
): Promise<ErrandRow[]> {
  const { rows } = await scope.pool.query<ErrandRow>(
    `select ${errandColumns} from errands where ${visible} and ($5::text is null or type = $5) and ($6::text is null or state = $6) order by id desc offset $7 limit $8`,
    [...viewer(scope), type ?? null, state ?? null, skip, size],
  )
  return rows
}

interface ErrorRow {
  index: number
  element: string | null
  error: string
  code: ErrorCode
}

export async function errorsOf({ pool }: Scope, id: string, skip: number, size: number): Promise<ErrorRow[]> {
  const { rows } = await pool.query<ErrorRow>(
    'select index, element, error, code from errand_errors where errand_id = $1 order by index offset $2 limit $3',
    [id, skip, size],
  )
  return rows
}

/** The first part of the result behind that one. */
export async function resultPart(pool: pg.Pool, id: string, after: number): Promise<{ part: number; body: string } | null> {
  const { rows } = await pool.query<{ part: number; body: string }>(
    'select part, body from errand_results where errand_id = $1 and part > $2 order by part limit 1',
    [id, after],
  )
  return rows[0] ?? null
}

/** A part that is just being worked on is undone; whoever works on the errand drops the others. */
export async function endByCaller({ em }: Scope, id: string, now: Date): Promise<Pick<ErrandRow, 'done' | 'failed' | 'total'> | null> {
  const rows: Pick<ErrandRow, 'done' | 'failed' | 'total'>[] = await em.execute(
    `update errands set state = 'canceled', finished_at = ? where id = ? and state in ('waiting', 'active') returning done, failed, total`,
    [now, id],
  )
  return rows[0] ?? null
}

export async function unfinishedErrands({ pool, workspace }: WorkspaceScope): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from errands where workspace_id = $1 and state in ('waiting', 'active')`,
    [workspace.id],
  )
  return rows[0]?.count ?? 0
}

export interface NewErrandRow {
  id: string
  type: string
  permission: string
  payload: object
  result: { contentType: string; fileName: string } | null
  namesPeople: boolean
}

/** In no transaction: what a caller sends may take its time to arrive. */
export async function insertErrand(
  { pool, workspace, actor, now }: WorkspaceScope,
  { id, type, permission, payload, result, namesPeople }: NewErrandRow,
): Promise<void> {
  await pool.query(
    `insert into errands (id, workspace_id, user_id, type, permission, state, payload, result_type, result_name, names_people, created_at) values ($1, $2, $3, $4, $5, 'receiving', $6, $7, $8, $9, $10)`,
    [id, workspace.id, actor.user.id, type, permission, payload, result?.contentType ?? null, result?.fileName ?? null, namesPeople, now()],
  )
}

export async function insertPart({ pool }: Scope, id: string, first: number, elements: readonly string[]): Promise<void> {
  await pool.query('insert into errand_parts (errand_id, first, elements) values ($1, $2, $3)', [id, first, `[${elements.join()}]`])
}

/** From now on it is seen, and worked on. */
export async function releaseErrand({ em }: Scope, id: string, total: number | null): Promise<void> {
  await em.execute(`update errands set state = 'waiting', total = ? where id = ?`, [total, id])
}

export async function forgetErrand({ pool }: Scope, id: string): Promise<void> {
  await pool.query('delete from errands where id = $1', [id])
}

export async function deleteErrandsBefore({ em }: Scope, created: Date, neverReleased: Date): Promise<void> {
  await em.execute(`delete from errands where created_at < ? and state in ('completed', 'failed', 'canceled')`, [created])
  await em.execute(`delete from errands where created_at < ? and state = 'receiving'`, [neverReleased])
}
