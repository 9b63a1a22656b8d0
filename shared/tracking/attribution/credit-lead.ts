import type { InWorkspace } from '../../accounts/index.js'
import type { Customer } from '../../customers/index.js'
import type { ConvertedLink } from '../conversions/conversion.queries.js'
import { linkToCredit } from '../conversions/conversion.queries.js'
import { findClick } from '../conversions/find-click.js'
import type { ClickRow } from '../describe-click.js'
import { attributionNow, clicksOfCustomer } from './attribution.queries.js'
import { creditedClick, type CreditRule, type KnownClick, leadRule } from './credit.js'

export interface Credit {
  /** What the event repeats; without link, domain and key where no click is young enough. */
  click: ClickRow
  link: ConvertedLink | null
  /** The click that came with the lead, where another one is credited. */
  named: KnownClick | null
  rule: CreditRule
}

interface Named {
  click: ClickRow
  link: ConvertedLink
  /** Said by the caller, not only known of the customer. */
  isNamed: boolean
}

/** Who gets the credit for a lead that happens now. The customer is locked. */
export async function creditLead(scope: InWorkspace, customer: Customer, { click, link, isNamed }: Named, at: Date): Promise<Credit> {
  const attribution = await attributionNow(scope)
  const named = { id: click.id, at: click.timestamp }
  if (creditedClick(attribution, at, named, []) === named && attribution.model === 'last_click')
    return { click, link, named: null, rule: leadRule(attribution, named, named, isNamed) }

  const others = await clicksOfCustomer(scope, customer)
  for (let known = others; ;) {
    const credited = creditedClick(attribution, at, named, known)
    const rule = leadRule(attribution, credited, named, isNamed)
    if (!credited) return { click: { ...click, ...noLink }, link: null, named: null, rule }
    if (credited.id === named.id) return { click, link, named: null, rule }
    const origin = await originOf(scope, credited.id)
    if (origin) return { ...origin, named, rule }
    // Gone meanwhile: whoever is next.
    known = known.filter(({ id }) => id !== credited.id)
  }
}

/** What a conversion says that is credited to no link. */
export const noLink = { link_id: '', domain: '', key: '' }

async function originOf(scope: InWorkspace, clickId: string): Promise<{ click: ClickRow; link: ConvertedLink } | null> {
  const click = await findClick(scope, clickId)
  const link = click && (await linkToCredit(scope, click.link_id))
  return click && link ? { click, link } : null
}
