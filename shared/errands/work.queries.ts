/** SQL of working on an errand: each function is part of a step's transaction. */
import { executeBound } from '../kernel/execute-bound.js'
import type { Scope } from '../kernel/scope.js'
import { errandColumns, type ErrandRow } from './errand.queries.js'
import { noLongerWanted } from './errors.js'
import type { ElementError } from './work-through.js'

export async function beginErrand({ em, now }: Scope, id: string): Promise<void> {
  await em.execute(`update errands set state = 'active', started_at = ? where id = ? and state = 'waiting'`, [now(), id])
}

/** Null where there is nothing left to do. */
export async function errandAtWork({ em }: Scope, id: string, lock = ''): Promise<ErrandRow | null> {
  const rows: ErrandRow[] = await em.execute(`select ${errandColumns} from errands where id = ? and state = 'active' ${lock}`, [id])
  return rows[0] ?? null
}

/** The same, and a worker that was taken for dead and its successor take turns. */
export const lockErrand = (scope: Scope, id: string) => errandAtWork(scope, id, 'for update')

export async function addErrors({ em }: Scope, id: string, errors: readonly ElementError[]): Promise<void> {
  if (errors.length === 0) return
  const rows = errors.map((one) => ({ ...one, element: one.element === undefined ? null : JSON.stringify(one.element) }))
  await executeBound(
    em,
    `insert into errand_errors (errand_id, index, element, error, code)
     select ?, index, element, error, code from jsonb_to_recordset(?::jsonb) as given (index integer, element text, error text, code text)`,
    [id, JSON.stringify(rows)],
  )
}

/** Parts of the result file are read in the order of their numbers. */
export async function addResult({ em }: Scope, id: string, part: number, body: string): Promise<void> {
  await executeBound(em, 'insert into errand_results (errand_id, part, body) values (?, ?, ?)', [id, part, body])
}

export async function nextResultPart({ em }: Scope, id: string): Promise<number> {
  const rows: { part: number }[] = await em.execute('select coalesce(max(part) + 1, 0) as part from errand_results where errand_id = ?', [
    id,
  ])
  return rows[0]?.part ?? 0
}

interface Progress {
  done: number
  failed: number
  total: number | null
  cursor: string | null
}

/** Locks the errand until the step is kept, and so comes last. Throws, and thereby undoes the step, where the errand was ended meanwhile. */
export async function addProgress({ em }: Scope, id: string, { done, failed, total, cursor }: Progress): Promise<void> {
  const rows = await em.execute(
    `update errands set done = done + ?, failed = failed + ?, total = ?, cursor = ? where id = ? and state = 'active' returning id`,
    [done, failed, total, cursor, id],
  )
  if (rows.length === 0) throw noLongerWanted()
}

/** What is ended stays so. */
export async function endErrand({ em, now }: Scope, id: string, state: 'completed' | 'failed', error: string | null): Promise<void> {
  await em.execute(`update errands set state = ?, error = ?, finished_at = ? where id = ? and state in ('waiting', 'active')`, [
    state,
    error,
    now(),
    id,
  ])
}

/** Asked while the errand is locked: of parts that are worked on at once, the last to be kept finds none beside it. */
export async function endErrandWithoutParts({ em, now }: Scope, id: string): Promise<void> {
  await em.execute(
    `update errands set state = 'completed', finished_at = ? where id = ? and not exists (select from errand_parts where errand_id = ?)`,
    [now(), id, id],
  )
}

/** A part that nobody works on; it is gone when the step is kept. */
export async function takePart({ em }: Scope, id: string): Promise<{ first: number; elements: string } | null> {
  const rows: { first: number; elements: string }[] = await em.execute(
    `delete from errand_parts where errand_id = ? and first = (select first from errand_parts where errand_id = ? order by first limit 1 for update skip locked) returning first, elements`,
    [id, id],
  )
  return rows[0] ?? null
}

export async function dropPartsOfEnded({ em }: Scope, id: string): Promise<void> {
  await em.execute(
    `delete from errand_parts where errand_id = ? and exists (select from errands where id = ? and state in ('completed', 'failed', 'canceled'))`,
    [id, id],
  )
}

/**
 * Of the workspace's files that may say who customers are, those that are finished go, and those in the making begin anew. Waits for steps
 * that are being taken.
 */
export async function forgetPeople({ em }: Scope, workspaceId: string, why: string): Promise<void> {
  const isOver = (then: string, otherwise: string) => `case when finished_at is null then ${otherwise} else ${then} end`
  const rows: { id: string }[] = await em.execute(
    `update errands set cursor = null, done = ${isOver('done', '0')}, total = ${isOver('total', 'null')}, result_type = ${isOver('null', 'result_type')}, result_name = ${isOver('null', 'result_name')}, error = coalesce(error, ${isOver('?', 'null')})
     where workspace_id = ? and names_people and (finished_at is null or result_type is not null) returning id`,
    [why, workspaceId],
  )
  // A statement of its own: it sees what was written while the first one waited.
  if (rows.length > 0) await em.execute('delete from errand_results where errand_id = any (array[?]::text[])', [rows.map(({ id }) => id)])
}
