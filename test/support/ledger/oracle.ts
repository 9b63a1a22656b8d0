/**
 * Replays the journal of the simulator and computes what partners must have earned. Written from the reference and independent of the
 * product: it shares no code with it, and works on one event after the other.
 */
import { applies, type Facts } from './conditions.js'
import type { ClickCount, Entry, Journal, Lead, Partner, Sale, StatusOperation } from './journal.js'
import { type Amounts, type GroupTerms, limitedGroup, type Modifier, type RewardedEvent, type Terms } from './terms.js'

export interface Commission {
  partner: string
  customer: string
  type: RewardedEvent | 'custom'
  invoice: string | null
  /** Group whose reward paid it. */
  group: string
  at: Date
  status: string
  amount: number
  earnings: number
  quantity: number
  /** Of the whole sale. */
  saleAmount: number
  saleEarnings: number
  refunded: number
}

interface Product {
  id: string
  amount: number
  quantity: number
}

/** The listed products, with their shares of the converted amount. */
function productsOf({ amount, paid = amount, metadata }: Sale): Product[] | undefined {
  const share = (upTo: number) => halfUp(amount * upTo, paid)
  let sum = 0
  return (metadata?.products as Product[] | undefined)?.map((product) => {
    sum += product.amount
    return { ...product, amount: share(sum) - share(sum - product.amount) }
  })
}

type Enrolment = Pick<Partner, 'id' | 'country' | 'group'> & { status: string }

const earningStatuses = new Set(['approved', 'archived', 'invited'])
const spendingStatuses = new Set(['pending', 'processed', 'paid', 'hold'])
const nextStatus: Record<StatusOperation, (status: string) => string> = {
  ban: () => 'banned',
  unban: () => 'approved',
  deactivate: () => 'deactivated',
  reactivate: () => 'approved',
  archive: (status) => (status === 'archived' ? 'approved' : 'archived'),
}

export class Oracle {
  readonly commissions: Commission[] = []
  readonly enrolments: Map<string, Enrolment>
  /** Of sale commissions. */
  private readonly byInvoice = new Map<string, Commission>()
  private readonly byCustomer = new Map<string, Commission[]>()
  private readonly leadEarnings = new Map<string, number>()
  private readonly groups: Map<string, GroupTerms>
  private readonly journal: Journal
  /** When each sale was recorded. */
  private readonly times: ReadonlyMap<string, Date>

  constructor(journal: Journal, groups: readonly GroupTerms[], times: ReadonlyMap<string, Date>) {
    this.journal = journal
    this.times = times
    this.groups = new Map(structuredClone(groups).map((group) => [group.slug, group]))
    this.enrolments = new Map(journal.partners.map(({ id, country, group }) => [id, { id, country, group, status: 'approved' }]))
    for (const entry of journal.entries) this.apply(entry)
  }

  private apply(entry: Entry): void {
    switch (entry.kind) {
      case 'lead':
      case 'sale':
        return this.earn(entry)
      case 'refund':
        return this.refund(entry.invoice, entry.amount)
      case 'move':
        return void (this.enrolment(entry.partner).group = entry.group)
      case 'status':
        return this.changeStatus(entry.partner, entry.operation)
      case 'terms':
        return void (this.group(entry.group).rewards[entry.event] = entry.terms)
      case 'change':
        return this.change(entry)
      case 'hold': {
        const commission = this.byInvoice.get(entry.invoice)
        if (commission?.status === 'pending') commission.status = 'hold'
        return
      }
      case 'custom':
        return this.addOther(entry.partner, '', 'custom', entry.earnings)
      case 'clicks':
        return this.earnClicks(entry.counts)
      case 'aggregate':
        return this.aggregate()
      case 'pay':
        return this.pay()
    }
  }

  private enrolment(partner: string): Enrolment {
    const enrolment = this.enrolments.get(partner)
    if (!enrolment) throw new Error(`unknown partner ${partner}`)
    return enrolment
  }

