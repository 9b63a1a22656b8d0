/** A provider sends many events while workers are killed and Redis restarts: every sale is counted exactly once. */
import { createHmac } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import type { Credentials } from '../../shared/kernel/credentials.js'
import { openPool } from '../../shared/kernel/db/pool.js'
import { startEmbeddedPostgres } from '../../shared/supervisor/embedded-postgres.js'
import { freePort, startInstallation, type Installation } from '../support/installation.js'
import { type RedisServer, startRedisServer } from '../support/redis-server.js'
import { waitUntil } from '../support/wait-until.js'

const deliveryCount = Number(process.env.INBOUND_DELIVERIES ?? 600)
const concurrency = 16
const secret = 'whsec_0123456789abcdef'
const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

let dataDir: string
let installation: Installation
let credentials: Credentials
let redis: RedisServer | undefined
test.before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tributary-inbound-'))
  redis = process.env.REDIS_URL ? await startRedisServer(dataDir) : undefined
  installation = startInstallation(dataDir, await freePort(), redis ? { REDIS_URL: redis.url } : {})
  await installation.ready
  credentials = JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8')) as Credentials
})
test.after.always(async () => {
  await installation.stop()
  await redis?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function call(method: string, path: string, body?: object): Promise<any> {
  const response = await fetch(installation.url + path, {
    method,
    headers: { authorization: `Bearer ${credentials.apiKey}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return JSON.parse(text)
}

/** Follows a new link and returns the click id. */
async function click(): Promise<string> {
  const { key } = await call('POST', '/links', { url: 'https://destination.example/', trackConversion: true })
  const response = await fetch(`${installation.url}/${key}`, { redirect: 'manual', headers: { 'user-agent': browser } })
  return new URL(response.headers.get('location') as string).searchParams.get('svc_id') as string
}

function checkout(at: number, clickId: string): string {
  const object = {
    id: `cs_${at}`,
    mode: 'payment',
    payment_status: 'paid',
    payment_intent: `pi_${at}`,
    customer: `cus_${at}`,
    client_reference_id: `svc_id_${clickId}`,
    amount_total: 1000,
    currency: 'usd',
  }
  return JSON.stringify({ id: `evt_${at}`, type: 'checkout.session.completed', livemode: true, data: { object } })
}

/** Retries until the delivery is acknowledged, like providers do. */
async function deliver(path: string, raw: string): Promise<void> {
  await waitUntil(async () => {
    const at = Math.floor(Date.now() / 1000)
    const signature = `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${raw}`).digest('hex')}`
    const response = await fetch(installation.url + path, {
      method: 'POST',
      headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
      body: raw,
    }).catch(() => null)
    await response?.text()
    return response?.status === 200
  })
}

const killWorker = () => {
  const pid = installation.processes().find(({ command }) => command.includes('workers/main.js'))?.pid
  if (pid) process.kill(pid, 'SIGKILL')
}

test(`${deliveryCount} deliveries with repeats, two killed workers and a Redis restart record exactly as many sales`, async (t) => {
  t.timeout(1_800_000)
  const clicks = await Promise.all(Array.from({ length: 20 }, click))
  const connection = await call('POST', '/integrations/connections', { providerSlug: 'stripe', signingSecret: secret })
  const { pathname } = new URL(connection.webhookUrl)
  const faults = new Map<number, () => unknown>([
    [Math.floor(deliveryCount / 4), killWorker],
    [Math.floor(deliveryCount / 2), killWorker],
    [Math.floor(deliveryCount * 0.75), () => redis?.restart()],
  ])
  const injected: unknown[] = []
  const startedAt = Date.now()
  let next = 0
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < deliveryCount) {
        const at = next++
        injected.push(faults.get(at)?.())
        const raw = checkout(at, clicks[at % clicks.length] as string)
        await deliver(pathname, raw)
        if (at % 3 === 0) await deliver(pathname, raw)
      }
    }),
  )
  await Promise.all(injected)
  const sentAt = Date.now()
  const countByState = () => call('GET', `/integrations/connections/${connection.id}/deliveries/count`)
  const counts = await waitUntil(async () => {
    const found = await countByState()
    return found.processed === deliveryCount ? found : null
  }, 400_000)
  t.log(
    `${deliveryCount} were acknowledged in ${((sentAt - startedAt) / 1000).toFixed(1)} s, and processed ${((Date.now() - sentAt) / 1000).toFixed(1)} s later`,
  )
  t.deepEqual(counts, { received: 0, retrying: 0, processed: deliveryCount, ignored: 0, failed: 0 })

  const { url } = await startEmbeddedPostgres({ directory: join(dataDir, 'postgres') })
  const pool = openPool({ connectionString: url, max: 4 }, () => undefined)
  try {
    const {
      rows: [sums],
    } = await pool.query(
      `select (select count(*)::int from sale_events) as events, (select count(distinct invoice_id)::int from sale_events) as invoices,
         (select count(*)::int from customers) as customers,
         (select sum(sales)::int from links) as sales, (select sum(sale_amount)::int from links) as amount, (select sum(leads)::int from links) as leads`,
    )
    t.deepEqual(sums, {
      events: deliveryCount,
      invoices: deliveryCount,
      customers: deliveryCount,
      sales: deliveryCount,
      amount: deliveryCount * 1000,
      leads: deliveryCount,
    })
  } finally {
    await pool.end()
  }
})
