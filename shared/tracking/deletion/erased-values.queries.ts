/**
 * SQL about the texts of erased clicks: user agents and coordinates stay in the dictionary as long as other clicks have them. A value that
 * an erasure removed from a click is noted here, and deleted by a job if no click has it any more.
 */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { Scope } from '../../kernel/scope.js'

/** Columns of `click_events` that an erasure empties. */
const erasedColumns = ['user_agent', 'coordinates'] as const

/** Notes the values of the clicks that `from` names as `click`, in the transaction that erases them and before it does. */
export const noteValuesSql = (from: string) => `
  insert into erased_values (id, noted_at)
  select distinct value, ?::timestamptz from ${from} cross join lateral unnest(array[${erasedColumns.map((name) => `click.${name}`).join()}]) as value
  where value is not null on conflict (id) do nothing`

export async function findErasedValues({ em }: Pick<Scope, 'em'>, limit: number): Promise<number[]> {
  const rows: { id: number }[] = await em.execute('select id from erased_values order by noted_at, id limit ?', [limit])
  return rows.map(({ id }) => id)
}

/** Those of the values that clicks have. Reads all clicks of the workspaces of the values: no index finds a click by its user agent. */
async function findUsedValues({ em }: Pick<Scope, 'em'>, ids: readonly number[]): Promise<Set<number>> {
  const used = erasedColumns.map(
    (name) => `select distinct ${name} as id from click_events
      where workspace = any (select workspace from dimension_values where id = any (?::integer[])) and ${name} = any (?::integer[])`,
  )
  const list = arrayLiteral(ids.map(String))
  const rows: { id: number }[] = await em.execute(
    used.join(' union '),
    erasedColumns.flatMap(() => [list, list]),
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Deletes those of the noted values that no click has, and all their notes. A process that has read a deleted value before may store the
 * next click of the same visitor with it: that click then has no user agent.
 */
export async function deleteErasedValues(scope: Pick<Scope, 'em'>, ids: readonly number[]): Promise<void> {
  const used = await findUsedValues(scope, ids)
  const unused = arrayLiteral(ids.filter((id) => !used.has(id)).map(String))
  await scope.em.execute('delete from dimension_values where id = any (?::integer[])', [unused])
  await scope.em.execute('delete from erased_values where id = any (?::integer[])', [arrayLiteral(ids.map(String))])
}
