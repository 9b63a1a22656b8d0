/**
 * Compares stored counters with what they count. Counters still include events that an operator has dropped, so a row older than the
 * retained events may count more than its events, but never fewer.
 */
import { type CheckResult, type Sql, summary } from '../../rollups/index.js'

export interface CounterTable {
  table: string
  /** Lists the keys of a range. Parameters: workspace, key before the range, limit. */
  rangeSql: string
  /** Selects wrong rows as `key`, `expected`, `found`. Parameters: workspace, key before the range, last key of the range. */
  wrongRowsSql: string
}

/** A counter and the SQL expression of its expected value. */
export interface Counter {
  name: string
  expected: string
  /** How the stored value may differ where events have been dropped. */
  afterRetention?: 'larger' | 'smaller'
}

const jsonOf = (counters: readonly Counter[], value: (counter: Counter) => string) =>
  `jsonb_build_object(${counters.map((one) => `'${one.name}', ${value(one)}`).join(', ')})`

const differsCondition = ({ name, expected, afterRetention = 'larger' }: Counter, isPartial: string) =>
  `(row_.${name} is distinct from ${expected}
    and (not ${isPartial} or not coalesce(row_.${name} ${afterRetention === 'larger' ? '>=' : '<='} ${expected}, ${expected} is null)))`

/**
 * Selects the rows whose counters differ from their expected values. `isPartial`: SQL condition, whether events of the row may have been
 * dropped.
 */
export const wrongRows = (counters: readonly Counter[], key: string, from: string, isPartial: string) => `
  select jsonb_build_object(${key}) as key,
    ${jsonOf(counters, ({ expected }) => expected)} as expected,
    ${jsonOf(counters, ({ name }) => `row_.${name}`)} as found
  from ${from} where ${counters.map((one) => differsCondition(one, isPartial)).join('\n or ')}`

/** The time from which the events of a table are complete. */
export const retainedFrom = (table: string) =>
  `coalesce((select retained_from from event_retention where parent = '${table}'), '-infinity')`

/** Compares `size` rows after a key. Returns the last key, or null when no more rows follow. */
export async function compareRange(
  sql: Sql,
  { rangeSql, wrongRowsSql }: CounterTable,
  workspaceId: string,
  after: string,
  size: number,
): Promise<CheckResult & { last: string | null }> {
  const keys = (await sql.query<{ key: string }>(rangeSql, [workspaceId, after, size])).rows
  const last = keys.at(-1)?.key
  if (last === undefined) return { compared: 0, wrong: 0, samples: [], last: null }
  const { rows } = await sql.query<Omit<CheckResult, 'compared'>>(`with wrong as (${wrongRowsSql}) select ${summary}`, [
    workspaceId,
    after,
    last,
  ])
  return { compared: keys.length, ...(rows[0] as Omit<CheckResult, 'compared'>), last: keys.length < size ? null : last }
}
