/**
 * Attribution rules: which click is credited with a lead, and which lead with a sale. Pure functions, used by live tracking and by
 * recomputation.
 */
import type { AttributionModel } from '../../accounts/index.js'
import { days } from '../../kernel/time.js'

export interface Attribution {
  model: AttributionModel
  /** Maximum age of a credited click in days; null for any age. */
  windowDays: number | null
}

export interface KnownClick {
  id: string
  at: Date
}

/** `named` is the click that the lead named, `known` are the customer's earlier clicks. Returns null if all are older than the window. */
export function creditedClick<Click extends KnownClick>(
  { model, windowDays }: Attribution,
  at: Date,
  named: Click,
  known: readonly Click[],
): Click | null {
  const isInWindow = (click: Click) => windowDays === null || at.getTime() - click.at.getTime() <= days(windowDays)
  if (model === 'last_click' && isInWindow(named)) return named
  const inWindow = [named, ...known].filter(isInWindow).toSorted(byTime)
  return (model === 'first_click' ? inWindow[0] : inWindow.at(-1)) ?? null
}

const byTime = (one: KnownClick, other: KnownClick) =>
  one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)

/** The lead whose click is credited with a sale. Leads must be sorted, oldest first. */
export const creditedLead = <Lead>({ model }: Pick<Attribution, 'model'>, leads: readonly Lead[]): Lead | undefined =>
  model === 'first_click' ? leads[0] : leads.at(-1)

/** Names of the rules in responses. */
export const creditRules = [
  'named_click',
  'known_click',
  'first_click',
  'latest_click_in_window',
  'outside_window',
  'latest_lead',
  'first_lead',
  'named_lead',
  'direct_click',
] as const
export type CreditRule = (typeof creditRules)[number]

/** The rule by which the click is credited with the lead. */
export function leadRule({ model }: Attribution, credited: KnownClick | null, named: KnownClick, isNamed: boolean): CreditRule {
  if (!credited) return 'outside_window'
  if (model === 'first_click') return 'first_click'
  return credited.id !== named.id ? 'latest_click_in_window' : isNamed ? 'named_click' : 'known_click'
}

/** The rule by which the lead's click is credited with the sale. */
export function saleRule({ model }: Pick<Attribution, 'model'>, leadName: string | null, linkId: string): CreditRule {
  if (linkId === '') return 'outside_window'
  if (leadName !== null) return 'named_lead'
  return model === 'first_click' ? 'first_lead' : 'latest_lead'
}
