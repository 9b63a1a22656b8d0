/** Conditions of rewards, for the oracle: written from the reference, independently of the product. */
import type { Condition, Modifier } from './terms.js'

export type Facts = Record<string, Record<string, unknown> | undefined>

export function applies({ operator = 'AND', conditions }: Modifier, facts: Facts): boolean {
  const isMet = (condition: Condition) => holds(condition, facts)
  return operator === 'OR' ? conditions.some(isMet) : !conditions.some((condition) => !isMet(condition))
}

function holds({ entity, attribute, operator, value, metadataField = '' }: Condition, facts: Facts): boolean {
  const own = facts[entity]?.[attribute]
  if (attribute !== 'metadata') return own !== undefined && plain(operator, own, value)
  const field = (own as Record<string, unknown> | null | undefined)?.[metadataField]
  return field !== undefined && inMetadata(operator, field, value)
}

/** Orderings and comparisons with a number read metadata as a number, everything else as text. */
function inMetadata(operator: string, field: unknown, value: Condition['value']): boolean {
  const number = typeof field === 'number' || (typeof field === 'string' && field.trim() !== '') ? Number(field) : Number.NaN
  if (operator.includes('than')) return !Number.isNaN(number) && plain(operator, number, value)
  if (operator.includes('equals') && typeof value === 'number' && !Number.isNaN(number)) return plain(operator, number, value)
  return plain(operator, String(field), String(value))
}

function plain(operator: string, field: unknown, value: Condition['value']): boolean {
  const [text, needle] = [String(field), String(value)]
  switch (operator) {
    case 'equals_to':
      return field === value
    case 'not_equals':
      return field !== value
    case 'starts_with':
      return text.startsWith(needle)
    case 'ends_with':
      return text.endsWith(needle)
    case 'contains':
      return text.includes(needle.trim())
    case 'in':
      return (value as unknown[]).includes(field)
    case 'not_in':
      return !(value as unknown[]).includes(field)
    case 'greater_than':
      return Number(field) > Number(value)
    case 'greater_than_or_equal':
      return Number(field) >= Number(value)
    case 'less_than':
      return Number(field) < Number(value)
    case 'less_than_or_equal':
      return Number(field) <= Number(value)
    default:
      throw new Error(`unknown operator ${operator}`)
  }
}
