/** Compiles a filter to SQL. Order comparisons require the same type: a number is never greater than a text. */
import { invalidFilter } from '../errors.js'
import { parseTime } from '../expiry.js'
import type { Filter, Operator, Scalar } from './filter.js'
import type { Parameters } from './parameters.js'

type Condition = Extract<Filter, { kind: 'is' }>

/** Maps, because fields are named by callers: an object would also find `toString`. */
const textColumns = new Map([
  ['id', 'id'],
  ['memory', 'text'],
  ['hash', 'hash'],
  ['user_id', 'user_id'],
  ['agent_id', 'agent_id'],
  ['run_id', 'run_id'],
  ['actor_id', 'actor_id'],
  ['role', 'role'],
  ['customer_id', 'customer_id'],
  ['link_id', 'link_id'],
  ['partner_id', 'partner_id'],
  ['expiration_date', 'expiration_date'],
])
const timeColumns = new Map([
  ['created_at', 'created_at'],
  ['updated_at', 'updated_at'],
  ['expires_at', 'expires_at'],
])

/** Fields that are no columns are keys of the metadata. */
export function filterSql(filter: Filter, parameters: Parameters): string {
  if (filter.kind === 'not') return `not ${nullAsFalse(filterSql(filter.of, parameters))}`
  if (filter.kind !== 'is') {
    const parts = filter.of.map((part) => filterSql(part, parameters))
    return parts.length === 0 ? (filter.kind === 'all' ? 'true' : 'false') : `(${parts.join(filter.kind === 'all' ? ' and ' : ' or ')})`
  }
  const text = textColumns.get(filter.field)
  if (text) return textSql(text, filter, parameters)
  const time = timeColumns.get(filter.field)
  return time ? timeSql(time, filter, parameters) : metadataSql(filter, parameters)
}

const comparisons: Partial<Record<Operator, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' }

function textSql(column: string, { operator, value }: Condition, { add }: Parameters): string {
  if (operator === 'exists') return existenceCondition(`${column} is not null`, value)
  if (Array.isArray(value)) return membershipCondition(`${column} = any (${add(value.map(String))}::text[])`, operator)
  if (value === null) return equalityCondition(`${column} is null`, operator)
  const text = add(String(value))
  if (operator === 'contains') return nullAsFalse(`strpos(${column}, ${text}) > 0`)
  if (operator === 'icontains') return nullAsFalse(`strpos(lower(${column}), lower(${text})) > 0`)
  return comparisons[operator]
    ? nullAsFalse(`${column} ${comparisons[operator]} ${text}`)
    : equalityCondition(operator === 'eq' ? `${column} = ${text}` : nullAsFalse(`${column} = ${text}`), operator)
}

function timeSql(column: string, { field, operator, value }: Condition, { add }: Parameters): string {
  if (operator === 'exists') return existenceCondition(`${column} is not null`, value)
  const time = (operand: Scalar) => {
    if (typeof operand !== 'string' && typeof operand !== 'number')
      throw invalidFilter(`\`${field}\` can only be compared with a timestamp.`)
    return parseTime(field, operand)
  }
  if (Array.isArray(value)) return membershipCondition(`${column} = any (${add(value.map(time))}::timestamptz[])`, operator)
  if (value === null) return equalityCondition(`${column} is null`, operator)
  if (operator === 'contains' || operator === 'icontains')
    throw invalidFilter(`\`${field}\` is a timestamp and does not support \`${operator}\`.`)
  return comparisons[operator]
    ? nullAsFalse(`${column} ${comparisons[operator]} ${add(time(value))}`)
    : equalityCondition(nullAsFalse(`${column} = ${add(time(value))}`), operator)
}

function metadataSql({ field, operator, value }: Condition, { add }: Parameters): string {
  const key = `${add(field)}::text`
  const stored = `(metadata -> ${key})`
  if (operator === 'exists') return existenceCondition(`jsonb_exists(metadata, ${key})`, value)
  if (Array.isArray(value))
    return membershipCondition(`${stored} = any (${add(value.map((item) => JSON.stringify(item)))}::jsonb[])`, operator)
  if (value === null) return equalityCondition(`(${stored} is null or ${stored} = 'null')`, operator)
  if (operator === 'contains' || operator === 'icontains') return containment(stored, `(metadata ->> ${key})`, operator, value, add)
  const json = `${add(JSON.stringify(value))}::jsonb`
  return comparisons[operator]
    ? nullAsFalse(`jsonb_typeof(${stored}) = jsonb_typeof(${json}) and ${stored} ${comparisons[operator]} ${json}`)
    : equalityCondition(nullAsFalse(`${stored} = ${json}`), operator)
}

/** A list contains its items, a text its substrings. */
function containment(stored: string, text: string, operator: Operator, value: Scalar, add: Parameters['add']): string {
  const part = `${add(String(value))}::text`
  const isPart = operator === 'contains' ? `strpos(${text}, ${part}) > 0` : `strpos(lower(${text}), lower(${part})) > 0`
  return nullAsFalse(
    `case when jsonb_typeof(${stored}) = 'array' then ${stored} @> ${add(JSON.stringify(value))}::jsonb else ${isPart} end`,
  )
}

// A missing value fails every comparison, so the negation of a comparison matches it.
const nullAsFalse = (sql: string) => `coalesce(${sql}, false)`
const equalityCondition = (sql: string, operator: Operator) => (operator === 'ne' ? `not (${sql})` : sql)
const membershipCondition = (sql: string, operator: Operator) => (operator === 'nin' ? `not ${nullAsFalse(sql)}` : nullAsFalse(sql))
const existenceCondition = (sql: string, value: Scalar | Scalar[]) => (value === false ? `not (${sql})` : `(${sql})`)
