/** The conditions under which a transactional campaign is sent to a partner. Pure. */
import { z } from 'zod'
import { isInRange } from '../../partners/index.js'

export const metrics = ['totalLeads', 'totalConversions', 'totalSaleAmount', 'totalCommissions'] as const
export type Metric = (typeof metrics)[number]
export const enrolledDays = [1, 3, 7, 14, 30] as const

export const TriggerCondition = z.discriminatedUnion('attribute', [
  z.object({
    attribute: z.enum(metrics),
    operator: z.enum(['gte', 'lte']).default('gte'),
    value: z.int().min(0).max(1_000_000_000).meta({ description: 'A number; cents for totalSaleAmount and totalCommissions.' }),
  }),
  z.object({
    attribute: z.literal('partnerEnrolledDays'),
    operator: z.literal('gte').default('gte'),
    value: z.union(enrolledDays.map((days) => z.literal(days))),
  }),
  z.object({ attribute: z.literal('partnerJoined') }),
])
export type TriggerCondition = z.infer<typeof TriggerCondition>

/** What is wrong with the conditions together, or null. */
export function conditionsError(conditions: readonly TriggerCondition[]): string | null {
  const names = conditions.map(({ attribute }) => attribute)
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated) return `triggerConditions contains ${repeated} twice. Name each attribute at most once.`
  if (names.includes('partnerJoined') && names.length > 1)
    return 'triggerConditions combines partnerJoined with others. Send partnerJoined alone.'
  return null
}

export type PartnerFacts = Record<Metric, number> & { enrolledDays: number }

/** What happened to a partner: one of the totals changed, it joined the program, or a day passed. */
export type WorkflowEvent = Metric | 'partnerJoined' | 'partnerEnrolledDays'

/** Whether the campaign is sent: a condition is about one of the events, and all conditions hold. No conditions never match. */
export function isTriggered(conditions: readonly TriggerCondition[], events: readonly WorkflowEvent[], partner: PartnerFacts): boolean {
  return conditions.some(({ attribute }) => events.includes(attribute)) && conditions.every((condition) => holds(condition, partner))
}

function holds(condition: TriggerCondition, partner: PartnerFacts): boolean {
  if (condition.attribute === 'partnerJoined') return true
  const amount = condition.attribute === 'partnerEnrolledDays' ? partner.enrolledDays : partner[condition.attribute]
  return isInRange(amount, condition)
}
