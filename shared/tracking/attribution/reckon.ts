/** How a customer's conversions are credited by a rule, and what that changes. Pure. */
import { type Attribution, creditedClick, creditedLead, type CreditRule, type KnownClick, leadRule, saleRule } from './credit.js'

export interface PastLead {
  id: string
  at: Date
  eventName: string
  linkId: string
  clickId: string
  clickedAt: Date
  /** The click that came with it, where another one is credited. */
  namedClickId: string | null
  namedClickedAt: Date | null
}

/** A sale or a refund. */
export interface PastSale {
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

export interface History {
  /** The first click that is known of the customer. */
  known: KnownClick | null
  /** From first to last. */
  leads: readonly PastLead[]
  sales: readonly PastSale[]
  /** Click -> its link, where that may have credit. */
  linkOfClick: ReadonlyMap<string, string>
}

export interface LeadMove {
  lead: PastLead
  /** Null where no click is young enough. */
  credited: KnownClick | null
  named: KnownClick
  toLink: string
  rule: CreditRule
}

export interface SaleMove {
  sale: PastSale
  /** The lead whose click has the credit; null where none is there any more, and the credit stays. */
  lead: PastLead | null
  toLink: string
  toClick: string
  recurring: boolean
  rule: CreditRule | null
}

export interface Reckoning {
  leads: LeadMove[]
  sales: SaleMove[]
}

/** What changes. Reckoned again afterwards, nothing does. */
export function reckon(attribution: Attribution, history: History): Reckoning {
  const leads = leadMoves(attribution, history)
  return { leads, sales: saleMoves(attribution, history, new Map(leads.map((move) => [move.lead.id, move]))) }
}

function leadMoves(attribution: Attribution, { known, leads, linkOfClick }: History): LeadMove[] {
  const before = new Map<string, KnownClick>(known ? [[known.id, known]] : [])
  return leads.flatMap((lead) => {
    const current = { id: lead.clickId, at: lead.clickedAt }
    const named = lead.namedClickId && lead.namedClickedAt ? { id: lead.namedClickId, at: lead.namedClickedAt } : current
    // What has the credit may keep it when its link is gone; others need one.
    const others = [...before.values()].filter(({ id }) => linkOfClick.has(id) || (id === current.id && lead.linkId !== ''))
    before.set(named.id, named)
    const credited = creditedClick(attribution, lead.at, named, others)
    const isCurrent = credited?.id === current.id && lead.linkId !== ''
    const toLink = isCurrent ? lead.linkId : credited ? (linkOfClick.get(credited.id) ?? lead.linkId) : ''
    const moves = credited ? credited.id !== current.id || toLink !== lead.linkId : lead.linkId !== '' || current.id !== named.id
    // Nothing leads to a click whose link is gone, and nobody took its credit away.
    if (!moves || (credited && !isCurrent && !linkOfClick.has(credited.id))) return []
    return [{ lead, credited, named, toLink, rule: leadRule(attribution, credited, named, lead.namedClickId !== null) }]
  })
}

type Target = Omit<SaleMove, 'sale'>

function saleMoves(attribution: Attribution, { leads, sales }: History, moved: ReadonlyMap<string, LeadMove>): SaleMove[] {
  const paidBy = new Set<string>()
  const targets = new Map<string, Target>()
  return sales.flatMap((sale) => {
    const target = sale.refundOf === null ? targetOf(attribution, leads, sale, moved) : targets.get(sale.refundOf)
    if (!target) return []
    if (sale.refundOf === null) {
      target.recurring = paidBy.has(target.toLink)
      paidBy.add(target.toLink)
      targets.set(sale.id, target)
    }
    return target.toLink === sale.linkId && target.toClick === sale.clickId && target.recurring === sale.recurring
      ? []
      : [{ sale, ...target }]
  })
}

function targetOf(attribution: Attribution, leads: readonly PastLead[], sale: PastSale, moved: ReadonlyMap<string, LeadMove>): Target {
  const wanted = leads.filter(({ eventName }) => sale.leadName === null || eventName === sale.leadName)
  const before = wanted.filter(({ at }) => at <= sale.at)
  const lead = creditedLead(attribution, before.length > 0 ? before : wanted)
  if (!lead) return { lead: null, toLink: sale.linkId, toClick: sale.clickId, recurring: false, rule: null }
  const move = moved.get(lead.id)
  const toLink = move?.toLink ?? lead.linkId
  return {
    lead,
    toLink,
    toClick: move ? (move.credited ?? move.named).id : lead.clickId,
    recurring: false,
    rule: saleRule(attribution, sale.leadName, toLink),
  }
}
