/** Discount codes of partners, and orders of the shop that may have one. */
import { runQueuedJobsAndSubscribers } from '../jobs.js'
import type { ProviderEventSample } from '../provider-samples.js'
import { recordLead, recordSale, slug } from './conversions.js'
import { adopt, ensureCustomer, makeCustomer } from './customers.js'
import { earn } from './earnings.js'
import { sample } from './shop.js'
import { expectStatus, mainWorkspace, request, type Simulation, usable } from './simulation.js'
import { visitOf } from './visits.js'
import { type Click, type Conversion, creditable, creditedLead, type Customer, customerOf, type DiscountCode, leadsOf } from './world.js'

/** A partner who leaves its group keeps its codes if customers get the same. */
export function endCodes({ world, shop }: Simulation, partner: string): void {
  if (!shop.hasOneDiscount) world.codes = world.codes.filter((one) => one.partner !== partner || !one.isActive)
}

/** Gives a link of a partner a code, in place of one that a ban ended. */
export async function makeCode(simulation: Simulation): Promise<void> {
  const { random, world, shop } = simulation
  const links = usable(simulation).filter(({ partnerId }) => partnerId !== null && !world.bannedPartners.has(partnerId))
  if (links.length === 0) return
  const { id: link, partnerId } = random.pick(links)
  const partner = partnerId as string
  const code = `SAVE${random.below(2 ** 40)}`
  const response = await request(simulation, mainWorkspace(simulation), 'POST /discount-codes', { partnerId: partner, linkId: link, code })
  if (response.status < 300) world.codes.push({ code, partner, link, isActive: true })
  const hasDiscount = shop.hasOneDiscount || world.groupOf.get(partner) === shop.defaultGroup
  const isTaken = world.codes.some((one) => one.isActive && one.link === link && one.code !== code)
  if (hasDiscount && !isTaken) expectStatus(response, 200, 'code')
  else if (response.status < 400) throw new Error(`a code of a partner without a discount, or of a link that has one`)
}

interface Order {
  externalId: string
  code: string
  country: string | null
  amount: number
  invoice: string
  at: number
}

async function send(simulation: Simulation, { externalId, code, country, amount }: Omit<Order, 'invoice' | 'at'>): Promise<Order> {
  const { api, shop, log } = simulation
  const number = ++shop.orders
  const body = {
    id: number,
    note_attributes: [{ name: 'customerExternalId', value: externalId }],
    ...{ subtotal_price: (amount / 100).toFixed(2), total_price: ((amount + 300) / 100).toFixed(2), currency: 'USD' },
    billing_address: country ? { country_code: country } : null,
    discount_codes: [{ code: 'WELCOME' }, { code: code.toLowerCase() }],
  }
  const event: ProviderEventSample = { id: `order-${number}`, type: 'orders/paid', body }
  const raw = JSON.stringify(body)
  const at = Date.now()
  const signature = sample.sign({ raw, secret: sample.secret, at, event, url: shop.path })
  const response = await api.call(`POST ${shop.path}`, { body: raw, headers: { ...signature, ...sample.headers?.(event) } })
  expectStatus(response, 200, 'order')
  log.push(`order ${raw} -> ${response.status}`)
  await runQueuedJobsAndSubscribers(api.resources)
  return { externalId, code, country, amount, invoice: `shopify_${number}`, at }
}

/** An order with a code: of a customer who has followed no link, it belongs to the partner of the code. */
export async function orderWithCode(simulation: Simulation): Promise<void> {
  const { random, world } = simulation
  const code = world.codes.length > 0 && random.bool(0.9) ? random.pick(world.codes) : undefined
  const isValid = code !== undefined && isCrediting(simulation, code)
  const [country, amount] = [random.pick([null, 'DE', 'US', 'JP']), 1 + random.below(60_000)]
  const order = { code: code?.code ?? 'UNKNOWN', country, amount }
  if (random.bool(0.3)) return orderOfKnown(simulation, order)
  const externalId = `buyer-${random.below(2 ** 30)}`
  if (isValid && random.bool(0.4)) await makeCustomer(simulation, externalId)
  const sent = await send(simulation, { ...order, externalId })
  if (isValid) await noteOrder(simulation, code, sent)
}