  private group(slug: string): GroupTerms {
    const group = this.groups.get(slug)
    if (!group) throw new Error(`unknown group ${slug}`)
    return group
  }

  private earn(event: Lead | Sale): void {
    const enrolment = this.enrolment(event.partner)
    const terms = this.group(enrolment.group).rewards[event.kind]
    if (!terms || !earningStatuses.has(enrolment.status)) return
    const earlier = this.byCustomer.get(keyOf(event)) ?? []
    const at = event.kind === 'sale' ? this.timeOf(event.invoice) : new Date(0)
    const first = earlier[0]
    if (first && this.isOver(first, enrolment.group, event.kind)) return
    const parts = this.partsOf(event, terms, enrolment, { at, first })
    const duration = parts[0]?.duration
    if (duration === undefined || (first && !lasts(duration, first.at, at))) return
    const full = parts.reduce((sum, part) => sum + part.earnings, 0)
    const earnings = Math.max(0, Math.min(full, this.leftOf(terms, event, earlier, at)))
    if (earnings > 0) this.add(event, { group: enrolment.group, at, earnings })
  }

  private isOver(first: Commission, group: string, type: 'lead' | 'sale'): boolean {
    if (type === 'lead' || first.status === 'fraud' || first.status === 'canceled') return true
    return first.group !== group && this.group(first.group).rewards[type]?.maxDuration === 0
  }

  /** A sale of several products has a part for each product that earns, if a modifier depends on the product. */
  private partsOf(event: Lead | Sale, terms: Terms, enrolment: Enrolment, known: { at: Date; first: Commission | undefined }) {
    const facts = this.factsOf(event, enrolment, known)
    const products = event.kind === 'sale' ? productsOf(event) : undefined
    const usesProduct = (terms.modifiers ?? []).some(({ conditions }) => conditions.some(({ attribute }) => attribute === 'productId'))
    const sold =
      products && usesProduct
        ? products.map(({ id, amount, quantity }) => ({ facts: { ...facts, sale: { ...facts.sale, productId: id } }, amount, quantity }))
        : [{ facts, amount: event.kind === 'sale' ? event.amount : 0, quantity: event.kind === 'sale' ? 1 : event.quantity }]
    return sold.flatMap((part) => {
      const best = bestOf(terms, part.facts)
      const earnings = earningsOf(best, part)
      return earnings > 0 ? [{ earnings, duration: best.maxDuration === undefined ? (terms.maxDuration ?? null) : best.maxDuration }] : []
    })
  }

  private factsOf(event: Lead | Sale, enrolment: Enrolment, { at, first }: { at: Date; first: Commission | undefined }): Facts {
    const shared = {
      customer: { country: this.journal.customers.get(event.customer), source: 'tracked' },
      partner: { country: enrolment.country },
    }
    if (event.kind === 'lead') return { ...shared, lead: { metadata: event.metadata } }
    const { amount, metadata } = event
    const sale = { amount, metadata, type: first ? 'recurring' : 'new', productId: metadata?.productId }
    return { ...shared, customer: { ...shared.customer, subscriptionDurationMonths: months(first?.at ?? at, at) }, sale }
  }

  private timeOf(invoice: string): Date {
    const at = this.times.get(invoice)
    if (!at) throw new Error(`the sale ${invoice} was answered but is not stored`)
    return at
  }

  /** What the limit of the reward leaves for this event. */
  private leftOf({ spendLimitAmount, spendLimitInterval }: Terms, event: Lead | Sale, earlier: Commission[], at: Date): number {
    if (spendLimitAmount === undefined) return Number.POSITIVE_INFINITY
    if (event.kind === 'lead') return spendLimitAmount - (this.leadEarnings.get(event.partner) ?? 0)
    const window = windowOf(spendLimitInterval, at)
    const spent = earlier.filter((one) => spendingStatuses.has(one.status) && windowOf(spendLimitInterval, one.at) === window)
    return spendLimitAmount - spent.reduce((sum, one) => sum + one.earnings, 0)
  }

