/**
 * Simulates a shop whose visitors click, sign up, buy and get refunds, while every request is repeated and processes are killed. Afterwards
 * every figure of the service must equal the shop's own figures. SHOP_VISITORS sets the number of visitors; SHOP_SEED repeats a run.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import type { Credentials } from '../../shared/kernel/credentials.js'
import { freePort, startInstallation, type Installation } from '../support/installation.js'
import { Ledger } from '../support/shop/ledger.js'
import { type Random, seededRandom } from '../support/shop/random.js'
import { type Response, openSender, type Sender } from '../support/shop/sender.js'
import { runVisitor, type ShopLink } from '../support/shop/visitors.js'
import { waitUntil } from '../support/wait-until.js'

const visitors = Number(process.env.SHOP_VISITORS ?? 1500)
const seed = Number(process.env.SHOP_SEED ?? Date.now() % 1_000_000)
const isSmall = visitors <= 10_000
const linkCount = 20
const verifier = fileURLToPath(new URL('../../shared/maintenance/commands/verify.js', import.meta.url))

let dataDir: string
let installation: Installation
let env: Record<string, string>
let hasPassed = false
test.before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tributary-shop-'))
  const redis: Record<string, string> = process.env.REDIS_URL ? { REDIS_URL: process.env.REDIS_URL, REDIS_PREFIX: `shop-${seed}` } : {}
  env = { TRUST_PROXY: '1', ...redis }
  installation = startInstallation(dataDir, await freePort(), env)
  await installation.ready
})
test.after.always(async (t) => {
  if (!hasPassed) t.log(installation.output().slice(-3000))
  await installation.stop()
  await rm(dataDir, { recursive: true, force: true })
})

type Auth = Record<string, string>

async function keysOf(sender: Sender): Promise<Auth[]> {
  const { apiKey } = JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8')) as Credentials
  const headersOf = (key: string) => ({ authorization: `Bearer ${key}` })
  const keys = [headersOf(apiKey)]
  // API keys have a rate limit per minute.
  for (let index = 0; index < visitors / 10_000; index++)
    keys.push(
      headersOf(
        (await sender.request({ method: 'POST', path: '/tokens', headers: headersOf(apiKey), body: { name: `shop ${index}` } })).body.token,
      ),
    )
  return keys
}

async function makeLinks(sender: Sender, headers: Auth): Promise<ShopLink[]> {
  const links: ShopLink[] = []
  for (let at = 0; at < linkCount; at++) {
    const { body } = await sender.request({
      method: 'POST',
      path: '/links',
      headers,
      body: {
        url: `https://shop.example/${at % 7}?utm_source=source-${at % 3}&utm_campaign=campaign-${at}`,
        key: `shop-${at}`,
        trackConversion: true,
      },
    })
    links.push(body)
  }
  return links
}

/** Runs visitors concurrently, and kills the API or a worker now and then. Returns the number of kills. */
async function open(sender: Sender, ledger: Ledger, random: Random, keys: Auth[], links: ShopLink[]): Promise<number> {
  const kills = Array.from({ length: isSmall ? 3 : 40 }, (_, at) => ({
    when: Math.floor(visitors * (isSmall ? 0.05 + random() * 0.5 : random())),
    command: at % 2 ? 'api/main.js' : 'workers/main.js',
  }))
  let started = 0
  const shop = { sender, ledger, random, links, asTracker: () => random.pick(keys) }
  await Promise.all(
    Array.from({ length: 48 }, async () => {
      while (started < visitors) {
        const number = started++
        for (const { command } of kills.filter(({ when }) => when === number)) kill(command)
        await runVisitor(shop, number)
      }
    }),
  )
  return kills.length
}

function kill(command: string): void {
  const pid = installation.processes().find((one) => one.command.includes(command))?.pid
  if (pid) process.kill(pid, 'SIGKILL')
}

/** The part of a response that is equal for all copies of a request: a repeated lead names no link. */
const comparable = ({ status, body, location }: Response) => [
  status,
  location,
  typeof body === 'object' && body !== null && 'click' in body ? body.customer.externalId : body,
]

test('all figures are exact although every request is repeated and processes are killed', async (t) => {
  t.timeout(isSmall ? 900_000 : 3_600_000)
  const random = seededRandom(seed)
  const ledger = new Ledger()
  const sender = openSender({ url: installation.url, random, concurrency: 32, lateDelayMs: isSmall ? 3000 : 35_000, comparable })
  const keys = await keysOf(sender)
  const headers = keys[0] as Auth
  const links = await makeLinks(sender, headers)
  const began = Date.now()
  const kills = await open(sender, ledger, random, keys, links)
  await sender.waitForCopies()
  const { answered, unanswered } = sender.sent()
  t.log(
    `${visitors} visitors (seed ${seed}): ${answered} requests answered, ${unanswered} unanswered, ${kills} kills, ` +
      `${Math.round((Date.now() - began) / 1000)} s`,
  )

  const get = async (path: string) => {
    const { status, body } = await sender.request({ method: 'GET', path, headers })
    if (status !== 200) throw new Error(`${path} got ${status}: ${JSON.stringify(body)}`)
    return body
  }
  await waitUntil(async () => (await get('/analytics?interval=24h')).clicks >= ledger.visits.length, 300_000)
  await compareAnalytics(t, ledger, get)
  await compareTables(t, ledger, links, get)
  await compareEvents(t, ledger, get)
  t.deepEqual(await verify(), { code: 0, last: 'All aggregates match the events.' })
  hasPassed = t.passed
})

