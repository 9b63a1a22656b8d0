/** Decides whether a partner meets the move rules of a group, and whether the rules of two groups could match the same partner. Pure. */
import type { MoveRule } from './partner-group.entity.js'

export interface PartnerOfRules {
  groupId: string | null
  totalLeads: number
  totalConversions: number
  /** Cents. */
  totalSaleAmount: number
  totalCommissions: number
}

/** Whether all of the rules hold. Bounds are inclusive. */
export const matchesMoveRules = (rules: readonly MoveRule[], partner: PartnerOfRules): boolean =>
  rules.length > 0 && rules.every((rule) => holds(rule, partner))

function holds(rule: MoveRule, partner: PartnerOfRules): boolean {
  if (rule.attribute === 'partnerGroup') {
    const isNamed = ([rule.value].flat() as (string | null)[]).includes(partner.groupId)
    return rule.operator === 'eq' || rule.operator === 'in' ? isNamed : !isNamed
  }
  return isInRange(partner[rule.attribute], rule)
}

type Interval = [min: number, max: number]

/** Whether a number meets a condition. Bounds are inclusive. */
export function isInRange(amount: number, condition: Pick<MoveRule, 'value'> & { operator: string }): boolean {
  const [min, max] = intervalOf(condition)
  return amount >= min && amount <= max
}

function intervalOf({ operator, value }: Pick<MoveRule, 'value'> & { operator: string }): Interval {
  if (typeof value === 'number') return operator === 'lte' ? [Number.NEGATIVE_INFINITY, value] : [value, Number.POSITIVE_INFINITY]
  const { min, max } = value as { min: number; max: number }
  return [min, max]
}

/** The range of each metric that the rules require; several rules for one metric narrow it. */
function metricIntervals(rules: readonly MoveRule[]): Map<string, Interval> {
  const intervals = new Map<string, Interval>()
  for (const rule of rules) {
    if (rule.attribute === 'partnerGroup') continue
    const [min, max] = intervals.get(rule.attribute) ?? [0, Number.POSITIVE_INFINITY]
    const [low, high] = intervalOf(rule)
    intervals.set(rule.attribute, [Math.max(min, low), Math.min(max, high)])
  }
  return intervals
}

/** The groups from which the rules move partners, or null for all. `ne` and `notIn` are ignored. */
function sourceGroups(rules: readonly MoveRule[]): Set<string> | null {
  const sets = rules.flatMap(({ attribute, operator, value }) =>
    attribute === 'partnerGroup' && (operator === 'eq' || operator === 'in') ? [new Set([value].flat() as string[])] : [],
  )
  const [first, ...others] = sets
  return first ? new Set([...first].filter((id) => others.every((one) => one.has(id)))) : null
}

/** Rules conflict if they share a metric, all shared ranges intersect, and they move partners from a common group. */
export function moveRulesConflict(one: readonly MoveRule[], two: readonly MoveRule[]): boolean {
  const [fromOne, fromTwo] = [sourceGroups(one), sourceGroups(two)]
  if (fromOne && fromTwo && ![...fromOne].some((id) => fromTwo.has(id))) return false
  const others = metricIntervals(two)
  const shared = [...metricIntervals(one)].flatMap(([name, [min, max]]) => {
    const other = others.get(name)
    return other ? [min <= other[1] && other[0] <= max] : []
  })
  return shared.length > 0 && shared.every(Boolean)
}

/**
 * The rules without references to a deleted group. A rule that excludes no other group is dropped. If one requires no other group, no
 * partner can meet the rules any more: all of them are dropped, because the rest would move partners of every group.
 */
export function withoutGroup(rules: readonly MoveRule[], groupId: string): MoveRule[] {
  const rest = rules.map((rule): MoveRule | null => {
    if (rule.attribute !== 'partnerGroup') return rule
    const ids = ([rule.value].flat() as string[]).filter((id) => id !== groupId)
    return ids.length === 0 ? null : { ...rule, value: Array.isArray(rule.value) ? ids : (ids[0] as string) }
  })
  const isImpossible = rules.some(({ operator }, index) => rest[index] === null && (operator === 'eq' || operator === 'in'))
  return isImpossible ? [] : rest.filter((rule) => rule !== null)
}
