/** Tracks leads and sales through the API, one per request, compared with prepared single-row inserts at the same concurrency. */
import { Agent } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { findServerPid } from './support/cpu-time.js'
import { median, openInstallation, report } from './support/installation.js'
import { measureThroughput, postJson, type Throughput } from './support/sequential-client.js'

const concurrency = 16
const eventsPerRound = 1500
const rounds = 3
const clickCount = 100

const installation = await openInstallation('postgres')
const pool = new pg.Pool({ connectionString: installation.databaseUrl, max: concurrency })
pool.on('error', () => undefined) // the server stops before the pool closes
const agent = new Agent({ keepAlive: true, maxSockets: concurrency })

/** Sends a request, again after its rate limit was reset: limits are not measured. */
async function post(path: string, body: object): Promise<string> {
  for (;;) {
    const { status, text } = await postJson(agent, `${installation.env.BASE_URL}${path}`, installation.apiKey, body)
    if (status < 300) return text
    if (status !== 429) throw new Error(`${path}: ${status} ${text}`)
    await pool.query('delete from rate_windows')
  }
}

/** Creates clicks of as many links and returns their ids when they are ingested. */
async function createClicks(): Promise<string[]> {
  const ids = await Promise.all(
    Array.from({ length: clickCount }, async (_, index) => {
      const link = JSON.parse(await post('/links', { url: 'https://shop.example/', key: `tracked-${index}`, trackConversion: true }))
      const { clickId } = JSON.parse(await post('/track/click', { domain: link.domain, key: link.key }))
      return String(clickId)
    }),
  )
  const worker = await installation.start('dist/workers/main.js', 'any')
  while (!(await areIngested(ids))) await setTimeout(100)
  await installation.stop(worker)
  return ids
}

async function areIngested(ids: string[]): Promise<boolean> {
  const { rows } = await pool.query<{ count: number }>('select count(*)::int from click_events where id = any($1)', [ids])
  return rows[0]?.count === ids.length
}

try {
  await pool.query(`update workspaces set links_limit = 1000000000, usage_limit = 1000000000, plan = 'enterprise'`)
  await pool.query('create table inserted (id text primary key, link_id text not null, customer_id text not null, data jsonb not null)')
  const { pid } = await installation.start('dist/api/main.js', 0)
  const serverPid = await findServerPid(pool)
  const clickIds = await createClicks()
  const lead = (index: number) =>
    post('/track/lead', { clickId: clickIds[index % clickCount], eventName: 'Sign up', customerExternalId: `user-${index}` })
  const sale = (index: number) =>
    post('/track/sale', { customerExternalId: `user-${index}`, amount: 1999, currency: 'usd', invoiceId: `invoice-${index}` })
  const insert = (index: number) =>
    pool.query({
      name: 'insert',
      text: `insert into inserted (id, link_id, customer_id, data) values ($1, $2, $3, $4)`,
      values: [`event_${index}`, `link_${index % clickCount}`, `cus_${index}`, JSON.stringify({ amount: 1999, currency: 'usd' })],
    })
  const measure = (work: (index: number) => Promise<unknown>, round: number, pids: readonly number[]) =>
    measureThroughput((index) => work(round * eventsPerRound + index), { count: eventsPerRound, concurrency, pids })
  const [leads, sales, inserts]: [Throughput[], Throughput[], Throughput[]] = [[], [], []]
  for (let round = 0; round <= rounds; round++) {
    inserts.push(await measure(insert, round, [serverPid]))
    leads.push(await measure(lead, round, [pid as number, serverPid]))
    sales.push(await measure(sale, round, [pid as number, serverPid]))
  }
  // The first round warms up.
  const medianOf = (measured: Throughput[], of: keyof Throughput) => median(measured.slice(1).map((one) => one[of]))
  const [insertsPerSecond, insertCpu] = [medianOf(inserts, 'perSecond'), medianOf(inserts, 'cpuMs')]
  for (const [name, measured] of Object.entries({ leads, sales })) {
    const [perSecond, cpu] = [medianOf(measured, 'perSecond'), medianOf(measured, 'cpuMs')]
    const ratio = perSecond / insertsPerSecond
    report(`${name} tracked per second, concurrency ${concurrency}`, perSecond.toFixed(0), insertsPerSecond.toFixed(0), ratio, '')
    report(`CPU of API and database per tracked ${name.slice(0, -1)} (ms)`, cpu.toFixed(2), insertCpu.toFixed(2), cpu / insertCpu, '')
  }
} finally {
  agent.destroy()
  await pool.end()
  await installation.close()
}