  private add(event: Lead | Sale, { group, at, earnings }: { group: string; at: Date; earnings: number }): void {
    const { partner, customer, kind: type } = event
    const [invoice, amount, quantity] = event.kind === 'sale' ? [event.invoice, event.amount, 1] : [null, 0, event.quantity]
    const whole = { saleAmount: amount, saleEarnings: earnings, refunded: 0 }
    const commission = { partner, customer, type, invoice, group, at, status: 'pending', amount, earnings, quantity, ...whole }
    this.commissions.push(commission)
    this.byCustomer.set(keyOf(event), [...(this.byCustomer.get(keyOf(event)) ?? []), commission])
    if (invoice !== null) this.byInvoice.set(invoice, commission)
    else this.leadEarnings.set(partner, (this.leadEarnings.get(partner) ?? 0) + earnings)
  }

  private refund(invoice: string, amount: number): void {
    const commission = this.byInvoice.get(invoice)
    if (!commission) return
    const wasFull = commission.refunded >= commission.saleAmount
    commission.refunded = Math.max(0, commission.refunded + amount)
    if (commission.status === 'paid') return
    const left = commission.saleAmount - commission.refunded
    if (left <= 0) {
      commission.amount = commission.saleAmount
      commission.earnings = commission.saleEarnings
      if (spendingStatuses.has(commission.status)) commission.status = 'refunded'
      return
    }
    commission.amount = left
    commission.earnings = halfUp(commission.saleEarnings * left, commission.saleAmount)
    if (wasFull && commission.status === 'refunded') commission.status = 'pending'
  }

  private changeStatus(partner: string, operation: StatusOperation): void {
    const enrolment = this.enrolment(partner)
    enrolment.status = nextStatus[operation](enrolment.status)
    const own = this.commissions.filter((one) => one.partner === partner)
    if (operation === 'ban') for (const one of own) if (['pending', 'hold', 'processed'].includes(one.status)) one.status = 'canceled'
    if (operation === 'unban')
      for (const one of own)
        if (one.status === 'canceled') one.status = one.type === 'sale' && one.refunded >= one.saleAmount ? 'refunded' : 'pending'
  }

  /** A change by a user: amounts are computed again from the reward, without what is known of the sale. */
  private change({ invoice, status, earnings, saleAmount }: Extract<Entry, { kind: 'change' }>): void {
    const commission = this.byInvoice.get(invoice)
    if (!commission) throw new Error(`there is no commission of ${invoice}`)
    if (saleAmount !== undefined || earnings !== undefined) {
      const terms = this.group(this.enrolment(commission.partner).group).rewards.sale as Terms
      const amount = saleAmount ?? commission.amount
      commission.earnings = earnings ?? earningsOf(terms, { amount, quantity: commission.quantity })
      commission.saleEarnings = commission.earnings
      commission.amount = commission.saleAmount = amount
      commission.refunded = 0
    }
    if (status) commission.status = status
  }

  /** Partners whose lead commissions can be compared only together. */
  isLimited = (partner: string): boolean => this.enrolment(partner).group === limitedGroup

  /** All commissions are younger than a holding period. */
  private aggregate(): void {
    for (const one of this.commissions)
      if (one.status === 'pending' && (isNeverHeld(one) || this.group(this.enrolment(one.partner).group).holdingPeriodDays === 0))
        one.status = 'processed'
  }

  /** A balance of 0 or less is not paid. */
  private pay(): void {
    for (const { id, status } of this.enrolments.values()) {
      const due = this.commissions.filter((one) => one.partner === id && one.status === 'processed')
      if (status === 'banned' || due.reduce((sum, one) => sum + one.earnings, 0) <= 0) continue
      for (const one of due) one.status = 'paid'
      for (const one of due) if (one.type === 'sale') this.earnReferral(one)
    }
  }

