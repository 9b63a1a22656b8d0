/** Conditions on metadata as SQL. */
import type { MetadataCondition, MetadataQuery } from '../metadata-query.js'
import type { Values } from './statement.js'

/** Texts that are certainly a number that the database can read. */
const numeric = String.raw`^\s*[-+]?[0-9]{1,255}(\.[0-9]{1,255})?([eE][-+]?[0-9]{1,3})?\s*$`

export const metadataCondition = (query: MetadataQuery, values: Values) =>
  `(${query.map((set) => set.map((one) => conditionOf(one, values)).join(' and ')).join(' or ')})`

/** What is absent differs from every text, and is neither smaller nor larger than any number. */
function conditionOf({ path, operator, value }: MetadataCondition, values: Values): string {
  const text = `(metadata #>> ${values.add(path)}::text[])`
  if (operator === '=') return `${text} = ${values.add(value)}::text`
  if (operator === '!=') return `${text} is distinct from ${values.add(value)}::text`
  return `case when ${text} ~ '${numeric}' then ${text}::numeric ${operator} ${values.add(value)}::numeric else false end`
}
