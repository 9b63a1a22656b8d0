/** Random leads, sales and refunds, each noted in the world as the documentation says that it counts. */
import type { Random } from '../shop/random.js'
import { adopt, ensureCustomer } from './customers.js'
import { earn, reduceEarnings } from './earnings.js'
import { refreshPayouts } from './payouts.js'
import { expectStatus, mainWorkspace, request, type Simulation } from './simulation.js'
import {
  type Click,
  type Conversion,
  creditable,
  creditedClick,
  creditedLead,
  type Customer,
  customerOf,
  leadsOf,
  type Metadata,
  orderConversions,
} from './world.js'

function pickClick({ random, world }: Simulation, workspace: string): Click | undefined {
  const own = world.clicks.filter((click) => click.workspace === workspace)
  return own.length > 0 ? random.pick(own) : undefined
}

export const names = ['Sign up', 'sign UP', 'Trial', 'Demo', 'Webinar']
export const slug = (name: string) => name.toLowerCase().replaceAll(' ', '-')
const newMetadata = (random: Random) =>
  random.pick<Metadata>([null, { plan: 'pro', seats: 3 }, { plan: 'free', seats: 12, productId: 'a-max' }, { plan: 'pro' }])

interface NewLead {
  at: number
  eventName: string
  quantity: number
  metadata: Metadata
}

async function addLead(simulation: Simulation, customer: Customer, named: Click, lead: NewLead) {
  const { world } = simulation
  const known = [...(customer.click ? [customer.click] : []), ...leadsOf(world, customer.id).map((one) => one.named)]
  const others = known.filter((click) => creditable(world, named.workspace, click.link))
  customer.claims.add(slug(lead.eventName))
  recordLead(simulation, customer, { ...lead, named, credited: creditedClick(world, lead.at, named, others) })
  await adopt(simulation, customer)
  await simulation.program.compute()
  earn(world, simulation.program.terms, world.conversions.at(-1) as Conversion, lead.quantity)
}

/** Notes the lead, of which nothing is credited without a click. */
export function recordLead(
  { world }: Simulation,
  customer: Customer,
  { named, credited, quantity, ...lead }: NewLead & { named: Click; credited: Click | undefined },
): void {
  const credit = { workspace: named.workspace, link: credited?.link ?? '', click: credited ?? named, named }
  for (let count = 0; count < quantity; count++)
    world.conversions.push({ ...blank, ...lead, ...credit, kind: 'lead', no: world.conversions.length, customer: customer.id })
}

const blank = { amount: 0, sales: 0, isFirst: false, leadName: null, invoice: null, refundOf: null }

export const trackAnyLead = (simulation: Simulation) =>
  trackLead(simulation, simulation.random.bool(0.75) ? pickClick(simulation, mainWorkspace(simulation)) : undefined)

export async function trackLead(simulation: Simulation, click: Click | undefined): Promise<void> {
  const { random, world } = simulation
  const workspace = mainWorkspace(simulation)
  const externalId = `customer-${random.below(12)}`
  const [eventName, quantity, metadata] = [random.pick(names), random.pick([1, 1, 1, 2, 4]), newMetadata(random)]
  const mode = random.pick(['async', 'wait', 'deferred'])
  const existing = customerOf(world, externalId)
  const at = Date.now()
  const response = await request(simulation, workspace, 'POST /track/lead', {
    clickId: click?.id ?? '',
    customerExternalId: externalId,
    eventName,
    eventQuantity: quantity,
    metadata,
    mode,
  })
  if (existing && mode !== 'deferred' && existing.claims.has(slug(eventName))) return expectStatus(response, 200, 'repeated lead')
  const named = click ?? existing?.click ?? undefined
  if (!named) return expectStatus(response, 400, 'lead without a click')
  if (!creditable(world, workspace, named.link)) return expectStatus(response, 404, 'lead by a lost link')
  expectStatus(response, 200, 'lead')
  const customer = ensureCustomer(simulation, externalId, named)
  if (mode === 'deferred') await adopt(simulation, customer)
  else await addLead(simulation, customer, named, { at, eventName, quantity, metadata })
}

const currencies: Record<string, { rate: number; digits: number }> = {
  usd: { rate: 1, digits: 2 },
  eur: { rate: 0.852, digits: 2 },
  jpy: { rate: 147.3, digits: 0 },
  kwd: { rate: 0.3055, digits: 3 },
}

function newSale(simulation: Simulation) {
  const { random, world } = simulation
  const currency = random.pick(['usd', 'usd', 'eur', 'jpy', 'kwd'])
  const { rate, digits } = currencies[currency] as { rate: number; digits: number }
  const paid = random.pick([0, 1, 50 + random.below(100_000), 1000])
  const known = world.conversions.filter(({ kind }) => kind === 'sale')
  const repeated = known.length > 0 && random.bool(0.1) ? random.pick(known) : undefined
  return {
    externalId: `customer-${random.below(14)}`,
    currency,
    paid,
    amount: Math.round(((paid / 10 ** digits) * 100) / rate),
    isRepeated: repeated !== undefined,
    invoice: repeated?.invoice ?? `invoice ${world.conversions.length} ${random.below(2 ** 30)}`,
    leadName: random.bool(0.15) ? random.pick(names) : null,
    click: random.bool(0.3) ? pickClick(simulation, mainWorkspace(simulation)) : undefined,
    eventName: random.pick(['Purchase', 'Renewal']),
    metadata: newMetadata(random),
    at: Date.now(),
  }
}
type NewSale = ReturnType<typeof newSale>

