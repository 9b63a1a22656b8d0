/** SQL of working on an errand: each function is part of a step's transaction. */
import type { Scope } from '../kernel/scope.js'
import { errandColumns, type ErrandRow } from './errand.queries.js'

/** The errand, locked, so that a worker that was taken for dead and its successor take turns; null where there is nothing left to do. */
export async function errandToWorkOn({ em, now }: Scope, id: string): Promise<ErrandRow | null> {
  const rows: ErrandRow[] = await em.execute(
    `update errands set state = 'active', started_at = coalesce(started_at, ?) where id = ? and state in ('waiting', 'active') returning ${errandColumns}`,
    [now(), id],
  )
  return rows[0] ?? null
}

export interface ElementErrorRow {
  index: number
  element: string | null
  error: string
  code: string
}

export async function addErrors({ em }: Scope, id: string, errors: readonly ElementErrorRow[]): Promise<void> {
  if (errors.length === 0) return
  await em.execute(
    `insert into errand_errors (errand_id, index, element, error, code)
     select ?, index, element, error, code from jsonb_to_recordset(?::jsonb) as given (index integer, element text, error text, code text)`,
    [id, JSON.stringify(errors)],
  )
}

export async function addResult({ em }: Scope, id: string, part: number, body: string): Promise<void> {
  await em.execute('insert into errand_results (errand_id, part, body) values (?, ?, ?)', [id, part, body])
}

export interface Progress {
  done: number
  failed: number
  total: number | null
  cursor: string | null
  resultParts: number
}

export async function noteProgress({ em }: Scope, id: string, { done, failed, total, cursor, resultParts }: Progress): Promise<void> {
  await em.execute('update errands set done = ?, failed = ?, total = ?, cursor = ?, result_parts = ? where id = ?', [done, failed, total, cursor, resultParts, id])
}

export async function endErrand({ em, now }: Scope, id: string, state: 'completed' | 'failed', error: string | null): Promise<void> {
  await em.execute(`update errands set state = ?, error = ?, finished_at = ? where id = ? and state in ('waiting', 'active')`, [state, error, now(), id])
  await em.execute('delete from errand_parts where errand_id = ?', [id])
}

/** The first part that has not been worked on; it is gone with the step that asked for it. */
export async function takePart({ em }: Scope, id: string): Promise<{ first: number; elements: string } | null> {
  const rows: { first: number; elements: string }[] = await em.execute(
    `delete from errand_parts where errand_id = ? and first = (select min(first) from errand_parts where errand_id = ?) returning first, elements`,
    [id, id],
  )
  return rows[0] ?? null
}
