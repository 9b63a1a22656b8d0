/** Random visits of links: clicks, and requests that are none. */
import { newClickId } from '../../../shared/kernel/ids.js'
import { days } from '../../../shared/kernel/time.js'
import { openClickSources } from '../../../shared/tracking/click-sources.js'
import { flushClickBlocks } from '../../../shared/tracking/index.js'
import { ingestFromSource } from '../../../shared/tracking/ingest-queued-clicks.js'
import { geoDatabaseOf } from '../../../shared/tracking/visitor/geo-database-of-config.js'
import { batchOf, rawClick } from '../clicks.js'
import { runJobByName } from '../jobs.js'
import { silentLog } from '../service.js'
import type { Random } from '../shop/random.js'
import { follow } from './follow.js'
import { type Simulation, usable } from './simulation.js'
import type { Click, SimulatedLink } from './world.js'

const places = [
  { continent: 'NA', country: 'US', region: 'CA', city: 'San Francisco' },
  { continent: 'NA', country: 'US', region: 'NY', city: 'New York' },
  { continent: 'EU', country: 'DE', region: 'BE', city: 'Berlin' },
  { continent: 'EU', country: 'DE', region: 'Unknown', city: 'Unknown' },
  { continent: 'AS', country: 'JP', region: '13', city: 'Tokyo' },
]
const agents = [
  {
    ua: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    device: 'Desktop',
    browser: 'Chrome',
    os: 'Linux',
  },
  {
    ua: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    device: 'Mobile',
    browser: 'Mobile Safari',
    os: 'iOS',
  },
  { ua: 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', device: 'Desktop', browser: 'Firefox', os: 'Linux' },
]
const referers = [
  { header: '', referer: '(direct)', refererUrl: '(direct)' },
  { header: 'https://www.news.example/today?page=2', referer: 'news.example', refererUrl: 'https://www.news.example/today' },
  { header: 'https://blog.example/post', referer: 'blog.example', refererUrl: 'https://blog.example/post' },
]

type Place = (typeof places)[number]
type Agent = (typeof agents)[number]
type Referer = (typeof referers)[number]

async function ingestQueued({ api }: Simulation): Promise<void> {
  const { database, config, queues } = api.resources
  const scope = { pool: database.pool, config, log: silentLog, queues }
  const context = { scope, geo: await geoDatabaseOf(config) }
  for (const source of openClickSources({ pool: database.pool, queues })) await ingestFromSource(context, source, 100)
  await flushClickBlocks(scope)
}

const exclusions = ['head', 'no-track', 'bot-query', 'user-agent', 'referer', 'address'] as const
const modes = ['plain', 'plain', 'plain', 'plain', 'plain', 'plain', ...exclusions, 'password'] as const
type Mode = (typeof modes)[number]
/** Those of programs, which get a preview of a link that has one. */
const botModes: ReadonlySet<string> = new Set(['bot-query', 'user-agent', 'referer', 'address'])

/** A visitor who may come again. */
interface Visitor {
  address: string
  userAgent: string
  place: Place
  agent: Agent
  referer: Referer
}

function newVisitor(random: Random): Visitor {
  const [number, agent] = [random.below(30), random.pick(agents)]
  const userAgent = `${agent.ua} v${number}`
  return { address: `203.0.113.${number}`, userAgent, place: random.pick(places), agent, referer: random.pick(referers) }
}

const headersOf = ({ address, userAgent, place, referer }: Visitor, mode: Mode) => ({
  'user-agent': mode === 'user-agent' ? 'curl/8.0' : userAgent,
  'x-forwarded-for': mode === 'address' ? '157.240.1.35' : address,
  'x-geo-continent': place.continent,
  'x-geo-country': place.country,
  'x-geo-region': place.region,
  'x-geo-city': place.city,
  ...(mode === 'referer' ? { referer: 'https://urldefense.com/v3/' } : referer.header ? { referer: referer.header } : {}),
})

function queryOf(mode: Mode, { password }: SimulatedLink, isScanned: boolean): string {
  const query = new URLSearchParams(isScanned ? { qr: '1' } : {})
  if (mode === 'no-track') query.set('svc-no-track', '1')
  if (mode === 'bot-query') query.set('bot', '1')
  if (mode === 'password' && password) query.set('pw', password)
  return query.toString()
}

/** Where the visitor may get, with the name of the link if it is one of a partner: one place unless the link has an A/B test. */
function destinationsOf({ url, test, ios, geo, key, partnerId }: SimulatedLink, { agent, place }: Visitor): string[] {
  const target = ios !== null && agent.os === 'iOS' ? ios : geo[place.country]
  const destinations = target !== undefined ? [target] : (test?.variants ?? [url])
  return destinations.map((one) => (partnerId === null ? one : `${one}${one.includes('?') ? '&' : '?'}via=${key}`))
}

const repeatMs = 3_600_000

export const visitAnyLink = (simulation: Simulation) => visitLink(simulation, simulation.random.pick(usable(simulation)))

export async function visitLink(simulation: Simulation, link: SimulatedLink): Promise<void> {
  const { random, world, api } = simulation
  const [visitor, mode, isScanned] = [newVisitor(random), random.pick(modes), random.bool(0.2)]
  const at = Date.now()
  const response = await follow(api, link, {
    method: mode === 'head' ? 'HEAD' : 'GET',
    query: queryOf(mode, link, isScanned),
    headers: headersOf(visitor, mode),
  })
  simulation.log.push(`visit ${link.id} ${mode} by ${visitor.address} -> ${response.status} ${response.location}`)
  await ingestQueued(simulation)
  if (link.isExpired || link.isDisabled || (link.password !== null && mode !== 'password')) return
  if (link.proxy && botModes.has(mode)) {
    if (response.status !== 200) throw new Error(`no preview but ${response.status} ${response.location}`)
    return
  }
  const excluded = exclusions.find((one) => one === mode)
  const name = `${visitor.address} ${visitor.userAgent}`
  const isRepeated = world.clicks.some((click) => click.link === link.id && click.visitor === name && at - click.at < repeatMs)
  if (excluded || isRepeated) {
    world.excluded.push({ workspace: link.workspace, reason: excluded ?? 'duplicate' })
    return
  }
  const id = new URL(response.location).searchParams.get('svc_id')
  const destination = destinationsOf(link, visitor).find(
    (one) => response.location === `${one}${one.includes('?') ? '&' : '?'}svc_id=${id}`,
  )
  if (!id || destination === undefined) throw new Error(`unexpected destination ${response.location}`)
  const recorded = visitOf(destination, visitor, isScanned ? 'qr' : 'link')
  world.clicks.push({ id, at, workspace: link.workspace, link: link.id, visitor: name, erasedBy: null, visit: recorded })
}

export function visitOf(
  url: string,
  { place, agent, referer }: Pick<Visitor, 'place' | 'agent' | 'referer'>,
  trigger: string,
): Click['visit'] {
  const { continent, country, region, city } = place
  const { device, browser, os } = agent
  const query = new URL(url).searchParams
  return {
    continent,
    country,
    region,
    city,
    device,
    browser,
    os,
    trigger,
    referer: referer.referer,
    refererUrl: referer.refererUrl,
    url,
    baseUrl: url.split('?', 1)[0] as string,
    utm_source: query.get('utm_source') ?? '',
    utm_campaign: query.get('utm_campaign') ?? '',
  }
}

/** A click of the last hundred days that was queued until now. */
export async function ingestOldClick({ api, random, world, log }: Simulation): Promise<void> {
  const [link, visitor] = [random.pick(usable({ world })), newVisitor(random)]
  const at = Date.now() - Math.floor(random() * days(100))
  const [ip, ua] = ['198.51.100.1', `${visitor.agent.ua} ${random.below(2 ** 30)}`]
  const location = { ...visitor.place, latitude: '1', longitude: '1' }
  const details = { id: newClickId(at), at, url: link.url, ip, ua, referer: visitor.referer.header, location }
  const click = rawClick({ ...link, workspaceId: link.workspace }, details)
  await runJobByName(api.resources, 'tracking.ingest-clicks', batchOf([click]))
  const recorded = visitOf(link.url, visitor, 'link')
  world.clicks.push({ id: click.id, at, workspace: link.workspace, link: link.id, visitor: `${ip} ${ua}`, erasedBy: null, visit: recorded })
  log.push(`click ${click.id} of ${link.id} at ${new Date(at).toISOString()}`)
}
