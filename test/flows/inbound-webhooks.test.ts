/** A provider sends in masses while workers die and the queues' store starts anew: every sale is counted, and counted once. */
import { createHmac } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import pg from 'pg'
import type { Credentials } from '../../shared/kernel/credentials.js'
import { startEmbeddedPostgres } from '../../shared/kernel/embedded-postgres.js'
import { freePort, install, type Installation } from '../support/installation.js'
import { type OwnRedis, ownRedis } from '../support/own-redis.js'
import { until } from '../support/until.js'

const deliveries = Number(process.env.INBOUND_DELIVERIES ?? 600)
const atOnce = 16
const secret = 'whsec_0123456789abcdef'
const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

let dataDir: string
let installation: Installation
let credentials: Credentials
let redis: OwnRedis | undefined
test.before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tributary-inbound-'))
  redis = process.env.REDIS_URL ? await ownRedis(dataDir) : undefined
  installation = install(dataDir, await freePort(), redis ? { REDIS_URL: redis.url } : {})
  await installation.ready
  credentials = JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8')) as Credentials
})
test.after.always(async () => {
  await installation.end()
  await redis?.end()
  await rm(dataDir, { recursive: true, force: true })
})

async function call(method: string, path: string, body?: object): Promise<any> {
  const answer = await fetch(installation.url + path, {
    method,
    headers: { authorization: `Bearer ${credentials.apiKey}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return JSON.parse(text)
}

/** Somebody follows a link; answers the id of the click. */
async function click(): Promise<string> {
  const { key } = await call('POST', '/links', { url: 'https://destination.example/', trackConversion: true })
  const answer = await fetch(`${installation.url}/${key}`, { redirect: 'manual', headers: { 'user-agent': browser } })
  return new URL(answer.headers.get('location') as string).searchParams.get('svc_id') as string
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

/** Sends until it is taken, as providers do. */
async function deliver(path: string, raw: string): Promise<void> {
  await until(async () => {
    const at = Math.floor(Date.now() / 1000)
    const signature = `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${raw}`).digest('hex')}`
    const answer = await fetch(installation.url + path, {
      method: 'POST',
      headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
      body: raw,
    }).catch(() => null)
    await answer?.text()
    return answer?.status === 200
  })
}

const killWorker = () => {
  const pid = installation.family().find(({ command }) => command.includes('workers/main.js'))?.pid
  if (pid) process.kill(pid, 'SIGKILL')
}

test(`${deliveries} deliveries, every third of them repeated, two workers killed and the queues' store started anew: exactly so many sales`, async (t) => {
  t.timeout(1_800_000)
  const clicks = await Promise.all(Array.from({ length: 20 }, click))
  const connection = await call('POST', '/integrations/connections', { providerSlug: 'stripe', signingSecret: secret })
  const { pathname } = new URL(connection.webhookUrl)
  const accidents = new Map<number, () => unknown>([
    [Math.floor(deliveries / 4), killWorker],
    [Math.floor(deliveries / 2), killWorker],
    [Math.floor(deliveries * 0.75), () => redis?.restart()],
  ])
  const happened: unknown[] = []
  const began = Date.now()
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < deliveries) {
        const at = next++
        happened.push(accidents.get(at)?.())
        const raw = checkout(at, clicks[at % clicks.length] as string)
        await deliver(pathname, raw)
        if (at % 3 === 0) await deliver(pathname, raw)
      }
    }),
  )
  await Promise.all(happened)
  const sent = Date.now()
  const states = () => call('GET', `/integrations/connections/${connection.id}/deliveries/count`)
  const counted = await until(async () => {
    const found = await states()
    return found.processed === deliveries ? found : null
  }, 400_000)
  t.log(
    `${deliveries} were taken in ${((sent - began) / 1000).toFixed(1)} s, and worked off ${((Date.now() - sent) / 1000).toFixed(1)} s later`,
  )
  t.deepEqual(counted, { received: 0, retrying: 0, processed: deliveries, ignored: 0, failed: 0 })

  const { url } = await startEmbeddedPostgres({ directory: join(dataDir, 'postgres') })
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  try {
    const {
      rows: [sums],
    } = await pool.query(
      `select (select count(*)::int from sale_events) as events, (select count(distinct invoice_id)::int from sale_events) as invoices, (select count(*)::int from customers) as customers,
         (select sum(sales)::int from links) as sales, (select sum(sale_amount)::int from links) as amount, (select sum(leads)::int from links) as leads`,
    )
    t.deepEqual(sums, {
      events: deliveries,
      invoices: deliveries,
      customers: deliveries,
      sales: deliveries,
      amount: deliveries * 1000,
      leads: deliveries,
    })
  } finally {
    await pool.end()
  }
})
