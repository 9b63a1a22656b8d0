/**
 * Questions about half a million leads and two hundred thousand sales of one workspace within thirty days through the API, and about
 * everything at once. `BENCH_CLICKS` makes it another number of clicks beside them.
 */
import pg from 'pg'
import { foldClicks } from '../shared/tracking/index.js'
import { makeClicks } from './support/clicks.js'
import { makeConversions } from './support/conversions.js'
import { openStage, report } from './support/stage.js'

const clicks = Number(process.env.BENCH_CLICKS ?? 10_000_000)
const amounts = { leads: Number(process.env.BENCH_LEADS ?? 500_000), sales: Number(process.env.BENCH_SALES ?? 200_000) }
const asks = Number(process.env.BENCH_ASKS ?? 40)

const groupBys = ['count', 'timeseries', 'countries', 'cities', 'devices', 'top_links', 'top_urls']
const questions = [
  ...['leads', 'sales'].flatMap((event) => groupBys.map((groupBy) => ({ path: `event=${event}&groupBy=${groupBy}`, target: 60 }))),
  { path: 'event=leads&groupBy=event_names', target: 60 },
  ...groupBys.map((groupBy) => ({ path: `event=composite&groupBy=${groupBy}`, target: 150 })),
  { path: 'event=composite&groupBy=browsers&country=DE&device=Mobile', target: 1000 },
  { path: `event=sales&groupBy=count&query=${encodeURIComponent(`metadata['plan']:pro`)}`, target: 1000 },
]

const stage = await openStage('postgres', { max_wal_size: '8GB', shared_buffers: '1GB', fsync: 'off' })
const pool = new pg.Pool({ connectionString: stage.databaseUrl, max: 4 })
pool.on('error', () => undefined) // the server goes first at the end
try {
  const { rows: [workspace] } = await pool.query<{ id: string }>('select id from workspaces limit 1')
  await makeClicks(pool, (workspace as { id: string }).id, clicks)
  await makeConversions(pool, amounts)
  for (let behind = true; behind; ) {
    await foldClicks({ pool, now: () => new Date() })
    const { rows: [row] } = await pool.query<{ behind: boolean }>(`select at < now() - interval '1 hour' as behind from click_watermark`)
    behind = row?.behind ?? false
  }
  await pool.query('vacuum analyze')
  await stage.start('dist/api/main.js', 0)
  for (const { path, target } of questions) {
    await ask(path)
    const taken: number[] = []
    for (let at = 0; at < asks; at++) {
      const started = performance.now()
      await ask(path)
      taken.push(performance.now() - started)
      await new Promise((resolve) => setTimeout(resolve, 80)) // a key may ask sixteen times a second
    }
    taken.sort((a, b) => a - b)
    const share = (of: number) => (taken[Math.max(0, Math.ceil(taken.length * of) - 1)] ?? Number.NaN).toFixed(0)
    report(`${decodeURIComponent(path)} (ms: p50 / p95)`, `${share(0.5)} / ${share(0.95)}`, '', Number.NaN, `p95 at most ${target}`)
  }
  async function ask(path: string): Promise<void> {
    const answer = await fetch(`${stage.env.BASE_URL}/analytics?interval=30d&${path}`, { headers: { Authorization: `Bearer ${stage.apiKey}` } })
    const text = await answer.text()
    if (!answer.ok || text === '[]') throw new Error(`${path}: ${answer.status} ${text}`)
  }
} finally {
  await pool.end()
  await stage.close()
}
