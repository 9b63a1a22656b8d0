/** Which click gets the credit for a lead, and which lead that for a sale. Pure: the live path and a later reckoning both ask here. */
import type { AttributionModel } from '../../accounts/index.js'
import { days } from '../../kernel/time.js'

export interface Attribution {
  model: AttributionModel
  /** How old a click may be that a lead is credited to; null for any age. */
  windowDays: number | null
}

export interface KnownClick {
  id: string
  at: Date
}

/** `named` is the click that came with the lead, `known` are others of the customer's from before. Null where none is young enough. */
export function creditedClick<Click extends KnownClick>(
  { model, windowDays }: Attribution,
  at: Date,
  named: Click,
  known: readonly Click[],
): Click | null {
  const isYoung = (click: Click) => windowDays === null || at.getTime() - click.at.getTime() <= days(windowDays)
  if (model === 'last_click' && isYoung(named)) return named
  const young = [named, ...known].filter(isYoung).toSorted(byTime)
  return (model === 'first_click' ? young[0] : young.at(-1)) ?? null
}

const byTime = (one: KnownClick, other: KnownClick) =>
  one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)

/** Of leads from first to last, the one whose click is credited with a sale. */
export const creditedLead = <Lead>({ model }: Pick<Attribution, 'model'>, leads: readonly Lead[]): Lead | undefined =>
  model === 'first_click' ? leads[0] : leads.at(-1)

/** How an answer names the rule by which something was credited. */
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

/** Why that click is credited with the lead. */
export function leadRule({ model }: Attribution, credited: KnownClick | null, named: KnownClick, isNamed: boolean): CreditRule {
  if (!credited) return 'outside_window'
  if (model === 'first_click') return 'first_click'
  return credited.id !== named.id ? 'latest_click_in_window' : isNamed ? 'named_click' : 'known_click'
}

/** Why that lead's click is credited with the sale. */
export function saleRule({ model }: Pick<Attribution, 'model'>, leadName: string | null, linkId: string): CreditRule {
  if (linkId === '') return 'outside_window'
  if (leadName !== null) return 'named_lead'
  return model === 'first_click' ? 'first_lead' : 'latest_lead'
}
