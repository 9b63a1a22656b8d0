/**
 * Fifty webhooks of one workspace, of which one hangs and one fails, told of as many events a second as asked for: when does each of the
 * others hear of each event? Receivers are servers of this process. BENCH_EVENTS a second (200), BENCH_SECONDS (20), BENCH_WEBHOOKS (50),
 * BENCH_WORKERS (1).
 */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { newId } from '../shared/kernel/ids.js'
import { samples } from '../shared/webhooks/samples.js'
import { openStage, report } from './support/stage.js'

const rate = Number(process.env.BENCH_EVENTS ?? 200)
const length = Number(process.env.BENCH_SECONDS ?? 20)
const webhooks = Number(process.env.BENCH_WEBHOOKS ?? 50)
const workers = Number(process.env.BENCH_WORKERS ?? 1)
const patience = 60_000
const inTime = 5000

const told = new Map<string, number>()
/** Receiver -> event -> milliseconds from its telling. */
const heard = Array.from({ length: webhooks }, () => new Map<string, number>())
const behaviours: ((response: ServerResponse) => void)[] = [() => undefined, (response) => response.writeHead(503).end()]

async function openReceiver(at: number): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const id = String(request.headers['webhook-id'])
    request.resume()
    request.once('end', () => {
      heard[at]?.set(id, heard[at].get(id) ?? Date.now() - (told.get(id) ?? Number.NaN))
      const behave = behaviours[at]
      if (behave) behave(response)
      else response.writeHead(200, { 'content-length': 0 }).end()
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const stage = await openStage('postgres', { shared_buffers: '256MB' })
const pool = new pg.Pool({ connectionString: stage.databaseUrl, max: 2 })
pool.on('error', () => undefined) // the server goes first at the end
const receivers = await Promise.all(Array.from({ length: webhooks }, (_, at) => openReceiver(at)))
try {
  const own = { ALLOW_PRIVATE_TARGETS: 'true' }
  const api = await stage.start('dist/api/main.js', 0, own)
  for (const [at, { url }] of receivers.entries()) await subscribe(`receiver ${at}`, url)
  await stage.stop(api)
  for (let at = 0; at < workers; at++) await stage.start('dist/workers/main.js', at % 2, own)
  await tell()
  await arrivals()
  tellResult()
} finally {
  await pool.end()
  await stage.close()
  for (const one of receivers) one.close()
}

async function subscribe(name: string, url: string): Promise<void> {
  const answer = await fetch(`${stage.env.BASE_URL}/webhooks`, { method: 'POST', headers: { Authorization: `Bearer ${stage.apiKey}`, 'Content-Type': 'application/json' }, body: JSON.stringify({ name, url, triggers: ['sale.created'] }) })
  if (!answer.ok) throw new Error(await answer.text())
}

/** Writes news as the transactions of sales do: a few at a time, all the time. */
async function tell(): Promise<void> {
  const { rows: [workspace] } = await pool.query<{ id: string }>('select id from workspaces limit 1')
  const data = JSON.stringify(samples['sale.created'])
  const step = 50
  const begin = performance.now()
  for (let sent = 0; sent < rate * length; ) {
    const due = Math.min(rate * length, Math.floor(((performance.now() - begin) / 1000) * rate))
    const ids = Array.from({ length: due - sent }, () => newId('evt_'))
    for (const id of ids) told.set(id, Date.now())
    if (ids.length > 0) await pool.query(`insert into news (id, workspace_id, trigger, data, created_at) select unnest($1::text[]), $2, 'sale.created', $3, now()`, [ids, workspace?.id, data])
    sent = due
    await pause(step)
  }
}

/** Waits until all but the first two have heard of everything, or patience ends. */
async function arrivals(): Promise<void> {
  const end = Date.now() + patience
  while (heard.slice(behaviours.length).some((one) => one.size < told.size) && Date.now() < end) await pause(100)
}

function tellResult(): void {
  const all = heard.slice(behaviours.length).flatMap((one) => [...one.values()]).sort((a, b) => a - b)
  const expected = told.size * (webhooks - behaviours.length)
  const at = (share: number) => all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? Number.NaN
  const late = expected - all.filter((one) => one <= inTime).length
  report(`${rate} events/s x ${webhooks} webhooks: p50 / p99 / latest (ms)`, `${at(0.5)} / ${at(0.99)} / ${at(1)}`, '', Number.NaN, `all within ${inTime}`)
  report(`  deliveries that arrived / were not there in ${inTime / 1000} s`, `${all.length} / ${late}`, String(expected), all.length / expected, 'all / 0')
  report(`  attempts at the one that hangs / the one that fails`, `${heard[0]?.size} / ${heard[1]?.size}`, '', Number.NaN, 'few')
}
