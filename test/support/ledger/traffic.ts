/** Customers of the simulated program: they click, sign up, buy and get refunds. Every request is repeated with the same ids. */
import { stripe } from '../provider-samples.js'
import type { Random } from '../shop/random.js'
import type { Response, Sender } from '../shop/sender.js'
import type { Journal, Metadata, Partner, Sale } from './journal.js'
import { limitedGroup } from './terms.js'

export interface Simulation {
  sender: Sender
  random: Random
  journal: Journal
  /** Headers of a visitor's request. */
  visitorHeaders(visitor: string, country: string): Record<string, string>
  /** Headers with an API key that may track. */
  trackerHeaders(): Record<string, string>
  /** Sends an event of the payment provider, signed. */
  sendProviderEvent(event: { id: string; type: string; body: unknown }): Promise<void>
  /** Partners whose links work. */
  activePartners(): Partner[]
  clickIds: Set<string>
}

/** A known customer: its sales are credited to the link of its latest lead. */
export interface Customer {
  id: string
  country: string
  partner: Partner
  sales: { invoice: string; partner: Partner; amount: number; refunded: number }[]
}

const countries = ['US', 'DE', 'FR', 'JP']

/** Clicks until there is a click id: without a database the visitor is redirected without one, and counts nowhere. */
async function click({ sender, random, clickIds, visitorHeaders }: Simulation, partner: Partner, country: string): Promise<string> {
  for (;;) {
    const visitor = `visitor/${random.below(2 ** 48)}`
    const { key } = partner.links[0] as Partner['links'][number]
    const { location } = await sender.request({ method: 'GET', path: `/${key}`, headers: visitorHeaders(visitor, country) })
    const clickId = location && new URL(location).searchParams.get('svc_id')
    if (!clickId) continue
    clickIds.add(clickId)
    return clickId
  }
}

async function track({ sender, trackerHeaders }: Simulation, kind: string, body: object): Promise<Response['body']> {
  const { status, body: result } = await sender.send({ method: 'POST', path: `/track/${kind}`, headers: trackerHeaders(), body })
  if (status !== 200) throw new Error(`${kind} ${JSON.stringify(body)} got ${status}: ${JSON.stringify(result)}`)
  return result
}

const linkOf = (partner: Partner) => (partner.links[0] as Partner['links'][number]).id

/** Leads of the group with a limited lead reward are all alike. */
const quantityFor = (partner: Partner, random: Random) => (partner.group !== limitedGroup && random.bool(0.1) ? 3 : 1)

async function signUp(simulation: Simulation, customer: Customer, partner: Partner, eventName: string): Promise<void> {
  const { random, journal } = simulation
  const clickId = await click(simulation, partner, customer.country)
  const [quantity, metadata] = [quantityFor(partner, random), random.pick([null, { plan: 'pro' }, { plan: 'free' }])]
  const body = { clickId, eventName, customerExternalId: customer.id, eventQuantity: quantity, metadata }
  await track(simulation, 'lead', body)
  customer.partner = partner
  journal.entries.push({ kind: 'lead', partner: partner.id, link: linkOf(partner), customer: customer.id, quantity, metadata })
}

function newMetadata(random: Random, amount: number): Metadata {
  const products = random.bool(0.2)
    ? [
        { id: 'basic', amount: Math.ceil(amount / 3), quantity: 1 },
        { id: random.pick(['bundle', 'pro-max', 'other']), amount: amount - Math.ceil(amount / 3), quantity: 1 + random.below(3) },
      ]
    : null
  return random.pick([
    null,
    { plan: random.pick(['pro', 'free', 'premium']), seats: random.pick([1, 2, '2', 5, 9, 'many', null]) },
    { productId: random.pick(['bundle', 'team-max', 'basic']), ...(products ? { products } : {}) },
  ])
}

export async function buy(simulation: Simulation, customer: Customer, extra: { clickId?: string } = {}): Promise<void> {
  const { random, journal } = simulation
  const invoice = `invoice of ${customer.id} ${customer.sales.length}`
  const [paid, currency] = [random.pick([1 + random.below(90), 500, 100 + random.below(60_000)]), random.pick(['usd', 'usd', 'usd', 'eur'])]
  const metadata = newMetadata(random, paid)
  const result = await track(simulation, 'sale', {
    customerExternalId: customer.id,
    amount: paid,
    currency,
    invoiceId: invoice,
    metadata,
    ...extra,
  })
  const { partner } = customer
  const about = { partner: partner.id, link: linkOf(partner), customer: customer.id, metadata }
  if (extra.clickId) journal.entries.push({ ...about, kind: 'lead', quantity: 1 })
  const sale: Sale = { ...about, kind: 'sale', invoice, amount: result.sale.amount, paid }
  journal.entries.push(sale)
  customer.sales.push({ invoice, partner, amount: sale.amount, refunded: 0 })
}

