/** SQL that compares stored rows with recomputed ones. */
import { maxSamples } from './check.js'

/** The result columns of a statement with a CTE `wrong`: the number of wrong rows, and a bounded sample of them. */
export const summary = `
  (select count(*) from wrong) as wrong,
  (select coalesce(jsonb_agg(sample), '[]')
   from (select key, expected, found from wrong order by key limit ${maxSamples}) as sample) as samples`

const jsonOrNull = (row: string, measures: readonly string[]) =>
  `case when ${row}.${measures[0]} is not null then jsonb_build_object(${measures.map((one) => `'${one}', ${row}.${one}`).join(', ')}) end as ${row}`

/** A row with zero counters, left behind by events that moved to another row, equals an absent row. */
const orZero = (row: string, measures: readonly string[]) => measures.map((one) => `coalesce(${row}.${one}, 0)`).join(', ')

/** Compares the CTEs `expected` and `found` row by row. `comparedFrom` names the CTE whose rows are reported as compared. */
export const comparisonSql = (measures: readonly string[], keys: readonly string[], comparedFrom = 'expected') => `
  wrong as (
    select jsonb_build_object(${keys.map((one) => `'${one}', ${one}`).join(', ')}) as key, ${jsonOrNull('expected', measures)}, ${jsonOrNull('found', measures)}
    from expected full join found using (${keys.join(', ')})
    where (${orZero('expected', measures)}) <> (${orZero('found', measures)})
  )
  select (select count(*) from ${comparedFrom}) as compared, ${summary}`
