/** Customers, who may be known before they follow a link. */
import { expectStatus, mainWorkspace, request, type Simulation } from './simulation.js'
import { type Click, type Customer, customerOf } from './world.js'

/** The customer with that external id: a new one, or the known one with what it lacked. */
export function ensureCustomer({ world }: Simulation, externalId: string, click: Click): Customer {
  const customer = customerOf(world, externalId) ?? newCustomer(externalId, world.customers.size)
  world.customers.set(customer.id, customer)
  customer.click ??= click
  customer.country ??= click.visit.country === 'Unknown' ? null : click.visit.country
  return customer
}

export const newCustomer = (externalId: string, no: number): Customer => ({
  id: `new ${no}`,
  externalIds: [externalId],
  click: null,
  country: null,
  formerClicks: [],
  claims: new Set<string>(),
  isDeleted: false,
})

/** Learns the id of a new customer. */
export async function adopt(simulation: Simulation, customer: Customer): Promise<void> {
  if (!customer.id.startsWith('new ')) return
  const { world } = simulation
  const workspace = mainWorkspace(simulation)
  const { body } = await request(simulation, workspace, `GET /customers/ext_${customer.externalIds[0]}`)
  world.customers.delete(customer.id)
  for (const one of world.conversions) if (one.customer === customer.id) one.customer = body.id
  customer.id = body.id
  world.customers.set(customer.id, customer)
}

/** Creates a customer who has followed no link, unless the external id is taken. */
export async function makeCustomer(simulation: Simulation, externalId: string): Promise<void> {
  const { random, world } = simulation
  const country = random.pick([null, 'DE', 'US'])
  const response = await request(simulation, mainWorkspace(simulation), 'POST /customers', { externalId, country })
  if (customerOf(world, externalId)) return expectStatus(response, 409, 'customer whose id is taken')
  expectStatus(response, 201, 'customer')
  const customer = { ...newCustomer(externalId, world.customers.size), country }
  world.customers.set(customer.id, customer)
  await adopt(simulation, customer)
}

export const makeAnyCustomer = (simulation: Simulation) => makeCustomer(simulation, `customer-${simulation.random.below(12)}`)
