/** A filter as a condition of the database. Comparison knows types: a number is never more than a text. */
import { malformedFilter } from '../errors.js'
import { timeOf } from '../expiry.js'
import type { Filter, Operator, Scalar } from './filter.js'
import type { Parameters } from './parameters.js'

type Condition = Extract<Filter, { kind: 'is' }>

const textColumns: Record<string, string> = {
  id: 'id',
  memory: 'text',
  hash: 'hash',
  user_id: 'user_id',
  agent_id: 'agent_id',
  run_id: 'run_id',
  actor_id: 'actor_id',
  role: 'role',
  customer_id: 'customer_id',
  link_id: 'link_id',
  partner_id: 'partner_id',
}
const timeColumns: Record<string, string> = { created_at: 'created_at', updated_at: 'updated_at', expires_at: 'expires_at' }

/** What is no field of a memory is a key of its metadata. */
export function filterSql(filter: Filter, parameters: Parameters): string {
  if (filter.kind === 'not') return `not ${sure(filterSql(filter.of, parameters))}`
  if (filter.kind !== 'is') {
    const parts = filter.of.map((one) => filterSql(one, parameters))
    return parts.length === 0 ? (filter.kind === 'all' ? 'true' : 'false') : `(${parts.join(filter.kind === 'all' ? ' and ' : ' or ')})`
  }
  const text = textColumns[filter.field]
  if (text) return textSql(text, filter, parameters)
  const time = timeColumns[filter.field]
  return time ? timeSql(time, filter, parameters) : metadataSql(filter, parameters)
}

const comparisons: Partial<Record<Operator, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' }

function textSql(column: string, { operator, value }: Condition, { add }: Parameters): string {
  if (operator === 'exists') return existence(`${column} is not null`, value)
  if (Array.isArray(value)) return membership(`${column} = any (${add(value.filter((one) => one !== null).map(String))}::text[])`, operator)
  if (value === null) return equality(`${column} is null`, operator)
  const text = add(String(value))
  if (operator === 'contains') return sure(`strpos(${column}, ${text}) > 0`)
  if (operator === 'icontains') return sure(`strpos(lower(${column}), lower(${text})) > 0`)
  return comparisons[operator]
    ? sure(`${column} ${comparisons[operator]} ${text}`)
    : equality(operator === 'eq' ? `${column} = ${text}` : sure(`${column} = ${text}`), operator)
}

function timeSql(column: string, { field, operator, value }: Condition, { add }: Parameters): string {
  if (operator === 'exists') return existence(`${column} is not null`, value)
  const time = (one: Scalar) => {
    if (typeof one !== 'string' && typeof one !== 'number')
      throw malformedFilter(`\`${field}\` is compared with something that is no instant.`)
    return timeOf(field, one)
  }
  if (Array.isArray(value)) return membership(`${column} = any (${add(value.map(time))}::timestamptz[])`, operator)
  if (value === null) return equality(`${column} is null`, operator)
  if (operator === 'contains' || operator === 'icontains') throw malformedFilter(`\`${field}\` is an instant and contains nothing.`)
  return comparisons[operator]
    ? sure(`${column} ${comparisons[operator]} ${add(time(value))}`)
    : equality(sure(`${column} = ${add(time(value))}`), operator)
}

function metadataSql({ field, operator, value }: Condition, { add }: Parameters): string {
  const key = `${add(field)}::text`
  const held = `(metadata -> ${key})`
  if (operator === 'exists') return existence(`jsonb_exists(metadata, ${key})`, value)
  if (Array.isArray(value)) return membership(`${held} = any (${add(value.map((one) => JSON.stringify(one)))}::jsonb[])`, operator)
  if (value === null) return equality(`(${held} is null or ${held} = 'null')`, operator)
  if (operator === 'contains' || operator === 'icontains') return contained(held, `(metadata ->> ${key})`, operator, value, add)
  const json = `${add(JSON.stringify(value))}::jsonb`
  return comparisons[operator]
    ? sure(`jsonb_typeof(${held}) = jsonb_typeof(${json}) and ${held} ${comparisons[operator]} ${json}`)
    : equality(sure(`${held} = ${json}`), operator)
}

/** A list contains its members, a text its parts. */
function contained(held: string, text: string, operator: Operator, value: Scalar, add: Parameters['add']): string {
  const part = `${add(String(value))}::text`
  const isPart = operator === 'contains' ? `strpos(${text}, ${part}) > 0` : `strpos(lower(${text}), lower(${part})) > 0`
  return sure(`case when jsonb_typeof(${held}) = 'array' then ${held} @> ${add(JSON.stringify(value))}::jsonb else ${isPart} end`)
}

// What is not there fails every comparison, and its contrary holds.
const sure = (sql: string) => `coalesce(${sql}, false)`
const equality = (sql: string, operator: Operator) => (operator === 'ne' ? `not (${sql})` : sql)
const membership = (sql: string, operator: Operator) => (operator === 'nin' ? `not ${sure(sql)}` : sure(sql))
const existence = (sql: string, value: Scalar | Scalar[]) => (value === false ? `not (${sql})` : `(${sql})`)
