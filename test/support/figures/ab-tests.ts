/** A/B tests of links, of which the variant with the most leads wins. */
import { hours } from '../../../shared/kernel/time.js'
import { runJobByName } from '../jobs.js'
import { trackLead } from './conversions.js'
import { expectStatus, mainWorkspace, request, type Simulation, usable } from './simulation.js'
import { visitLink } from './visits.js'
import type { SimulatedLink, World } from './world.js'

const destinations = ['https://shop.example/left', 'https://shop.example/right', 'https://shop.example/middle?utm_source=test']

export async function changeAbTest(simulation: Simulation): Promise<void> {
  const { random } = simulation
  const running = usable(simulation).filter(({ test }) => test !== null)
  if (running.length > 0 && random.bool(0.5)) return endTest(simulation, random.pick(running))
  const link = random.pick(usable(simulation))
  const since = Date.now()
  const variants = destinations.slice(0, random.pick([2, 3]))
  const percentages = variants.length === 2 ? [30, 70] : [20, 20, 60]
  const response = await request(simulation, link.workspace, `PATCH /links/${link.id}`, {
    testVariants: variants.map((url, index) => ({ url, percentage: percentages[index] })),
    testStartedAt: new Date(since).toISOString(),
    testCompletedAt: new Date(since + hours(1)).toISOString(),
  })
  expectStatus(response, 200, 'A/B test')
  link.test = { variants, since }
  for (let count = 0; count < 3; count++) await visitLink(simulation, link)
  for (const click of simulation.world.clicks.slice(-3))
    if (click.link === link.id && click.workspace === mainWorkspace(simulation)) await trackLead(simulation, click)
}

/** Leads by destination, of those that were credited to the link during the test. */
function leadsByVariant(world: World, { id, workspace, test }: SimulatedLink): Map<string, number> {
  const leads = new Map((test?.variants ?? []).map((url) => [url, 0]))
  for (const { kind, at, link, workspace: owner, click } of world.conversions) {
    if (kind !== 'lead' || link !== id || owner !== workspace || at < (test?.since ?? 0)) continue
    const variant = [...leads.keys()].find((url) => url.split('?', 1)[0] === click.visit.baseUrl)
    if (variant !== undefined) leads.set(variant, (leads.get(variant) ?? 0) + 1)
  }
  return leads
}

async function endTest(simulation: Simulation, link: SimulatedLink): Promise<void> {
  const { api, world } = simulation
  const ended = { testCompletedAt: new Date().toISOString() }
  expectStatus(await request(simulation, link.workspace, `PATCH /links/${link.id}`, ended), 200, 'end of an A/B test')
  await runJobByName(api.resources, 'links.decide-ab-tests')
  const { body } = await request(simulation, link.workspace, `GET /links/${link.id}`)
  const leads = leadsByVariant(world, link)
  const most = Math.max(...leads.values())
  const expected = most > 0 ? [...leads.keys()].filter((url) => leads.get(url) === most) : [link.url]
  if (!expected.includes(body.url)) throw new Error(`${body.url} won, with ${JSON.stringify([...leads])}`)
  link.url = body.url
  link.test = null
  simulation.log.push(`A/B test of ${link.id} ended with ${body.url}`)
}
