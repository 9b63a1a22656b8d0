/** Questions about many events through the API, and how long their answers take. */
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { foldClicks, foldConversions, makeColumns } from '../../shared/tracking/index.js'
import { openStage, type Stage } from './stage.js'

/** The text that the names of the questions to ask must match; all of them without it. */
const only = new RegExp(process.env.BENCH_ONLY ?? '')

export const isAsked = (name: string) => only.test(name)

/** How often each question is asked. */
export const asks = Number(process.env.BENCH_ASKS ?? 40)

/** A key may ask sixteen times a second. */
export const pause = 80

/** An installation whose database has memory for ten million clicks, and its first workspace. Everything ends with `work`. */
export async function onStage(work: (stage: Stage, pool: pg.Pool, workspaceId: string) => Promise<void>): Promise<void> {
  const stage = await openStage('postgres', { max_wal_size: '8GB', shared_buffers: '1GB', fsync: 'off' })
  const pool = new pg.Pool({ connectionString: stage.databaseUrl, max: 4 })
  pool.on('error', () => undefined) // the server goes first at the end
  try {
    const {
      rows: [workspace],
    } = await pool.query<{ id: string }>('select id from workspaces limit 1')
    await work(stage, pool, (workspace as { id: string }).id)
  } finally {
    await pool.end()
    await stage.close()
  }
}

/** Afterwards all that is over is in the rollups, and the planner knows the tables. */
export async function foldAll(pool: pg.Pool): Promise<void> {
  for (const [fold, watermark] of [
    [foldClicks, 'click_watermark'],
    [foldConversions, 'conversion_watermark'],
  ] as const) {
    for (let behind = true; behind;) {
      await fold({ pool, now: () => new Date() })
      const {
        rows: [row],
      } = await pool.query<{ behind: boolean }>(`select at < now() - interval '1 hour' as behind from ${watermark}`)
      behind = row?.behind ?? false
    }
  }
  await makeColumns({ pool, now: () => new Date() })
  await pool.query('vacuum analyze')
}

/** Milliseconds, from short to long. */
export async function timesOf(ask: () => Promise<unknown>, times: number, rest = 0): Promise<number[]> {
  const taken: number[] = []
  for (let at = 0; at < times; at++) {
    const started = performance.now()
    await ask()
    taken.push(performance.now() - started)
    await new Promise((resolve) => setTimeout(resolve, rest))
  }
  return taken.toSorted((a, b) => a - b)
}

export const share = (taken: readonly number[], of: number) => taken[Math.max(0, Math.ceil(taken.length * of) - 1)] ?? Number.NaN

/** As a report shows it: half of the answers were as quick as the first number, 95 of 100 as quick as the second. */
export const halfAndMost = (taken: readonly number[]) => `${share(taken, 0.5).toFixed(0)} / ${share(taken, 0.95).toFixed(0)}`

/** Asks on one kept connection, as clients do, and takes the answer as it comes: to make texts or objects of it is the client's time. */
export function asker({ env, apiKey }: Stage): (path: string) => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return async (path) => {
    const asked = get(`${env.BASE_URL}${path}`, { agent, headers: { Authorization: `Bearer ${apiKey}` } })
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    const body = await buffer(answer)
    if (answer.statusCode !== 200 || body.length <= '[]'.length) throw new Error(`${path}: ${answer.statusCode} ${body.toString()}`)
  }
}
