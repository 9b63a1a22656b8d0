/** Computes which of a customer's conversions change their attribution under a rule. Pure functions. */
import { type Attribution, creditedClick, creditedLead, type CreditRule, type KnownClick, leadRule, saleRule } from './credit.js'

export interface StoredLead {
  id: string
  at: Date
  eventName: string
  linkId: string
  clickId: string
  clickedAt: Date
  /** The click that the lead named, if another one is credited. */
  namedClickId: string | null
  namedClickedAt: Date | null
}

/** A sale or a refund. */
export interface StoredSale {
  id: string
  at: Date
  linkId: string
  clickId: string
  leadName: string | null
  refundOf: string | null
  amount: number
  sales: number
  recurring: boolean
}

export interface CustomerHistory {
  /** The customer's first known click. */
  firstClick: KnownClick | null
  /** Oldest first. */
  leads: readonly StoredLead[]
  sales: readonly StoredSale[]
  /** Click id -> link id, for links that can be credited. */
  linkOfClick: ReadonlyMap<string, string>
}

export interface LeadMove {
  lead: StoredLead
  /** Null if every click is older than the attribution window. */
  credited: KnownClick | null
  named: KnownClick
  toLink: string
  rule: CreditRule
}

export interface SaleMove {
  sale: StoredSale
  /** The lead whose click is credited; null if it or its link does not exist any more, and the attribution stays. */
  lead: StoredLead | null
  toLink: string
  toClick: string
  recurring: boolean
  rule: CreditRule | null
}

export interface AttributionChanges {
  leads: LeadMove[]
  sales: SaleMove[]
}

/** Returns what changes. Idempotent: applied once, nothing changes the next time. */
export function computeAttribution(attribution: Attribution, history: CustomerHistory): AttributionChanges {
  const leads = computeLeadMoves(attribution, history)
  return { leads, sales: computeSaleMoves(attribution, history, new Map(leads.map((move) => [move.lead.id, move]))) }
}

function computeLeadMoves(attribution: Attribution, { firstClick, leads, linkOfClick }: CustomerHistory): LeadMove[] {
  const earlierClicks = new Map<string, KnownClick>(firstClick ? [[firstClick.id, firstClick]] : [])
  return leads.flatMap((lead) => {
    const current = { id: lead.clickId, at: lead.clickedAt }
    const named = lead.namedClickId && lead.namedClickedAt ? { id: lead.namedClickId, at: lead.namedClickedAt } : current
    // The credited click stays a candidate after its link was deleted; other clicks need a link.
    const others = [...earlierClicks.values()].filter(({ id }) => linkOfClick.has(id) || (id === current.id && lead.linkId !== ''))
    earlierClicks.set(named.id, named)
    const credited = creditedClick(attribution, lead.at, named, others)
    const isCurrent = credited?.id === current.id && lead.linkId !== ''
    const toLink = isCurrent ? lead.linkId : credited ? (linkOfClick.get(credited.id) ?? lead.linkId) : ''
    const hasChanged = credited ? credited.id !== current.id || toLink !== lead.linkId : lead.linkId !== '' || current.id !== named.id
    // A click without a link cannot become credited, and an existing attribution is not taken away.
    if (!hasChanged || (credited && !isCurrent && !linkOfClick.has(credited.id))) return []
    return [{ lead, credited, named, toLink, rule: leadRule(attribution, credited, named, lead.namedClickId !== null) }]
  })
}

type Target = Omit<SaleMove, 'sale'>

function computeSaleMoves(attribution: Attribution, history: CustomerHistory, leadMoves: ReadonlyMap<string, LeadMove>): SaleMove[] {
  const paidLinks = new Set<string>()
  const targets = new Map<string, Target>()
  return history.sales.flatMap((sale) => {
    const target = sale.refundOf === null ? computeTarget(attribution, history, sale, leadMoves) : targets.get(sale.refundOf)
    if (!target) return []
    if (sale.refundOf === null) {
      target.recurring = paidLinks.has(target.toLink)
      paidLinks.add(target.toLink)
      targets.set(sale.id, target)
    }
    return target.toLink === sale.linkId && target.toClick === sale.clickId && target.recurring === sale.recurring
      ? []
      : [{ sale, ...target }]
  })
}

function computeTarget(
  attribution: Attribution,
  { leads, linkOfClick }: CustomerHistory,
  sale: StoredSale,
  leadMoves: ReadonlyMap<string, LeadMove>,
): Target {
  const candidates = leads.filter(({ eventName }) => sale.leadName === null || eventName === sale.leadName)
  const earlierLeads = candidates.filter(({ at }) => at <= sale.at)
  const lead = creditedLead(attribution, earlierLeads.length > 0 ? earlierLeads : candidates)
  const unchanged = { lead: null, toLink: sale.linkId, toClick: sale.clickId, recurring: false, rule: null }
  if (!lead) return unchanged
  const move = leadMoves.get(lead.id)
  const toLink = move?.toLink ?? lead.linkId
  const toClick = move ? (move.credited ?? move.named).id : lead.clickId
  // A link that was deleted or disabled gains no sale from another one.
  const isCreditable = toLink === sale.linkId || toLink === '' || linkOfClick.get(toClick) === toLink
  return isCreditable ? { lead, toLink, toClick, recurring: false, rule: saleRule(attribution, sale.leadName, toLink) } : unchanged
}
