/**
 * Fifty webhooks of one workspace, of which one hangs and one fails, told of as many events a second as asked for: when does each of the
 * others hear of each event? Before that: how many requests a second one process can post to the same receivers at all, with nothing else
 * to do; how many deliveries a second are made where as much as can be waits; and when the last of 200 events that happen at once has come.
 * Beside each: what the processor did for a delivery, by process. BENCH_EVENTS a second (200), BENCH_SECONDS (20), BENCH_WEBHOOKS (50),
 * BENCH_WORKERS (1).
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { Agent } from 'undici'
import { newId } from '../shared/kernel/ids.js'
import { atOnce } from '../shared/webhooks/limits.js'
import { samples } from '../shared/webhooks/samples.js'
import { cpuOf, serverOf } from './support/cpu.js'
import type { Heard } from './support/receivers.js'
import { openStage, report } from './support/stage.js'

const rate = Number(process.env.BENCH_EVENTS ?? 200)
const length = Number(process.env.BENCH_SECONDS ?? 20)
const webhooks = Number(process.env.BENCH_WEBHOOKS ?? 50)
const workers = Number(process.env.BENCH_WORKERS ?? 1)
const good = webhooks - 2
const burst = 200
const backlog = 1000
const patience = 60_000
const inTime = 5000
const data = JSON.stringify(samples['sale.created'])

const receivers = fork(fileURLToPath(new URL('support/receivers.js', import.meta.url)), [String(webhooks)])
const [urls] = (await once(receivers, 'message')) as [string[]]
const stage = await openStage('postgres', { shared_buffers: '256MB' })
const pool = new pg.Pool({ connectionString: stage.databaseUrl, max: 2 })
pool.on('error', () => undefined) // the server goes first at the end
try {
  const server = await serverOf(pool)
  const before = cpuNow([process.pid], server)
  const { posted, all } = await ceiling(urls.slice(2))
  tellCpu('us of CPU a bare post: its process / receivers / nothing', before, cpuNow([process.pid], server), all)
  const running = await startAll()
  const cpu = () =>
    cpuNow(
      running.map(({ pid }) => Number(pid)),
      server,
    )
  const idle = cpu()
  const waiting = await tell(() => backlog, 1)
  const { took: drained } = await arrivals(waiting * good)
  tellCpu('  us of CPU a delivery: worker / receivers / database', idle, cpu(), waiting * good)
  const delivered = (drained.length / Math.max(...drained)) * 1000
  report(
    `deliveries/s, ${backlog} events waiting; bare posts/s`,
    delivered.toFixed(0),
    posted.toFixed(0),
    delivered / posted,
    'the more the better',
  )
  tellResult(`${burst} events at once`, await arrivals((await tell(() => burst, 1)) * good), burst)
  const calm = cpu()
  const told = await tell((elapsed) => Math.min(rate * length, Math.floor(elapsed * rate)), rate * length)
  tellResult(`${rate} events/s`, await arrivals(told * good), told)
  tellCpu('  us of CPU a delivery: worker / receivers / database', calm, cpu(), told * good)
  for (const one of running) await stage.stop(one)
} finally {
  await pool.end()
  await stage.close()
  receivers.kill()
}

/** As many posts as one process gets done, with as many connections to each of the receivers as a webhook may use. */
async function ceiling(origins: readonly string[]): Promise<{ posted: number; all: number }> {
  const agent = new Agent({ connections: atOnce, pipelining: 1 })
  const body = Buffer.from(data)
  const end = performance.now() + 6000
  const begin = end - 5000
  let [done, all] = [0, 0]
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
      Array.from({ length: atOnce }, async () => {
        while (performance.now() < end) {
          await post(origin)
          all++
          if (performance.now() >= begin) done++
        }
      }),
    ),
  )
  await agent.destroy()
  await heardSince()
  return { posted: done / 5, all }
}

async function startAll(): Promise<ChildProcess[]> {
  const own = { ALLOW_PRIVATE_TARGETS: 'true' }
  const api = await stage.start('dist/api/main.js', 0, own)
  for (const [at, url] of urls.entries()) await subscribe(`receiver ${at}`, url)
  await stage.stop(api)
  return Promise.all(Array.from({ length: workers }, (_, at) => stage.start('dist/workers/main.js', at % 2, own)))
}

async function subscribe(name: string, url: string): Promise<void> {
  const answer = await fetch(`${stage.env.BASE_URL}/webhooks`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${stage.apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, url, triggers: ['sale.created'] }),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

/**
 * Writes news as the transactions of sales do, a few at a time, until it is `all`; `due` says how many there are to be after so many
 * seconds.
 */
async function tell(due: (elapsed: number) => number, all: number): Promise<number> {
  const {
    rows: [workspace],
  } = await pool.query<{ id: string }>('select id from workspaces limit 1')
  const begin = performance.now()
  for (let sent = 0; ; await pause(50)) {
    const ids = Array.from({ length: due((performance.now() - begin) / 1000) - sent }, () => newId('evt_'))
    if (ids.length > 0)
      await pool.query(
        `insert into news (id, workspace_id, trigger, data, created_at) select unnest($1::text[]), $2, 'sale.created', $3, now()`,
        [ids, workspace?.id, data],
      )
    sent += ids.length
    if (sent >= all) return sent
  }
}

function cpuNow(ours: readonly number[], server: number): number[] {
  return [ours, [Number(receivers.pid)], [server]].map(cpuOf)
}

function tellCpu(what: string, before: readonly number[], after: readonly number[], times: number): void {
  const each = after.map((one, at) => (one - (before[at] ?? 0)) / times)
  report(
    what,
    each.map((one) => one.toFixed(0)).join(' / '),
    '',
    each.reduce((sum, one) => sum + one, 0),
    'together',
  )
}

async function heardSince(): Promise<Heard> {
  const answer = once(receivers, 'message')
  receivers.send('tell')
  return ((await answer) as [Heard])[0]
}

/** What was heard until so much was, or patience ends. */
async function arrivals(expected: number): Promise<Heard> {
  const all: Heard = { requests: urls.map(() => 0), took: [] }
  for (const end = Date.now() + patience; all.took.length < expected && Date.now() < end; await pause(100)) {
    const { requests, took } = await heardSince()
    for (const [at, count] of requests.entries()) all.requests[at] = (all.requests[at] ?? 0) + count
    for (const one of took) all.took.push(one) // at once they may be more than a call takes
  }
  return all
}

function tellResult(what: string, { requests, took }: Heard, told: number): void {
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  const late = told * good - sorted.filter((one) => one <= inTime).length
  report(
    `${what} x ${webhooks} webhooks: p50 / p99 / latest (ms)`,
    `${at(0.5)} / ${at(0.99)} / ${at(1)}`,
    '',
    Number.NaN,
    `all within ${inTime}`,
  )
  report(
    `  deliveries that arrived / were not there in ${inTime / 1000} s`,
    `${sorted.length} / ${late}`,
    String(told * good),
    sorted.length / (told * good),
    'all / 0',
  )
  report('  attempts at the one that hangs / the one that fails', `${requests[0]} / ${requests[1]}`, '', Number.NaN, 'few')
}
