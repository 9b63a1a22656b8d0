/** SQL of processing an operation; each function runs inside the transaction of a step. */
import { executeBound } from '../kernel/db/execute-bound.js'
import type { Scope } from '../kernel/scope.js'
import { operationColumns, type BackgroundOperationRow } from './background-operation.queries.js'
import { operationAlreadyEnded } from './errors.js'
import type { ElementError } from './run-in-steps.js'
import { sealInput } from './sealed-input.js'

export async function markOperationActive({ em, now }: Scope, id: string): Promise<void> {
  await em.execute(`update background_operations set state = 'active', started_at = ? where id = ? and state = 'waiting'`, [now(), id])
}

/** Null when the operation ended or was deleted. */
export async function findActiveOperation({ em }: Scope, id: string, lock = ''): Promise<BackgroundOperationRow | null> {
  const rows: BackgroundOperationRow[] = await em.execute(
    `select ${operationColumns} from background_operations where id = ? and state = 'active' ${lock}`,
    [id],
  )
  return rows[0] ?? null
}

/** Locks the row, so that a stalled worker and its replacement never run a step at the same time. */
export const lockActiveOperation = (scope: Scope, id: string) => findActiveOperation(scope, id, 'for update')

export async function insertElementErrors(
  { em, vault }: Scope,
  id: string,
  errors: readonly ElementError[],
  hasSecrets = false,
): Promise<void> {
  if (errors.length === 0) return
  const stored = (text: string) => (hasSecrets ? sealInput({ vault }, id, text) : text)
  const rows = errors.map((one) => ({ ...one, element: one.element === undefined ? null : stored(JSON.stringify(one.element)) }))
  await executeBound(
    em,
    `insert into background_operation_errors (operation_id, index, element, error, code)
     select ?, index, element, error, code from jsonb_to_recordset(?::jsonb) as input (index integer, element text, error text, code text)`,
    [id, JSON.stringify(rows)],
  )
}

/** The result file is the concatenation of its parts by number. */
export async function insertResultPart({ em }: Scope, id: string, part: number, body: string): Promise<void> {
  await executeBound(em, 'insert into background_operation_results (operation_id, part, body) values (?, ?, ?)', [id, part, body])
}

export async function nextResultPartNumber({ em }: Scope, id: string): Promise<number> {
  const rows: { part: number }[] = await em.execute(
    'select coalesce(max(part) + 1, 0) as part from background_operation_results where operation_id = ?',
    [id],
  )
  return rows[0]?.part ?? 0
}

interface Progress {
  done: number
  failed: number
  total: number | null
  cursor: string | null
}

/**
 * Locks the operation's row until the commit, so it must be the last write of a step. Throws, which rolls the step back, when the operation
 * has ended meanwhile.
 */
export async function addProgress({ em, now }: Scope, id: string, { done, failed, total, cursor }: Progress): Promise<void> {
  const rows = await em.execute(
    `update background_operations set done = done + ?, failed = failed + ?, total = ?, cursor = ?, progressed_at = ?
     where id = ? and state = 'active' returning id`,
    [done, failed, total, cursor, now(), id],
  )
  if (rows.length === 0) throw operationAlreadyEnded()
}

/** No effect on an operation that has already ended. */
export async function endOperation({ em, now }: Scope, id: string, state: 'completed' | 'failed', error: string | null): Promise<void> {
  await em.execute(
    `update background_operations set state = ?, error = ?, finished_at = ? where id = ? and state in ('waiting', 'active')`,
    [state, error, now(), id],
  )
}

/** Runs while the operation's row is locked, so of concurrent parts the last one to commit finds none left. */
export async function completeOperationWithoutParts({ em, now }: Scope, id: string): Promise<void> {
  await em.execute(
    `update background_operations set state = 'completed', finished_at = ? where id = ? and not exists (select
      from background_operation_parts where operation_id = ?)`,
    [now(), id, id],
  )
}

/** Unfinished operations without progress since a time, and the jobs that process them. Counts as progress. */
export const takeOperationsWithoutProgress = ({ em, now }: Scope, since: Date, limit: number): Promise<{ id: string; jobName: string }[]> =>
  em.execute(
    `update background_operations set progressed_at = ? where id in (select id from background_operations
       where state in ('waiting', 'active') and job_name is not null and progressed_at < ? order by id limit ? for update skip locked)
     returning id, job_name as "jobName"`,
    [now(), since, limit],
  )

/** When an operation ended and how many elements it processed; null while it runs. */
export async function findEndedOperation({ pool }: Scope, id: string): Promise<{ rows: number; finishedAt: Date } | null> {
  const { rows } = await pool.query<{ rows: number; finishedAt: Date }>(
    `select done as rows, finished_at as "finishedAt" from background_operations where id = $1 and finished_at is not null`,
    [id],
  )
  return rows[0] ?? null
}

/** Locks the first part that no other worker processes, apart from the excluded ones. */
export async function claimPart(
  { em }: Scope,
  id: string,
  excluded: Iterable<number>,
): Promise<{ first: number; elements: string } | null> {
  const rows: { first: number; elements: string }[] = await em.execute(
    `select first, elements from background_operation_parts where operation_id = ? and not first = any (?::int[])
     order by first limit 1 for update skip locked`,
    [id, `{${[...excluded].join()}}`],
  )
  return rows[0] ?? null
}

export const deletePart = ({ em }: Scope, id: string, first: number): Promise<unknown> =>
  em.execute('delete from background_operation_parts where operation_id = ? and first = ?', [id, first])

export async function deletePartsOfEndedOperation({ em }: Scope, id: string): Promise<void> {
  await em.execute(
    `delete from background_operation_parts where operation_id = ? and exists (select from background_operations where id = ?
      and state in ('completed', 'failed', 'canceled'))`,
    [id, id],
  )
}

/**
 * Deletes the workspace's finished results that contain personal data and restarts the unfinished ones. Waits for running steps. Returns
 * the files of the deleted results.
 */
export async function deleteResultsWithPersonalData({ em }: Scope, workspaceId: string, message: string): Promise<string[]> {
  const ifFinished = (then: string, otherwise: string) => `case when finished_at is null then ${otherwise} else ${then} end`
  const rows: { id: string; storedFile: string | null }[] = await em.execute(
    `update background_operations set cursor = null, done = ${ifFinished('done', '0')}, total = ${ifFinished('total', 'null')},
      result_type = ${ifFinished('null', 'result_type')}, result_name = ${ifFinished('null', 'result_name')}, error = coalesce(error,
      ${ifFinished('?', 'null')})
     where workspace_id = ? and contains_personal_data and (finished_at is null or result_type is not null)
     returning id, stored_file as "storedFile"`,
    [message, workspaceId],
  )
  // A separate statement, so that it sees parts committed while the first one waited.
  if (rows.length > 0)
    await em.execute('delete from background_operation_results where operation_id = any (array[?]::text[])', [rows.map(({ id }) => id)])
  return rows.flatMap(({ storedFile }) => storedFile ?? [])
}