/** Sometimes sends the request twice at once. */
async function sendSale(simulation: Simulation, { externalId, paid, currency, invoice, leadName, click, eventName, metadata }: NewSale) {
  const body = {
    ...{ customerExternalId: externalId, amount: paid, currency, invoiceId: invoice, eventName, metadata },
    ...{ leadEventName: leadName, clickId: click?.id },
  }
  const copies = simulation.random.bool(0.2) ? [1, 2] : [1]
  const answers = await Promise.all(copies.map(() => request(simulation, mainWorkspace(simulation), 'POST /track/sale', body)))
  const [first, second = first] = answers
  if (!first || JSON.stringify(first.body) !== JSON.stringify(second?.body)) throw new Error(`two answers: ${JSON.stringify(answers)}`)
  return first
}

export async function trackSale(simulation: Simulation): Promise<void> {
  const { world } = simulation
  const workspace = mainWorkspace(simulation)
  const sale = newSale(simulation)
  const existing = customerOf(world, sale.externalId)
  const leads = existing ? leadsOf(world, existing.id) : []
  const response = await sendSale(simulation, sale)
  if (sale.isRepeated) return expectStatus(response, 200, 'repeated sale')
  if (existing && leads.length > 0) {
    const lead = creditedLead(world, sale.leadName ? leads.filter(({ eventName }) => eventName === sale.leadName) : leads)
    const isLost = lead !== undefined && lead.link !== '' && !creditable(world, workspace, lead.link)
    if (!lead || isLost) return expectStatus(response, 404, 'sale of an unknown lead or by a lost link')
    expectStatus(response, 200, 'sale')
    return addSale(simulation, existing, lead, sale, response.body)
  }
  const { click } = sale
  if (!click) return expectStatus(response, existing ? 404 : 200, 'sale without a lead')
  if (!creditable(world, workspace, click.link)) return expectStatus(response, 404, 'direct sale by a lost link')
  expectStatus(response, 200, 'direct sale')
  const customer = ensureCustomer(simulation, sale.externalId, click)
  const { at, leadName, metadata } = sale
  await addLead(simulation, customer, click, { at, eventName: leadName ?? 'Direct sale', quantity: 1, metadata })
  await addSale(simulation, customer, world.conversions.at(-1) as Conversion, sale, response.body)
}

async function addSale(simulation: Simulation, customer: Customer, lead: Conversion, sale: NewSale, answer: any): Promise<void> {
  const { at, amount, eventName, metadata, leadName, invoice } = sale
  if ((answer.sale?.amount ?? null) !== (sale.paid === 0 ? null : amount))
    throw new Error(`not a sale of ${amount}: ${JSON.stringify(answer)}`)
  if (sale.paid > 0) await recordSale(simulation, customer, lead, { at, amount, eventName, metadata, leadName, invoice })
}

/** Notes the sale, which follows the lead, and what it earns. */
export async function recordSale(
  { world, program }: Simulation,
  customer: Customer,
  { workspace, click, named, link }: Conversion,
  sale: Pick<Conversion, 'at' | 'amount' | 'eventName' | 'metadata' | 'leadName' | 'invoice'>,
): Promise<void> {
  const credit = { workspace, click, named, link }
  const recorded: Conversion = { ...blank, ...sale, ...credit, kind: 'sale', no: world.conversions.length, customer: customer.id, sales: 1 }
  world.conversions.push(recorded)
  orderConversions(world, customer.id)
  await program.compute()
  earn(world, program.terms, recorded, 1)
}

/** Amounts that are no prices change nothing. */
export async function trackInvalidSale(simulation: Simulation): Promise<void> {
  const { random, world } = simulation
  const customer = [...world.customers.values()].find(({ isDeleted }) => !isDeleted)
  const amount = random.pick([-1, -500, 0.5, 1_000_000_000_001, null, '5'])
  const response = await request(simulation, mainWorkspace(simulation), 'POST /track/sale', {
    customerExternalId: customer?.externalIds[0] ?? 'customer-1',
    amount,
    invoiceId: `invalid ${random.below(2 ** 30)}`,
  })
  expectStatus(response, 422, `sale of ${amount}`)
}

export async function refund(simulation: Simulation): Promise<void> {
  const { random, world } = simulation
  const sales = world.conversions.filter(({ kind }) => kind === 'sale')
  if (sales.length === 0) return
  const sale = random.pick(sales)
  const left = sale.amount + world.conversions.filter(({ refundOf }) => refundOf === sale).reduce((sum, one) => sum + one.amount, 0)
  const amount = random.bool(0.5) ? undefined : 1 + random.below(Math.max(1, left))
  const at = Date.now()
  const response = await request(simulation, sale.workspace, 'POST /track/refund', {
    invoiceId: sale.invoice,
    ...(amount ? { amount, currency: 'usd' } : {}),
  })
  if (response.status === 409 || response.status === 422) return
  expectStatus(response, 200, 'refund')
  const refunded = response.body.refund.amount as number
  if (amount === undefined && refunded !== left) throw new Error(`refunded ${refunded} instead of ${left}`)
  world.conversions.push({
    ...sale,
    kind: 'refund',
    no: world.conversions.length,
    at,
    amount: -refunded,
    sales: response.body.isFull ? -1 : 0,
    refundOf: sale,
  })
  await simulation.program.compute()
  reduceEarnings(world, sale)
  refreshPayouts(world)
}
