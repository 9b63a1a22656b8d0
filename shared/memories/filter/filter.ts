/** The filter language of lists and searches. */
import { invalidFilter, unknownOperator } from '../errors.js'

export const operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', 'contains', 'icontains', 'exists'] as const
export type Operator = (typeof operators)[number]
export type Scalar = string | number | boolean | null

export type Filter =
  | { kind: 'all' | 'any'; of: Filter[] }
  | { kind: 'not'; of: Filter }
  | { kind: 'is'; field: string; operator: Operator; value: Scalar | Scalar[] }

const maxConditions = 100
const maxDepth = 8
const maxLength = 64_000

/**
 * Parses a filter such as `{"user_id": "ann", "age": {"gte": 18}, "OR": [...]}`. All keys must match. A plain value means equality, a list
 * any of its items, and `"*"` that the key exists.
 */
export function parseFilter(input: unknown): Filter {
  if (JSON.stringify(input)?.length > maxLength) throw invalidFilter(`has more than ${maxLength} characters.`)
  const budget = { remaining: maxConditions }
  return parseObject(input, 0, budget)
}

/** How many more conditions the filter may have. */
interface Budget {
  remaining: number
}

function parseObject(input: unknown, depth: number, budget: Budget): Filter {
  if (!isObject(input)) throw invalidFilter('must be a JSON object.')
  if (depth > maxDepth) throw invalidFilter(`is nested more than ${maxDepth} levels deep.`)
  return all(Object.entries(input).flatMap(([key, value]) => parseEntry(key, value, depth, budget)))
}

function parseEntry(key: string, value: unknown, depth: number, budget: Budget): Filter[] {
  if (key === 'AND' || key === 'OR' || key === 'NOT') return [combine(key, value, depth, budget)]
  budget.remaining -= 1
  if (budget.remaining < 0) throw invalidFilter(`has more than ${maxConditions} conditions.`)
  if (value === '*') return [{ kind: 'is', field: key, operator: 'exists', value: true }]
  if (Array.isArray(value)) return [membership(key, 'in', value)]
  if (!isObject(value)) return [{ kind: 'is', field: key, operator: 'eq', value: scalar(key, value) }]
  return Object.entries(value).map(([operator, operand]) => condition(key, operator, operand))
}

function combine(key: 'AND' | 'OR' | 'NOT', value: unknown, depth: number, budget: Budget): Filter {
  const list = key === 'NOT' && isObject(value) ? [value] : value
  if (!Array.isArray(list) || list.length === 0) throw invalidFilter(`\`${key}\` requires a non-empty list of filters.`)
  const of = list.map((item) => parseObject(item, depth + 1, budget))
  if (key === 'AND') return all(of)
  return key === 'OR' ? { kind: 'any', of } : { kind: 'not', of: { kind: 'any', of } }
}

function condition(field: string, operator: string, operand: unknown): Filter {
  if (!isOperator(operator)) throw unknownOperator(operator)
  if (operator === 'in' || operator === 'nin') {
    if (!Array.isArray(operand)) throw invalidFilter(`\`${operator}\` of \`${field}\` requires a list.`)
    return membership(field, operator, operand)
  }
  if (operand === null && operator !== 'eq' && operator !== 'ne')
    throw invalidFilter(`\`${operator}\` of \`${field}\` cannot be null. Use \`eq\` or \`ne\`.`)
  return { kind: 'is', field, operator, value: scalar(field, operand) }
}

/** A null among the values matches a missing one. */
function membership(field: string, operator: 'in' | 'nin', operands: unknown[]): Filter {
  const values = operands.filter((operand) => operand !== null)
  const listed: Filter = { kind: 'is', field, operator, value: values.map((operand) => scalar(field, operand)) }
  if (values.length === operands.length) return listed
  const isMissing: Filter = { kind: 'is', field, operator: 'eq', value: null }
  const matches: Filter = { kind: 'any', of: [{ ...listed, operator: 'in' }, isMissing] }
  return operator === 'in' ? matches : { kind: 'not', of: matches }
}

const isOperator = (text: string): text is Operator => (operators as readonly string[]).includes(text)
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function scalar(field: string, value: unknown): Scalar {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw invalidFilter(`\`${field}\` can only be compared with a text, number, boolean or null.`)
}

export const all = (of: Filter[]): Filter => (of.length === 1 ? (of[0] as Filter) : { kind: 'all', of })
export const equals = (field: string, value: string): Filter => ({ kind: 'is', field, operator: 'eq', value })

/** Whether every memory that matches the filter is bound to one of these identifiers: each branch has to require one. */
export function requiresIdentifier(filter: Filter, names: readonly string[]): boolean {
  if (filter.kind === 'all') return filter.of.some((part) => requiresIdentifier(part, names))
  if (filter.kind === 'any') return filter.of.length > 0 && filter.of.every((part) => requiresIdentifier(part, names))
  return (
    filter.kind === 'is' && names.includes(filter.field) && (filter.operator === 'eq' || filter.operator === 'in') && filter.value !== null
  )
}

/** Only the identifier conditions of a filter. */
export function identifierConditions(filter: Filter, names: readonly string[]): Filter {
  const parts = filter.kind === 'all' ? filter.of : [filter]
  return all(parts.filter((part) => part.kind === 'is' && names.includes(part.field) && part.operator === 'eq' && part.value !== null))
}
