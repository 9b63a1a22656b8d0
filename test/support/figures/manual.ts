/** Leads and sales that a user enters, also for days long ago. */
import { days, minutes } from '../../../shared/kernel/time.js'
import { runQueuedJobsAndSubscribers } from '../jobs.js'
import { noteClick, unseenVisit } from './codes.js'
import { names, recordLead, recordSale, slug } from './conversions.js'
import { adopt, ensureCustomer, newCustomer } from './customers.js'
import { earn } from './earnings.js'
import { collectPayouts } from './payouts.js'
import { expectStatus, mainWorkspace, request, type Simulation } from './simulation.js'
import { type Click, type Conversion, creditable, type Customer, leadsOf, type SimulatedLink } from './world.js'

interface Entry {
  customer: Customer
  link: SimulatedLink
  at: number
}

/** Enters a sale, or a lead that the customer lacks. The commission is part of the next payout soon. */
export async function enterConversion(simulation: Simulation): Promise<void> {
  const { random, world } = simulation
  const workspace = mainWorkspace(simulation)
  const links = [...world.links.values()].filter(({ id, partnerId }) => partnerId !== null && creditable(world, workspace, id))
  if (links.length === 0) return
  const at = random.bool(0.7) ? Date.now() - Math.floor(random() * days(100)) : Date.now()
  const link = random.pick(links)
  const customer = await pickCustomer(simulation)
  await (random.bool(0.7) ? enterSale : enterLead)(simulation, { customer, link, at })
  await collectPayouts(simulation)
}

async function pickCustomer({ random, world }: Simulation): Promise<Customer> {
  const living = [...world.customers.values()].filter(({ isDeleted }) => !isDeleted)
  if (living.length > 0 && random.bool(0.7)) return random.pick(living)
  const customer = newCustomer(`entered-${random.below(2 ** 30)}`, world.customers.size)
  return { ...customer, country: random.pick(['DE', 'US', 'JP']) }
}

async function enter(simulation: Simulation, { customer, link }: Entry, fields: object): Promise<void> {
  const [externalId] = customer.externalIds
  const isNew = customer.id.startsWith('new ')
  const response = await request(simulation, mainWorkspace(simulation), 'POST /commissions', {
    ...fields,
    ...{ partnerId: link.partnerId, linkId: link.id },
    ...(isNew ? { customer: { externalId, country: customer.country } } : { customerId: customer.id }),
  })
  expectStatus(response, 202, 'entry')
}

async function enterSale(simulation: Simulation, entry: Entry): Promise<void> {
  const { random, world } = simulation
  const [amount, productId] = [1 + random.below(90_000), random.pick([null, 'a-max', 'basic'])]
  const invoice = `entered ${random.below(2 ** 40)}`
  const at = new Date(entry.at).toISOString()
  await enter(simulation, entry, { type: 'sale', saleAmount: amount, saleEventDate: at, invoiceId: invoice, productId })
  const existing = leadsOf(world, entry.customer.id).findLast(({ link }) => link === entry.link.id)
  await collect(simulation)
  const [customer, lead] = existing ? [entry.customer, existing] : await noteLead(simulation, entry, 'Sign up')
  const metadata = productId ? { productId } : null
  await recordSale(simulation, customer, lead, { at: entry.at, amount, eventName: 'Purchase', metadata, leadName: null, invoice })
}

async function enterLead(simulation: Simulation, entry: Entry): Promise<void> {
  const { random, world, program } = simulation
  const eventName = random.pick(names)
  const isKnown = leadsOf(world, entry.customer.id).some((lead) => lead.link === entry.link.id && slug(lead.eventName) === slug(eventName))
  if (isKnown) return
  await enter(simulation, entry, { type: 'lead', leadEventName: eventName, leadEventDate: new Date(entry.at).toISOString() })
  await collect(simulation)
  const [, lead] = await noteLead(simulation, entry, eventName)
  earn(world, program.terms, lead, 1)
}

const collect = async ({ api, program }: Simulation) => {
  await runQueuedJobsAndSubscribers(api.resources)
  await program.compute()
}

const clickOf = (simulation: Simulation, { customer, link, at }: Entry): Click => ({
  ...{
    id: '',
    at: at - minutes(5),
    workspace: mainWorkspace(simulation),
    link: link.id,
    visitor: `entered ${at} ${link.id}`,
    erasedBy: null,
  },
  visit: unseenVisit(link.url, customer.country),
})

/** The lead that was entered, or came with a sale, with a click shortly before. */
async function noteLead(simulation: Simulation, entry: Entry, eventName: string): Promise<[Customer, Conversion]> {
  const click = clickOf(simulation, entry)
  const { world } = simulation
  if (entry.customer.id.startsWith('new ')) world.customers.set(entry.customer.id, entry.customer)
  const customer = ensureCustomer(simulation, entry.customer.externalIds[0] ?? '', click)
  customer.claims.add(slug(eventName))
  recordLead(simulation, customer, { at: entry.at, eventName, quantity: 1, metadata: null, named: click, credited: click })
  const lead = world.conversions.at(-1) as Conversion
  await adopt(simulation, customer)
  await noteClick(simulation, customer, click)
  return [customer, lead]
}
