/**
 * Delivery of events to fifty webhooks of one workspace, of which one hangs and one fails, at a given rate: the delay until each of the
 * others receives each event. Before that: the rate of bare POST requests of one process to the same receivers, the rate of deliveries from
 * a backlog, and the delay of 200 simultaneous events. Each with the CPU time per delivery, by process. BENCH_EVENTS per second (200),
 * BENCH_SECONDS (20), BENCH_WEBHOOKS (50), BENCH_WORKERS (1).
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { Agent } from 'undici'
import { newId } from '../shared/kernel/ids.js'
import { deliveryConcurrency } from '../shared/webhooks/limits.js'
import { sampleEventData } from '../shared/webhooks/samples.js'
import { cpuTimeOf, findServerPid } from './support/cpu-time.js'
import { openInstallation, report, reportCpu } from './support/installation.js'
import type { ReceiverStats } from './support/receivers.js'

const rate = Number(process.env.BENCH_EVENTS ?? 200)
const durationSeconds = Number(process.env.BENCH_SECONDS ?? 20)
const webhooks = Number(process.env.BENCH_WEBHOOKS ?? 50)
const workers = Number(process.env.BENCH_WORKERS ?? 1)
const workingWebhooks = webhooks - 2
const burstSize = 200
const backlog = 1000
const arrivalTimeoutMs = 60_000
const maxDelayMs = 5000
const data = JSON.stringify(sampleEventData['sale.created'])

const receivers = fork(fileURLToPath(new URL('support/receivers.js', import.meta.url)), [String(webhooks)])
const [urls] = (await once(receivers, 'message')) as [string[]]
const installation = await openInstallation('postgres', { shared_buffers: '256MB' })
const pool = new pg.Pool({ connectionString: installation.databaseUrl, max: 2 })
pool.on('error', () => undefined) // the server stops before the pool closes
try {
  const server = await findServerPid(pool)
  const before = readCpu([process.pid], server)
  const { posted, total } = await measureBarePosts(urls.slice(2))
  reportCpu('CPU us per bare post: sender / receivers / database', before, readCpu([process.pid], server), total)
  const running = await startAll()
  const cpu = () =>
    readCpu(
      running.map(({ pid }) => Number(pid)),
      server,
    )
  await arrivals((await publishEvents(() => burstSize, 1)) * workingWebhooks) // warms up, as the first second of the bare posts does
  const cpuBeforeBacklog = cpu()
  const queued = await publishEvents(() => backlog, 1)
  const { delays: backlogDelays } = await arrivals(queued * workingWebhooks)
  reportCpu('  CPU us per delivery: worker / receivers / database', cpuBeforeBacklog, cpu(), queued * workingWebhooks)
  const delivered = (backlogDelays.length / Math.max(...backlogDelays)) * 1000
  report(
    `deliveries/s, ${backlog} events queued; bare posts/s`,
    delivered.toFixed(0),
    posted.toFixed(0),
    delivered / posted,
    'higher is better',
  )
  reportDelays(`${burstSize} simultaneous events`, await arrivals((await publishEvents(() => burstSize, 1)) * workingWebhooks), burstSize)
  const cpuBeforeEvents = cpu()
  const published = await publishEvents((elapsed) => Math.min(rate * durationSeconds, Math.floor(elapsed * rate)), rate * durationSeconds)
  reportDelays(`${rate} events/s`, await arrivals(published * workingWebhooks), published)
  reportCpu('  CPU us per delivery: worker / receivers / database', cpuBeforeEvents, cpu(), published * workingWebhooks)
  for (const one of running) await installation.stop(one)
} finally {
  await pool.end()
  await installation.close()
  receivers.kill()
}

/** Rate of POST requests of one process, with as many connections per receiver as a webhook may use. */
async function measureBarePosts(origins: readonly string[]): Promise<{ posted: number; total: number }> {
  const agent = new Agent({ connections: deliveryConcurrency, pipelining: 1 })
  const body = Buffer.from(data)
  const end = performance.now() + 6000
  const begin = end - 5000
  let [done, total] = [0, 0]
  const post = (origin: string) =>
    new Promise<void>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'webhook-id': newId('evt_') }
      agent.dispatch(
        { origin, path: '/', method: 'POST', headers, body },
        {
          onRequestStart: () => undefined,
          onResponseStart: () => undefined,
          onResponseData: () => undefined,
          onResponseEnd: () => resolve(),
          onResponseError: (_, error) => reject(error),
        },
      )
    })
  await Promise.all(
    origins.flatMap((origin) =>
      Array.from({ length: deliveryConcurrency }, async () => {
        while (performance.now() < end) {
          await post(origin)
          total++
          if (performance.now() >= begin) done++
        }
      }),
    ),
  )
  await agent.destroy()
  await fetchStats()
  return { posted: done / 5, total }
}

