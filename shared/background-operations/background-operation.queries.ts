/** SQL for creating, reading and canceling operations. The SQL of processing them is in `progress.queries.ts`. */
import type pg from 'pg'
import type { Permission, WorkspaceScope } from '../accounts/index.js'
import { arrayLiteral } from '../kernel/db/array-literal.js'
import type { ErrorCode } from '../kernel/errors.js'
import type { Scope } from '../kernel/scope.js'
import type { BackgroundOperationState } from './background-operation.schema.js'

export interface BackgroundOperationRow {
  id: string
  workspaceId: string
  userId: string | null
  type: string
  permission: Permission
  grantedPermissions: Permission[]
  state: BackgroundOperationState
  payload: Record<string, unknown>
  cursor: string | null
  total: number | null
  done: number
  failed: number
  error: string | null
  resultType: string | null
  resultName: string | null
  storedFile: string | null
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
}

export const operationColumns = `
  id, workspace_id as "workspaceId", user_id as "userId", type, permission, granted_permissions as "grantedPermissions",
  state, payload, cursor, total, done, failed, error,
  result_type as "resultType", result_name as "resultName", stored_file as "storedFile",
  created_at as "createdAt", started_at as "startedAt", finished_at as "finishedAt"`

/** Visible to the user who started it and to workspace owners, if they hold the permission it was started with. */
const visibleToCaller = `workspace_id = $1 and permission = any($2::text[]) and (user_id = $3 or $4) and state <> 'receiving'
  and payload->'recipient' is null`
const visibilityParams = ({ workspace, actor }: WorkspaceScope) => [
  workspace.id,
  [...actor.permissions],
  actor.user.id,
  actor.role === 'owner',
]

export async function findVisibleOperation(scope: WorkspaceScope, id: string): Promise<BackgroundOperationRow | null> {
  const { rows } = await scope.pool.query<BackgroundOperationRow>(
    `select ${operationColumns} from background_operations where id = $5 and ${visibleToCaller}`,
    [...visibilityParams(scope), id],
  )
  return rows[0] ?? null
}

export async function findVisibleOperations(
  scope: WorkspaceScope,
  { type, state }: { type?: string | undefined; state?: string | undefined },
  skip: number,
  size: number,
): Promise<BackgroundOperationRow[]> {
  const { rows } = await scope.pool.query<BackgroundOperationRow>(
    `select ${operationColumns} from background_operations where ${visibleToCaller} and ($5::text is null or type = $5)
      and ($6::text is null or state = $6) order by id desc offset $7 limit $8`,
    [...visibilityParams(scope), type ?? null, state ?? null, skip, size],
  )
  return rows
}

interface ErrorRow {
  index: number
  element: string | null
  error: string
  code: ErrorCode
}

export async function findElementErrors({ pool }: Scope, id: string, skip: number, size: number): Promise<ErrorRow[]> {
  const { rows } = await pool.query<ErrorRow>(
    'select index, element, error, code from background_operation_errors where operation_id = $1 order by index offset $2 limit $3',
    [id, skip, size],
  )
  return rows
}

/** The first result part with a number greater than `after`. */
export async function findResultPartAfter(pool: pg.Pool, id: string, after: number): Promise<{ part: number; body: string } | null> {
  const { rows } = await pool.query<{ part: number; body: string }>(
    'select part, body from background_operation_results where operation_id = $1 and part > $2 order by part limit 1',
    [id, after],
  )
  return rows[0] ?? null
}

/** False if the parts were deleted: with the result, or after its file was stored. */
export async function hasResultParts({ pool }: Pick<Scope, 'pool'>, id: string): Promise<boolean> {
  const { rows } = await pool.query(
    `select from background_operations where id = $1 and result_name is not null
       and (stored_file is null or exists (select from background_operation_results where operation_id = $1))`,
    [id],
  )
  return rows.length > 0
}

/** A part in progress is rolled back by its worker, which also deletes the remaining parts. */
export async function cancelOperation(
  { em }: Scope,
  id: string,
  now: Date,
): Promise<Pick<BackgroundOperationRow, 'done' | 'failed' | 'total'> | null> {
  const rows: Pick<BackgroundOperationRow, 'done' | 'failed' | 'total'>[] = await em.execute(
    `update background_operations set state = 'canceled', finished_at = ? where id = ? and state in ('waiting', 'active') returning done, failed, total`,
    [now, id],
  )
  return rows[0] ?? null
}

/** Those of members, or those of one partner. */
export async function countUnfinishedOperations({ pool, workspace }: WorkspaceScope, partnerId: string | null): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from background_operations where workspace_id = $1 and state in ('waiting', 'active')
       and payload->'recipient'->>'partnerId' is not distinct from $2`,
    [workspace.id, partnerId],
  )
  return rows[0]?.count ?? 0
}

export interface NewOperationRow {
  id: string
  type: string
  jobName: string
  permission: string
  payload: object
  result: { contentType: string; fileName: string } | null
  containsPersonalData: boolean
}

/** Runs outside a transaction: the request body may arrive slowly. */
export async function insertOperation(
  { pool, workspace, actor, now }: WorkspaceScope,
  { id, type, jobName, permission, payload, result, containsPersonalData }: NewOperationRow,
): Promise<void> {
  await pool.query(
    `insert into background_operations (id, workspace_id, user_id, type, permission, granted_permissions, state, payload, result_type, result_name,
      contains_personal_data, created_at, job_name) values ($1, $2, $3, $4, $5, $6, 'receiving', $7, $8, $9, $10, $11, $12)`,
    [
      id,
      workspace.id,
      actor.user.id,
      type,
      permission,
      [...actor.permissions],
      payload,
      result?.contentType ?? null,
      result?.fileName ?? null,
      containsPersonalData,
      now(),
      jobName,
    ],
  )
}

export async function insertPart({ pool }: Scope, id: string, first: number, elements: string): Promise<void> {
  await pool.query('insert into background_operation_parts (operation_id, first, elements) values ($1, $2, $3)', [id, first, elements])
}

/** Makes a fully received operation visible and ready to run. */
export async function markOperationWaiting({ em, now }: Scope, id: string, total: number | null): Promise<void> {
  await em.execute(`update background_operations set state = 'waiting', total = ?, progressed_at = ? where id = ?`, [total, now(), id])
}

/** No effect on an operation that was made visible: its transaction may be committed although the connection was lost. */
export async function deleteUnstartedOperation({ pool }: Scope, id: string): Promise<void> {
  await pool.query(`delete from background_operations where id = $1 and state = 'receiving'`, [id])
}

/** Locked, so that none of them gets a stored file meanwhile. */
export const operationsOfWorkspace = (
  { em }: Scope,
  workspaceId: string,
  limit: number,
): Promise<Pick<BackgroundOperationRow, 'id' | 'storedFile'>[]> =>
  em.execute(`select id, stored_file as "storedFile" from background_operations where workspace_id = ? order by id limit ? for update`, [
    workspaceId,
    limit,
  ])

export async function deleteOperations({ em }: Scope, ids: readonly string[]): Promise<void> {
  await em.execute('delete from background_operations where id = any (?::text[])', [arrayLiteral(ids)])
}

export async function deleteOperationsBefore({ em }: Scope, created: Date, receivingBefore: Date): Promise<void> {
  await em.execute(`delete from background_operations where created_at < ? and state in ('completed', 'failed', 'canceled')`, [created])
  await em.execute(`delete from background_operations where created_at < ? and state = 'receiving'`, [receivingBefore])
}