type Get = (path: string) => Promise<any>

/** Name of a group in the ledger. */
const nameOf: Record<string, (row: any) => string> = {
  continents: (row) => row.continent,
  countries: (row) => row.country,
  regions: (row) => `${row.country} ${row.region.split('-').at(-1)}`,
  cities: (row) => `${row.country} ${row.region.split('-').at(-1)} ${row.city}`,
  devices: (row) => row.device,
  browsers: (row) => row.browser,
  os: (row) => row.os,
  triggers: (row) => row.trigger,
  referers: (row) => row.referer,
  referer_urls: (row) => row.refererUrl,
  top_links: (row) => row.id,
  top_urls: (row) => row.url,
  top_base_urls: (row) => row.url,
  top_domains: (row) => row.domain,
  utm_sources: (row) => row.utm_source,
  utm_campaigns: (row) => row.utm_campaign,
  event_names: (row) => row.eventName,
}

async function compareAnalytics(t: ExecutionContext, ledger: Ledger, get: Get): Promise<void> {
  t.like(await get('/analytics?event=composite&interval=24h'), { ...ledger.totals() })
  for (const [groupBy, name] of Object.entries(nameOf)) {
    const rows: any[] = await get(`/analytics?event=composite&interval=24h&groupBy=${groupBy}`)
    t.deepEqual(Object.fromEntries(rows.map((row) => [name(row), figuresOf(row)])), ledger.by(groupBy), groupBy)
  }
  const series: any[] = await get('/analytics?event=composite&interval=24h&groupBy=timeseries')
  const sums = series.map(figuresOf).reduce((sum, one) => ({
    clicks: sum.clicks + one.clicks,
    leads: sum.leads + one.leads,
    sales: sum.sales + one.sales,
    saleAmount: sum.saleAmount + one.saleAmount,
  }))
  t.deepEqual(sums, ledger.totals())
}

const figuresOf = ({ clicks, leads, sales, saleAmount }: any) => ({ clicks, leads, sales, saleAmount })

async function compareTables(t: ExecutionContext, ledger: Ledger, links: ShopLink[], get: Get): Promise<void> {
  const byLink = ledger.by('top_links')
  const found: any[] = await get('/links?pageSize=100')
  const figures = found
    .filter(({ id }) => links.some((link) => link.id === id))
    .map(({ id, conversions, ...row }) => [id, { ...figuresOf(row), conversions }] as const)
  t.deepEqual(
    Object.fromEntries(figures),
    Object.fromEntries(
      links.map(({ id }) => [
        id,
        { ...(byLink[id] ?? figuresOf({ clicks: 0, leads: 0, sales: 0, saleAmount: 0 })), conversions: ledger.conversionsOf(id) },
      ]),
    ),
  )

  const customers: Record<string, unknown> = {}
  for (let page: any[] = []; ;) {
    const after = page.at(-1)?.id
    page = await get(`/customers?pageSize=100${after ? `&startingAfter=${after}` : ''}`)
    for (const { externalId, sales, saleAmount } of page) customers[externalId] = { sales, saleAmount }
    if (page.length < 100) break
  }
  t.deepEqual(customers, ledger.customers())
}

async function compareEvents(t: ExecutionContext, ledger: Ledger, get: Get): Promise<void> {
  const listed = { clicks: await eventsOf('clicks', get), leads: await eventsOf('leads', get), sales: await eventsOf('sales', get) }
  t.deepEqual(listed.clicks.map(({ click }) => click.id).toSorted(), ledger.visits.map(({ clickId }) => clickId).toSorted())
  const leads = ledger.leads.flatMap(({ customer, visit, eventName, quantity }) =>
    Array.from({ length: quantity }, () => `${customer} ${eventName} ${visit.clickId}`),
  )
  t.deepEqual(
    listed.leads.map(({ customer, eventName, click }) => `${customer.externalId} ${eventName} ${click.id}`).toSorted(),
    leads.toSorted(),
  )
  const sales = ledger.sales.map(({ customer, visit, eventName, amount }) => `${customer} ${eventName} ${visit.clickId} ${amount}`)
  t.deepEqual(
    listed.sales.map(({ customer, eventName, click, sale }) => `${customer.externalId} ${eventName} ${click.id} ${sale.amount}`).toSorted(),
    sales.toSorted(),
  )
}

async function eventsOf(event: string, get: Get): Promise<any[]> {
  const events: any[] = []
  for (let page: any[] = []; ;) {
    const last = page.at(-1)
    page = await get(`/events?event=${event}&interval=24h&limit=1000${last ? `&startingAfter=${last.eventId ?? last.click.id}` : ''}`)
    events.push(...page)
    if (page.length < 1000) return events
  }
}

/** Runs the verification command while the service is running. */
async function verify(): Promise<{ code: number; last: string }> {
  const child = spawn(process.execPath, [verifier], {
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (part: Buffer) => (output += part.toString()))
  const [code] = await once(child, 'close')
  return { code, last: output.trim().split('\n').at(-1) ?? '' }
}
