/** Random changes of customers, attribution and partners. */
import { buildColumnSegments, packRollups, rollUpClicks, rollUpConversions } from '../../../shared/rollups/index.js'
import { runJobByName, runQueuedJobs, runQueuedJobsAndSubscribers } from '../jobs.js'
import { eventsInPostgres } from '../service.js'
import { endCodes } from './codes.js'
import { expectStatus, mainWorkspace, request, type Simulation } from './simulation.js'
import { orderConversions, recompute } from './world.js'

export async function mergeCustomers(simulation: Simulation): Promise<void> {
  const { random, world, api } = simulation
  const workspace = mainWorkspace(simulation)
  const living = [...world.customers.values()].filter(({ isDeleted }) => !isDeleted)
  if (living.length < 4) return
  const [target, merged] = [random.pick(living), random.pick(living)]
  if (target === merged) return
  const response = await request(simulation, workspace, `POST /customers/${target.id}/merge`, { customerId: merged.id })
  expectStatus(response, 200, 'merge')
  await runQueuedJobsAndSubscribers(api.resources)
  for (const one of world.conversions) if (one.customer === merged.id) one.customer = target.id
  for (const one of world.commissions) if (one.customer === merged.id) one.customer = target.id
  for (const claim of merged.claims) target.claims.add(claim)
  target.externalIds.push(...merged.externalIds)
  target.formerClicks.push(...merged.formerClicks)
  if (merged.click && (!target.click || merged.click.at < target.click.at)) {
    if (target.click) target.formerClicks.push(target.click)
    target.click = merged.click
  } else if (merged.click) target.formerClicks.push(merged.click)
  target.country ??= merged.country
  world.customers.delete(merged.id)
  orderConversions(world, target.id)
}

export async function deleteCustomer(simulation: Simulation): Promise<void> {
  const { random, world, api } = simulation
  const workspace = mainWorkspace(simulation)
  const living = [...world.customers.values()].filter(({ isDeleted }) => !isDeleted)
  if (living.length < 4) return
  const customer = random.pick(living)
  expectStatus(await request(simulation, workspace, `DELETE /customers/${customer.id}`), 200, 'deletion')
  await runQueuedJobsAndSubscribers(api.resources)
  customer.isDeleted = true
  const own = world.conversions.filter((one) => one.customer === customer.id)
  const clicks = new Set([
    ...(customer.click ? [customer.click] : []),
    ...customer.formerClicks,
    ...own.flatMap(({ click, named }) => [click, named]),
  ])
  for (const click of clicks) click.erasedBy = customer.id
  for (const one of own) one.metadata = null
}

/** So small that the few events of a simulation have rollups of every kind. */
const clickLimits = { denseThreshold: 2, clicksPerStep: 100 }
const conversionLimits = { denseThreshold: 2, eventsPerStep: 5 }
const segmentLimits = { minFactsPerHour: 1, factsPerSegment: 2 }

/** Events that are rolled up, packed or in column segments count as before. */
export async function maintainRollups({ api, random, log }: Simulation): Promise<void> {
  const scope = { pool: api.resources.database.pool, now: () => new Date() }
  const maintenance = {
    'roll up clicks': () => rollUpClicks(scope, clickLimits),
    // In ClickHouse, the job also copies them there.
    'roll up conversions': () =>
      eventsInPostgres ? rollUpConversions(scope, conversionLimits) : runJobByName(api.resources, 'rollups.roll-up-conversions'),
    'pack rollups': () => packRollups(scope, 1),
    'build column segments': () => buildColumnSegments(scope, segmentLimits),
  }
  const name = random.pick(Object.keys(maintenance) as (keyof typeof maintenance)[])
  log.push(name)
  await maintenance[name]()
}

export async function changeAttribution(simulation: Simulation): Promise<void> {
  const { random, world, api } = simulation
  const workspace = mainWorkspace(simulation)
  if (random.bool(0.6)) {
    world.attribution = { model: random.pick(['last_click', 'first_click']), windowDays: random.pick([null, null, 30]) }
    const body = { attributionModel: world.attribution.model, attributionWindowDays: world.attribution.windowDays }
    expectStatus(await request(simulation, workspace, `PATCH /workspaces/${workspace}`, body), 200, 'attribution')
  }
  if (random.bool(0.6)) {
    const response = await request(simulation, workspace, `POST /workspaces/${workspace}/attribution/recompute`, { dryRun: false })
    if (response.status >= 300) throw new Error(JSON.stringify(response.body))
    await runQueuedJobs(api.resources)
    for (const customer of world.customers.values()) if (!customer.isDeleted) recompute(world, workspace, customer)
  }
}

export async function movePartner(simulation: Simulation): Promise<void> {
  const { random, world, api, program } = simulation
  const [partner, group] = [random.pick([...world.groupOf.keys()]), random.pick([...program.terms.keys()])]
  const workspace = mainWorkspace(simulation)
  expectStatus(await request(simulation, workspace, `POST /groups/${group}/partners`, { partnerIds: [partner] }), 200, 'move')
  await runQueuedJobsAndSubscribers(api.resources)
  if (world.groupOf.get(partner) !== group) endCodes(simulation, partner)
  world.groupOf.set(partner, group)
}
