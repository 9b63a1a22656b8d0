/** Conditions on metadata as SQL. */
import type { MetadataCondition, MetadataQuery } from '../metadata-query.js'
import type { SqlValues } from './sql-values.js'

/** Texts that PostgreSQL can cast to numeric without an error. Contains no question marks: some statements have them as placeholders. */
const numeric = String.raw`^\s*[-+]{0,1}[0-9]{1,255}(\.[0-9]{1,255}){0,1}([eE][-+]{0,1}[0-9]{1,3}){0,1}\s*$`

/** Values are added in the order of the text, once for each placeholder. */
export const metadataCondition = (query: MetadataQuery, values: Pick<SqlValues, 'add'>) =>
  `(${query.map((set) => set.map((condition) => comparison(condition, values)).join(' and ')).join(' or ')})`

/** Missing metadata matches `!=`, and no other operator. */
function comparison({ path, operator, value }: MetadataCondition, values: Pick<SqlValues, 'add'>): string {
  const text = () => `(metadata #>> ${values.add(path)}::text[])`
  if (operator === '=') return `${text()} = ${values.add(value)}::text`
  if (operator === '!=') return `${text()} is distinct from ${values.add(value)}::text`
  return `case when ${text()} ~ '${numeric}' then ${text()}::numeric ${operator} ${values.add(value)}::numeric else false end`
}
