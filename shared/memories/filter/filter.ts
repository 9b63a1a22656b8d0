/** What a list or a search is narrowed to: one grammar for both. */
import { malformedFilter, unknownOperator } from '../errors.js'

export const operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', 'contains', 'icontains', 'exists'] as const
export type Operator = (typeof operators)[number]
export type Scalar = string | number | boolean | null

export type Filter =
  | { kind: 'all' | 'any'; of: Filter[] }
  | { kind: 'not'; of: Filter }
  | { kind: 'is'; field: string; operator: Operator; value: Scalar | Scalar[] }

const most = 100
const deepest = 8

/**
 * Reads `{"user_id": "ann", "age": {"gte": 18}, "OR": [...]}`: several keys must all hold, a bare value is equality, a list any of it,
 * `"*"` that the key is there at all.
 */
export function parseFilter(given: unknown): Filter {
  const budget = { left: most }
  return parseObject(given, 0, budget)
}

interface Budget {
  left: number
}

function parseObject(given: unknown, depth: number, budget: Budget): Filter {
  if (!isObject(given)) throw malformedFilter('must be a JSON object.')
  if (depth > deepest) throw malformedFilter(`is nested more than ${deepest} levels deep.`)
  return all(Object.entries(given).flatMap(([key, value]) => parseEntry(key, value, depth, budget)))
}

function parseEntry(key: string, value: unknown, depth: number, budget: Budget): Filter[] {
  if (key === 'AND' || key === 'OR' || key === 'NOT') return [combine(key, value, depth, budget)]
  budget.left -= 1
  if (budget.left < 0) throw malformedFilter(`has more than ${most} conditions.`)
  if (value === '*') return [{ kind: 'is', field: key, operator: 'exists', value: true }]
  if (Array.isArray(value)) return [{ kind: 'is', field: key, operator: 'in', value: scalars(key, value) }]
  if (!isObject(value)) return [{ kind: 'is', field: key, operator: 'eq', value: scalar(key, value) }]
  return Object.entries(value).map(([operator, operand]) => condition(key, operator, operand))
}

function combine(key: 'AND' | 'OR' | 'NOT', value: unknown, depth: number, budget: Budget): Filter {
  const list = key === 'NOT' && isObject(value) ? [value] : value
  if (!Array.isArray(list) || list.length === 0) throw malformedFilter(`\`${key}\` takes a list of filters that is not empty.`)
  const of = list.map((one) => parseObject(one, depth + 1, budget))
  if (key === 'AND') return all(of)
  return key === 'OR' ? { kind: 'any', of } : { kind: 'not', of: { kind: 'any', of } }
}

function condition(field: string, operator: string, operand: unknown): Filter {
  if (!isOperator(operator)) throw unknownOperator(operator)
  if (operator === 'in' || operator === 'nin') {
    if (!Array.isArray(operand)) throw malformedFilter(`\`${operator}\` of \`${field}\` takes a list.`)
    return { kind: 'is', field, operator, value: scalars(field, operand) }
  }
  return { kind: 'is', field, operator, value: scalar(field, operand) }
}

const isOperator = (text: string): text is Operator => (operators as readonly string[]).includes(text)
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const scalars = (field: string, values: unknown[]) => values.map((one) => scalar(field, one))

function scalar(field: string, value: unknown): Scalar {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw malformedFilter(`\`${field}\` is compared with something that is no text, number, boolean or null.`)
}

export const all = (of: Filter[]): Filter => (of.length === 1 ? (of[0] as Filter) : { kind: 'all', of })
export const equals = (field: string, value: string): Filter => ({ kind: 'is', field, operator: 'eq', value })

/** Whether whatever passes is bound to somebody: every way through the filter names a user, an agent or a run. */
export function namesSomebody(filter: Filter, names: readonly string[]): boolean {
  if (filter.kind === 'all') return filter.of.some((one) => namesSomebody(one, names))
  if (filter.kind === 'any') return filter.of.length > 0 && filter.of.every((one) => namesSomebody(one, names))
  return (
    filter.kind === 'is' && names.includes(filter.field) && (filter.operator === 'eq' || filter.operator === 'in') && filter.value !== null
  )
}

/** Only the part of a filter that says whose memories are meant; what else it asks is dropped. */
export function onlyNames(filter: Filter, names: readonly string[]): Filter {
  const parts = filter.kind === 'all' ? filter.of : [filter]
  return all(parts.filter((one) => one.kind === 'is' && names.includes(one.field) && one.operator === 'eq' && one.value !== null))
}
