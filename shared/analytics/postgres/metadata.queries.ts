/** Conditions on metadata as SQL. */
import type { MetadataCondition, MetadataQuery } from '../metadata-query.js'
import type { SqlValues } from './sql-values.js'

/** Texts that PostgreSQL can cast to numeric without an error. */
const numeric = String.raw`^\s*[-+]?[0-9]{1,255}(\.[0-9]{1,255})?([eE][-+]?[0-9]{1,3})?\s*$`

export const metadataCondition = (query: MetadataQuery, values: SqlValues) =>
  `(${query.map((set) => set.map((condition) => comparison(condition, values)).join(' and ')).join(' or ')})`

/** Missing metadata matches `!=`, and no other operator. */
function comparison({ path, operator, value }: MetadataCondition, values: SqlValues): string {
  const text = `(metadata #>> ${values.add(path)}::text[])`
  if (operator === '=') return `${text} = ${values.add(value)}::text`
  if (operator === '!=') return `${text} is distinct from ${values.add(value)}::text`
  return `case when ${text} ~ '${numeric}' then ${text}::numeric ${operator} ${values.add(value)}::numeric else false end`
}
