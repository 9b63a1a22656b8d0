/**
 * Questions about ten million clicks of one workspace through the API, beside the same questions in plain SQL over the events.
 * `BENCH_CLICKS` makes it another number.
 */
import pg from 'pg'
import { foldClicks } from '../shared/tracking/index.js'
import { makeClicks } from './support/clicks.js'
import { openStage, report } from './support/stage.js'

const clicks = Number(process.env.BENCH_CLICKS ?? 10_000_000)
const asks = 40
const rawAsks = 3

interface Question {
  name: string
  path: string
  /** What counts the events one by one: `where` and grouping of a plain statement. */
  grouped: string
  where?: string
  /** Milliseconds that 95 of 100 answers must keep to. */
  target: number
}

const questions: Question[] = [
  { name: 'count', path: 'groupBy=count', grouped: '1', target: 50 },
  { name: 'timeseries', path: 'groupBy=timeseries', grouped: `date_trunc('day', timestamp)`, target: 50 },
  ...['countries', 'cities', 'devices', 'browsers', 'referers', 'top_links', 'top_urls'].map((name) => ({ name, path: `groupBy=${name}`, grouped: columnOf(name), target: 50 })),
  { name: 'devices of a link', path: 'groupBy=devices&linkId=link_7', grouped: 'device', where: `link_id = 'link_7'`, target: 50 },
  { name: 'browsers in a country', path: 'groupBy=browsers&country=DE', grouped: 'browser', where: `country = 'DE'`, target: 1000 },
  { name: 'top links in a country on phones', path: 'groupBy=top_links&country=US&device=Mobile', grouped: 'link_id', where: `country = 'US' and device = 'Mobile'`, target: 1000 },
  { name: 'days of a referer on phones', path: 'groupBy=timeseries&referer=site-3.example&device=Mobile', grouped: `date_trunc('day', timestamp)`, where: `referer = 'site-3.example' and device = 'Mobile'`, target: 1000 },
]

function columnOf(groupBy: string): string {
  const columns: Record<string, string> = { countries: 'country', cities: 'city', devices: 'device', browsers: 'browser', referers: 'referer', top_links: 'link_id', top_urls: 'url' }
  return columns[groupBy] as string
}

/** Milliseconds, from short to long. */
async function timesOf(ask: () => Promise<unknown>, times: number, pause = 0): Promise<number[]> {
  const taken: number[] = []
  for (let at = 0; at < times; at++) {
    const started = performance.now()
    await ask()
    taken.push(performance.now() - started)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return taken.toSorted((a, b) => a - b)
}

const share = (taken: readonly number[], of: number) => taken[Math.min(taken.length - 1, Math.ceil(taken.length * of) - 1)] ?? Number.NaN

const stage = await openStage('postgres', { max_wal_size: '8GB', shared_buffers: '1GB', fsync: 'off' })
const pool = new pg.Pool({ connectionString: stage.databaseUrl, max: 4 })
pool.on('error', () => undefined) // the server goes first at the end
try {
  const { rows: [workspace] } = await pool.query<{ id: string }>('select id from workspaces limit 1')
  const workspaceId = (workspace as { id: string }).id
  let started = performance.now()
  await makeClicks(pool, workspaceId, clicks)
  console.log(`  ${clicks} clicks stored in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  started = performance.now()
  await foldAll()
  const { rows: [sizes] } = await pool.query(`select pg_size_pretty(sum(pg_total_relation_size(c.oid)) filter (where relname like 'click_events_2%')) as events, pg_size_pretty(sum(pg_total_relation_size(c.oid)) filter (where relname like 'click_facts_2%')) as facts, pg_size_pretty(sum(pg_total_relation_size(c.oid)) filter (where relname in ('click_rollups', 'click_totals', 'rollup_values'))) as rollups from pg_class c where relkind = 'r'`)
  console.log(`  folded in ${((performance.now() - started) / 1000).toFixed(0)} s; events ${sizes.events}, facts ${sizes.facts}, rollups ${sizes.rollups}`)
  await pool.query('vacuum analyze')
  await stage.start('dist/api/main.js', 0)
  for (const question of questions) await measure(question)
  await measureList()
  async function foldAll(): Promise<void> {
    for (let behind = true; behind; ) {
      await foldClicks({ pool, now: () => new Date() })
      const { rows: [row] } = await pool.query<{ behind: boolean }>(`select at < now() - interval '1 hour' as behind from click_watermark`)
      behind = row?.behind ?? false
    }
  }
  async function measure({ name, path, grouped, where, target }: Question): Promise<void> {
    const ask = () => ours(`/analytics?event=clicks&interval=30d&${path}`)
    await ask()
    const times = await timesOf(ask, asks, 80)
    const plain = `select ${grouped} as part, count(*) from click_events where workspace_id = $1 and timestamp >= now() - interval '30 days' ${where ? `and ${where}` : ''} group by 1 order by 2 desc limit 1000`
    const beside = await timesOf(() => pool.query(plain, [workspaceId]), rawAsks)
    report(`${name} (ms: p50 / p95)`, `${share(times, 0.5).toFixed(0)} / ${share(times, 0.95).toFixed(0)}`, share(beside, 0.5).toFixed(0), share(beside, 0.5) / share(times, 0.95), `p95 at most ${target}${target < 1000 ? ', at least 10 times as fast' : ''}`)
  }
  async function measureList(): Promise<void> {
    const times = await timesOf(() => ours('/events?event=clicks&interval=30d&limit=50'), asks, 80)
    report('newest 50 events (ms: p50 / p95)', `${share(times, 0.5).toFixed(0)} / ${share(times, 0.95).toFixed(0)}`, '', Number.NaN, 'p95 at most 20')
  }
  async function ours(path: string): Promise<void> {
    const answer = await fetch(`${stage.env.BASE_URL}${path}`, { headers: { Authorization: `Bearer ${stage.apiKey}` } })
    const text = await answer.text()
    if (!answer.ok || text === '[]') throw new Error(`${path}: ${answer.status} ${text}`)
  }
} finally {
  await pool.end()
  await stage.close()
}
