/** Analytics requests through the API, and their latencies. */
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { rollUpClicks, rollUpConversions, buildColumnSegments } from '../../shared/rollups/index.js'
import { openInstallation, type Installation } from './installation.js'

/** Regular expression that selects the requests to measure; by default all. */
const only = new RegExp(process.env.BENCH_ONLY ?? '')

export const isSelected = (name: string) => only.test(name)

/** Number of measurements per request. */
export const repetitions = Number(process.env.BENCH_ASKS ?? 40)

/** Requests of each kind that a process answers before they are measured: the first ones after a start wait for code that V8 compiles. */
export const warmUpRequests = 10

/**
 * Milliseconds from the start of a request to the start of the next one at least, because each of five API keys may send sixteen per
 * second.
 */
export const requestInterval = 15

/** Runs `work` with an installation whose database is configured for ten million clicks, and its first workspace. */
export async function withInstallation(
  work: (installation: Installation, pool: pg.Pool, workspaceId: string) => Promise<void>,
): Promise<void> {
  const installation = await openInstallation('postgres', { max_wal_size: '8GB', shared_buffers: '1GB', fsync: 'off' })
  const pool = new pg.Pool({ connectionString: installation.databaseUrl, max: 4 })
  pool.on('error', () => undefined) // the server stops before the pool closes
  try {
    const {
      rows: [workspace],
    } = await pool.query<{ id: string }>('select id from workspaces limit 1')
    await work(installation, pool, (workspace as { id: string }).id)
  } finally {
    await pool.end()
    await installation.close()
  }
}

/** Cleans up after an import and updates the planner statistics, as the database does by itself while clicks arrive. */
export const vacuum = (pool: pg.Pool) => pool.query('vacuum analyze')

/** Rolls up all closed time and updates the planner statistics. */
export async function rollUpAll(pool: pg.Pool): Promise<void> {
  for (const [rollUp, watermark] of [
    [rollUpClicks, 'click_watermark'],
    [rollUpConversions, 'conversion_watermark'],
  ] as const) {
    for (let isBehind = true; isBehind;) {
      await rollUp({ pool, now: () => new Date() })
      const {
        rows: [row],
      } = await pool.query<{ isBehind: boolean }>(`select at < now() - interval '1 hour' as "isBehind" from ${watermark}`)
      isBehind = row?.isBehind ?? false
    }
  }
  await buildColumnSegments({ pool, now: () => new Date() })
  await vacuum(pool)
}

/** Durations in milliseconds, sorted. Requests follow each other, and start at least `intervalMs` apart. */
export async function measureTimes(request: () => Promise<unknown>, count: number, intervalMs = 0): Promise<number[]> {
  const durations: number[] = []
  for (let at = 0; at < count; at++) {
    const started = performance.now()
    await request()
    const duration = performance.now() - started
    durations.push(duration)
    if (duration < intervalMs) await pause(intervalMs - duration)
  }
  return durations.toSorted((a, b) => a - b)
}

export const percentile = (durations: readonly number[], fraction: number) =>
  durations[Math.max(0, Math.ceil(durations.length * fraction) - 1)] ?? Number.NaN

/** The 50th and 95th percentile as shown in a report. */
export const formatPercentiles = (durations: readonly number[]) =>
  `${percentile(durations, 0.5).toFixed(0)} / ${percentile(durations, 0.95).toFixed(0)}`

/**
 * Returns a function that sends requests on one keep-alive connection, with the keys in turn. Responses are read but not parsed, because
 * parsing is client time.
 */
export function createRequester({ env, apiKeys }: Pick<Installation, 'env' | 'apiKeys'>): (path: string) => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let sentRequests = 0
  return async (path) => {
    const sent = get(`${env.BASE_URL}${path}`, { agent, headers: { Authorization: `Bearer ${apiKeys[sentRequests++ % apiKeys.length]}` } })
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const body = await buffer(response)
    if (response.statusCode !== 200 || body.length <= '[]'.length) throw new Error(`${path}: ${response.statusCode} ${body.toString()}`)
  }
}