async function startAll(): Promise<ChildProcess[]> {
  const env = { ALLOW_PRIVATE_TARGETS: 'true' }
  const api = await installation.start('dist/api/main.js', 0, env)
  for (const [at, url] of urls.entries()) await subscribe(`receiver ${at}`, url)
  await installation.stop(api)
  return Promise.all(Array.from({ length: workers }, (_, at) => installation.start('dist/workers/main.js', at % 2, env)))
}

async function subscribe(name: string, url: string): Promise<void> {
  const response = await fetch(`${installation.env.BASE_URL}/webhooks`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${installation.apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, url, triggers: ['sale.created'] }),
  })
  if (!response.ok) throw new Error(await response.text())
}

/**
 * Inserts events into the outbox like transactions of sales, a few at a time, until there are `all`; `due` returns how many there should be
 * after the elapsed seconds.
 */
async function publishEvents(due: (elapsed: number) => number, total: number): Promise<number> {
  const {
    rows: [workspace],
  } = await pool.query<{ id: string }>('select id from workspaces limit 1')
  const begin = performance.now()
  for (let sent = 0; ; await pause(50)) {
    const ids = Array.from({ length: due((performance.now() - begin) / 1000) - sent }, () => newId('evt_'))
    if (ids.length > 0)
      await pool.query(
        `insert into webhook_outbox (id, workspace_id, trigger, data, created_at) select unnest($1::text[]), $2, 'sale.created', $3, now()`,
        [ids, workspace?.id, data],
      )
    sent += ids.length
    if (sent >= total) return sent
  }
}

function readCpu(pids: readonly number[], server: number): number[] {
  return [pids, [Number(receivers.pid)], [server]].map(cpuTimeOf)
}

async function fetchStats(): Promise<ReceiverStats> {
  const response = once(receivers, 'message')
  receivers.send('stats')
  return ((await response) as [ReceiverStats])[0]
}

/** Collects deliveries until the expected number has arrived, or the timeout. */
async function arrivals(expected: number): Promise<ReceiverStats> {
  const total: ReceiverStats = { requests: urls.map(() => 0), delays: [] }
  for (const end = Date.now() + arrivalTimeoutMs; total.delays.length < expected && Date.now() < end; await pause(100)) {
    const { requests, delays } = await fetchStats()
    for (const [at, count] of requests.entries()) total.requests[at] = (total.requests[at] ?? 0) + count
    for (const one of delays) total.delays.push(one) // one by one: spreading a large array exceeds the argument limit
  }
  return total
}

function reportDelays(what: string, { requests, delays }: ReceiverStats, published: number): void {
  const sorted = delays.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  const overdue = published * workingWebhooks - sorted.filter((one) => one <= maxDelayMs).length
  report(
    `${what} x ${webhooks} webhooks: p50 / p99 / latest (ms)`,
    `${at(0.5)} / ${at(0.99)} / ${at(1)}`,
    '',
    Number.NaN,
    `all within ${maxDelayMs}`,
  )
  report(
    `  deliveries that arrived / took longer than ${maxDelayMs / 1000} s`,
    `${sorted.length} / ${overdue}`,
    String(published * workingWebhooks),
    sorted.length / (published * workingWebhooks),
    'all / 0',
  )
  report('  attempts at the hanging / the failing webhook', `${requests[0]} / ${requests[1]}`, '', Number.NaN, 'few')
}