  private earnReferral({ partner, customer, amount, earnings }: Commission): void {
    const referrer = this.enrolments.get(this.journal.referrers.get(partner) ?? '')
    const terms = referrer && earningStatuses.has(referrer.status) ? this.group(referrer.group).rewards.referral : undefined
    if (!referrer || !terms) return
    const base = terms.config?.trigger === 'saleRecorded' ? amount : earnings
    const earned = Math.floor((base * Math.round(amountOf(terms) * 100)) / 10_000)
    if (earned > 0) this.addOther(referrer.id, customer, 'referral', earned)
  }

  /** Every link of a partner has one commission a day; each partner has one link. */
  private earnClicks(counts: readonly ClickCount[]): void {
    const days = new Map<string, ClickCount[]>()
    for (const count of counts) {
      const key = `${count.partner} ${count.day}`
      days.set(key, [...(days.get(key) ?? []), count])
    }
    for (const day of days.values()) {
      const { partner } = day[0] as ClickCount
      const { group, status } = this.enrolment(partner)
      const terms = this.group(group).rewards.click
      if (!terms || !earningStatuses.has(status)) continue
      const earned = day.reduce((sum, { country, clicks }) => sum + amountOf(bestOf(terms, { customer: { country } })) * clicks, 0)
      const quantity = day.reduce((sum, { clicks }) => sum + clicks, 0)
      const earnings = Math.min(earned, terms.spendLimitAmount ?? earned)
      if (earnings > 0) this.addOther(partner, '', 'click', earnings, quantity)
    }
  }

  private addOther(partner: string, customer: string, type: 'referral' | 'custom' | 'click', earnings: number, quantity = 1): void {
    const sale = { invoice: null, amount: 0, quantity, saleAmount: 0, saleEarnings: earnings, refunded: 0 }
    const { group } = this.enrolment(partner)
    this.commissions.push({ partner, customer, type, group, at: new Date(0), status: 'pending', earnings, ...sale })
  }
}

const isNeverHeld = ({ type }: Commission) => type === 'custom' || type === 'referral'

const keyOf = ({ partner, customer, kind }: Lead | Sale) => `${kind} ${partner} ${customer}`

/** The matching modifier with the highest amount, cents and percentages compared as plain numbers, or else the terms themselves. */
function bestOf(terms: Terms, facts: Facts): Amounts {
  const matching = (terms.modifiers ?? []).filter((modifier) => applies(modifier, facts))
  const highest = Math.max(...matching.map(amountOf))
  return matching.find((modifier) => amountOf(modifier) === highest) ?? terms
}
const amountOf = ({ type, amountInCents, amountInPercentage }: Amounts | Modifier) =>
  (type === 'flat' ? amountInCents : amountInPercentage) ?? 0

function earningsOf(terms: Amounts, { amount, quantity }: { amount: number; quantity: number }): number {
  return terms.type === 'flat' ? amountOf(terms) * quantity : halfUp(amount * Math.round(amountOf(terms) * 100), 10_000)
}

function halfUp(dividend: number, divisor: number): number {
  const rest = dividend % divisor
  return (dividend - rest) / divisor + (rest * 2 >= divisor ? 1 : 0)
}

const lasts = (duration: number | null, first: Date, at: Date) => duration === null || (duration > 0 && months(first, at) < duration)

/** Whole months between two times. */
function months(from: Date, to: Date): number {
  let count = 0
  while (addMonths(from, count + 1) <= to) count++
  return count
}

function addMonths(date: Date, count: number): Date {
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + count]
  const day = Math.min(date.getUTCDate(), new Date(Date.UTC(year, month + 1, 0)).getUTCDate())
  return new Date(Date.UTC(year, month, day) + (date.getTime() % 86_400_000))
}

function windowOf(interval: Terms['spendLimitInterval'], at: Date): string {
  const day = at.toISOString().slice(0, 10)
  if (interval === 'allTime') return ''
  if (interval === 'month') return day.slice(0, 7)
  return interval === 'day' ? day : new Date(Date.parse(day) - at.getUTCDay() * 86_400_000).toISOString()
}
