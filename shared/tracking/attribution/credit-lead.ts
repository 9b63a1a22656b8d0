import type { InWorkspace } from '../../accounts/index.js'
import type { Customer } from '../../customers/index.js'
import type { ConvertedLink } from '../conversions/conversion.queries.js'
import { findCreditableLink } from '../conversions/conversion.queries.js'
import { findClick } from '../conversions/find-click.js'
import type { ClickRow } from '../enrich-click.js'
import { currentAttribution, listKnownClicks } from './attribution.queries.js'
import { type Attribution, creditedClick, type CreditRule, type KnownClick, leadRule } from './credit.js'

export interface Credit {
  /** The click whose columns the event copies; without link, domain and key if every click is too old. */
  click: ClickRow
  link: ConvertedLink | null
  /** The click that the lead named, if another one is credited. */
  named: KnownClick | null
  rule: CreditRule
}

interface NamedClick {
  click: ClickRow
  link: ConvertedLink
  /** The caller sent the click id; otherwise it is the customer's known click. */
  isNamed: boolean
}

/** Determines which click is credited with a lead that happens now. The customer must be locked. */
export async function creditLead(scope: InWorkspace, customer: Customer, { click, link, isNamed }: NamedClick, at: Date): Promise<Credit> {
  const attribution = await currentAttribution(scope)
  const credit = creditNamedClick(attribution, at, { click, link, isNamed })
  if (credit) return credit

  const named = { id: click.id, at: click.timestamp }
  const others = await listKnownClicks(scope, customer)
  for (let candidates = others; ;) {
    const credited = creditedClick(attribution, at, named, candidates)
    const rule = leadRule(attribution, credited, named, isNamed)
    if (!credited) return { click: { ...click, ...noLink }, link: null, named: null, rule }
    if (credited.id === named.id) return { click, link, named: null, rule }
    const found = await clickWithLink(scope, credited.id)
    if (found) return { ...found, named, rule }
    // The click was deleted meanwhile: try the next one.
    candidates = candidates.filter(({ id }) => id !== credited.id)
  }
}

/** The credit if the rule decides by the named click alone; otherwise null. */
export function creditNamedClick(attribution: Attribution, at: Date, { click, link, isNamed }: NamedClick): Credit | null {
  const named = { id: click.id, at: click.timestamp }
  if (attribution.model !== 'last_click' || creditedClick(attribution, at, named, []) !== named) return null
  return { click, link, named: null, rule: leadRule(attribution, named, named, isNamed) }
}

/** Link columns of a conversion that is credited to no link. */
export const noLink = { link_id: '', domain: '', key: '' }

async function clickWithLink(scope: InWorkspace, clickId: string): Promise<{ click: ClickRow; link: ConvertedLink } | null> {
  const click = await findClick(scope, clickId)
  const link = click && (await findCreditableLink(scope, click.link_id))
  return click && link ? { click, link } : null
}
