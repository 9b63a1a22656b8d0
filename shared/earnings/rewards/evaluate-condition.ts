/** Decides whether an event meets a condition of a reward. */
import type { ConditionOperator, ConditionValue, RewardCondition, RewardContext, RewardModifier } from './reward-terms.js'

export function matchesModifier(
  { operator, conditions }: Pick<RewardModifier, 'operator' | 'conditions'>,
  context: RewardContext,
): boolean {
  const matches = (condition: RewardCondition) => matchesCondition(condition, context)
  return operator === 'OR' ? conditions.some(matches) : conditions.every(matches)
}

export function matchesCondition(condition: RewardCondition, context: RewardContext): boolean {
  const field = fieldOf(condition, context)
  if (field === undefined) return false
  return condition.attribute === 'metadata'
    ? compareMetadata(condition.operator, field, condition.value)
    : compare(condition.operator, field, condition.value)
}

function fieldOf({ entity, attribute, metadataField }: RewardCondition, context: RewardContext): unknown {
  const fields = ownValue(context[entity], attribute)
  return attribute === 'metadata' ? ownValue(fields, metadataField ?? '') : fields
}

const ownValue = (object: unknown, key: string): unknown =>
  typeof object === 'object' && object !== null && Object.hasOwn(object, key) ? (object as Record<string, unknown>)[key] : undefined

type Comparison = (field: unknown, value: ConditionValue) => boolean

const ofTexts =
  (compareTexts: (field: string, value: string) => boolean): Comparison =>
  (field, value) =>
    typeof field === 'string' && typeof value === 'string' && value !== '' && compareTexts(field, value)

/** The searched text is trimmed; an empty one matches nothing. */
const ofTrimmed = (compareTexts: (field: string, value: string) => boolean): Comparison =>
  ofTexts((field, value) => value.trim() !== '' && compareTexts(field, value.trim()))

const ofNumbers =
  (compareNumbers: (field: number, value: number) => boolean): Comparison =>
  (field, value) =>
    compareNumbers(Number(field), Number(value))

const includes = (values: string[] | number[], field: unknown) => (values as unknown[]).includes(field)

const orderings = {
  greater_than: ofNumbers((field, value) => field > value),
  greater_than_or_equal: ofNumbers((field, value) => field >= value),
  less_than: ofNumbers((field, value) => field < value),
  less_than_or_equal: ofNumbers((field, value) => field <= value),
}
const isOrdering = (operator: ConditionOperator): operator is keyof typeof orderings => Object.hasOwn(orderings, operator)

const comparisons: Record<ConditionOperator, Comparison> = {
  equals_to: (field, value) => field === value,
  not_equals: (field, value) => field !== value,
  starts_with: ofTexts((field, value) => field.startsWith(value)),
  ends_with: ofTexts((field, value) => field.endsWith(value)),
  contains: ofTrimmed((field, value) => field.includes(value)),
  not_contains: ofTrimmed((field, value) => !field.includes(value)),
  in: (field, value) => Array.isArray(value) && includes(value, field),
  not_in: (field, value) => Array.isArray(value) && value.length > 0 && !includes(value, field),
  ...orderings,
}

const compare = (operator: ConditionOperator, field: unknown, value: ConditionValue) => comparisons[operator](field, value)

/** Metadata is untyped: orderings read it as a number, other operators as text. Null differs from every text and contains none. */
function compareMetadata(operator: ConditionOperator, field: unknown, value: ConditionValue): boolean {
  const number = toNumber(field)
  if (isOrdering(operator)) return number !== undefined && compare(operator, number, value)
  const isEquality = operator === 'equals_to' || operator === 'not_equals'
  if (isEquality && field === null) return operator === 'not_equals'
  if (isEquality && typeof value === 'number' && number !== undefined) return compare(operator, number, value)
  return compare(operator, toText(field), isEquality && !Array.isArray(value) ? String(value) : value)
}

/** The field as a number; undefined for booleans, lists, objects, null and blank text. */
function toNumber(field: unknown): number | undefined {
  if (typeof field === 'number') return field
  if (typeof field !== 'string' || field.trim() === '') return undefined
  const number = Number(field)
  return Number.isNaN(number) ? undefined : number
}

function toText(field: unknown): string {
  if (field === null) return ''
  return typeof field === 'string' ? field : JSON.stringify(field)
}