/** Refunds a sale in part, in full, or in two parts. */
export async function refund(simulation: Simulation, sale: Customer['sales'][number]): Promise<void> {
  const { random, journal } = simulation
  const half = Math.ceil((sale.amount - sale.refunded) / 2)
  for (const amount of random.pick([[undefined], [half], [half, undefined]])) {
    if (sale.refunded >= sale.amount) return
    const refundId = `${sale.invoice} after ${sale.refunded}`
    const result = await track(simulation, 'refund', { invoiceId: sale.invoice, refundId, ...(amount ? { amount, currency: 'usd' } : {}) })
    sale.refunded += result.refund.amount
    journal.entries.push({ kind: 'refund', invoice: sale.invoice, amount: result.refund.amount })
  }
}

/** A new customer, from the first click to the last refund. */
export async function runCustomer(simulation: Simulation, id: string, salesCount: number): Promise<Customer> {
  const { random, journal } = simulation
  const customer: Customer = { id, country: random.pick(countries), partner: random.pick(simulation.activePartners()), sales: [] }
  journal.customers.set(id, customer.country)
  const isDirect = random.bool(0.25)
  if (isDirect) await buy(simulation, customer, { clickId: await click(simulation, customer.partner, customer.country) })
  else await signUp(simulation, customer, customer.partner, 'Sign up')
  for (let count = isDirect ? 1 : 0; count < salesCount; count++) {
    if (random.bool(0.1)) await signUp(simulation, customer, random.pick(simulation.activePartners()), `Trial ${count}`)
    await buy(simulation, customer)
    if (random.bool(0.2)) await refund(simulation, customer.sales.at(-1) as Customer['sales'][number])
  }
  return customer
}

/** A customer who pays through the payment provider and disputes the payment. The provider's events arrive in any order. */
export async function runDispute(simulation: Simulation, id: string): Promise<void> {
  const { random, journal } = simulation
  const partner = random.pick(simulation.activePartners())
  const country = random.pick(countries)
  const clickId = await click(simulation, partner, country)
  const [amount, isWon] = [1000 + random.below(20_000), random.bool(0.6)]
  const disputed = random.bool(0.5) ? amount : Math.ceil(amount / 3)
  const dispute = { id: `dp_${id}`, payment_intent: `pi_${id}`, amount: disputed, status: 'needs_response' }
  const events = [
    stripe('checkout.session.completed', checkoutOf(id, clickId, amount)),
    stripe('charge.dispute.created', dispute),
    stripe('charge.dispute.funds_withdrawn', dispute),
    ...(isWon ? [stripe('charge.dispute.funds_reinstated', { ...dispute, status: 'won' })] : []),
  ]
  const shuffled = events.map((event) => ({ event, rank: random() })).toSorted((a, b) => a.rank - b.rank)
  await Promise.all(shuffled.map(({ event }) => simulation.sendProviderEvent(event)))
  const about = { partner: partner.id, link: linkOf(partner), customer: `disputing ${id}`, metadata: {} }
  journal.customers.set(about.customer, country)
  journal.entries.push({ ...about, kind: 'lead', quantity: 1 }, { ...about, kind: 'sale', invoice: `pi_${id}`, amount })
  journal.entries.push({ kind: 'refund', invoice: `pi_${id}`, amount: disputed })
  if (isWon) journal.entries.push({ kind: 'refund', invoice: `pi_${id}`, amount: -disputed })
}

const checkoutOf = (id: string, clickId: string, amount: number) => ({
  id: `cs_${id}`,
  mode: 'payment',
  payment_status: 'paid',
  payment_intent: `pi_${id}`,
  customer: `cus_${id}`,
  client_reference_id: `svc_id_${clickId}`,
  amount_total: amount,
  currency: 'usd',
  total_details: { amount_tax: 0 },
  customer_details: { email: `${id}@example.com`, name: 'Ann Example' },
})