/** A code ends when its link is no longer one of its partner. */
const isCrediting = ({ world }: Simulation, { partner, link, isActive }: DiscountCode) =>
  isActive && world.links.get(link)?.partnerId === partner

async function noteOrder(
  simulation: Simulation,
  { link }: DiscountCode,
  { externalId, country, amount, invoice, at }: Order,
): Promise<void> {
  const { world, program } = simulation
  const workspace = mainWorkspace(simulation)
  const click: Click = {
    ...{ id: '', at, workspace, link, visitor: `buyer of ${invoice}`, erasedBy: null },
    visit: unseenVisit(world.links.get(link)?.url ?? '', country),
  }
  const customer = ensureCustomer(simulation, externalId, click)
  const eventName = 'Checkout with discount code'
  customer.claims.add(slug(eventName))
  recordLead(simulation, customer, { at, eventName, quantity: 1, metadata: null, named: click, credited: click })
  const lead = world.conversions.at(-1) as Conversion
  await adopt(simulation, customer)
  await noteClick(simulation, customer, click)
  await program.compute()
  earn(world, program.terms, lead, 1)
  await recordSale(simulation, customer, lead, { at, amount, eventName: 'Purchase', metadata: {}, leadName: null, invoice })
}

const continents: Record<string, string> = { DE: 'EU', US: 'NA', JP: 'AS' }

/** What is known of the click of a customer whom nobody saw following the link. */
export const unseenVisit = (url: string, country: string | null): Click['visit'] =>
  visitOf(
    url,
    {
      place: {
        continent: continents[country ?? ''] ?? 'Unknown',
        country: country ?? 'Unknown',
        region: 'Unknown',
        city: 'Unknown',
      },
      agent: { ua: '', device: 'Desktop', browser: 'Unknown', os: 'Unknown' },
      referer: { header: '', referer: '(direct)', refererUrl: '(direct)' },
    },
    'link',
  )

/** Learns the id of the click of the customer's lead by the link. */
export async function noteClick(simulation: Simulation, customer: Customer, click: Click): Promise<void> {
  const query = `event=leads&customerId=${customer.id}&linkId=${click.link}&interval=all`
  const { body } = await request(simulation, click.workspace, `GET /events?${query}`)
  const known = new Set(simulation.world.clicks.map(({ id }) => id))
  const found = (body as { click: { id: string } }[]).filter((one) => !known.has(one.click.id))
  if (found.length === 0) throw new Error(`no new click of ${customer.id} by ${click.link}`)
  click.id = found[0]?.click.id ?? ''
  simulation.world.clicks.push(click)
}

/** A customer who has followed a link stays with it. */
async function orderOfKnown(simulation: Simulation, order: Omit<Order, 'externalId' | 'invoice' | 'at'>): Promise<void> {
  const { random, world } = simulation
  const workspace = mainWorkspace(simulation)
  const known = [...world.customers.values()].flatMap((customer) => {
    const lead = creditedLead(world, leadsOf(world, customer.id))
    const isCreditable = lead && (lead.link === '' || creditable(world, workspace, lead.link))
    return !customer.isDeleted && isCreditable ? [{ customer, lead }] : []
  })
  if (known.length === 0) return
  const { customer, lead } = random.pick(known)
  const { amount, invoice, at } = await send(simulation, { ...order, externalId: random.pick(customer.externalIds) })
  if (customerOf(world, customer.externalIds[0] ?? '') !== customer) throw new Error('an order of an unknown customer')
  await recordSale(simulation, customer, lead, { at, amount, eventName: 'Purchase', metadata: {}, leadName: null, invoice })
}
