/**
 * Conditions on metadata. The column `metadata_texts` holds what PostgreSQL returns as the text at each path, so that texts, numbers and
 * nested values compare as they do there.
 */
import { metadataPath } from '../../clickhouse/index.js'
import type { MetadataCondition, MetadataQuery } from '../metadata-query.js'
import { text } from './literals.js'

/** Texts that PostgreSQL can cast to numeric without an error. */
const numeric = String.raw`^\s*[-+]?[0-9]{1,255}(\.[0-9]{1,255})?([eE][-+]?[0-9]{1,3})?\s*$`

export const metadataCondition = (query: MetadataQuery) =>
  `(${query.map((set) => set.map((condition) => comparison(condition)).join(' and ')).join(' or ')})`

/** Missing metadata matches `!=`, and no other operator. */
function comparison({ path, operator, value }: MetadataCondition): string {
  const key = text(metadataPath(path))
  const [exists, found] = [`mapContains(metadata_texts, ${key})`, `metadata_texts[${key}]`]
  if (operator === '=') return `(${exists} and ${found} = ${text(value)})`
  if (operator === '!=') return `not (${exists} and ${found} = ${text(value)})`
  return `(match(${found}, ${text(numeric)}) and ${numericComparison(`replaceRegexpAll(${found}, '\\\\s', '')`, operator, value)})`
}

/** Decimal places that are compared exactly; the others only as far as a floating-point number has them. */
const scale = 38
const decimalLimit = 1e37

/** The operand is a number as JavaScript prints it. */
function numericComparison(number: string, operator: MetadataCondition['operator'], operand: string): string {
  // Both branches are evaluated for all rows, also for texts that are no numbers.
  const byFloat = `toFloat64OrZero(${number}) ${operator} toFloat64(${text(operand)})`
  const isDecimal = Math.abs(Number(operand)) < decimalLimit && (Number(operand) === 0 || Math.abs(Number(operand)) > 1e-20)
  if (!isDecimal) return byFloat
  const decimal = `toDecimal256OrNull(${number}, ${scale})`
  return `if(isNull(${decimal}), ${byFloat}, assumeNotNull(${decimal}) ${operator} toDecimal256(${text(operand)}, ${scale}))`
}
