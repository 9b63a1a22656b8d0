/**
 * Questions about ten million clicks of one workspace through the API, beside the same questions in plain SQL over the events.
 * `BENCH_CLICKS` makes it another number, `BENCH_ONLY` asks only the questions whose names match, `BENCH_ASKS` says how often, and
 * `BENCH_DATA` names a folder whose data is kept for the next run.
 */
import type pg from 'pg'
import { makeClicks } from './support/clicks.js'
import { asker, asks, foldAll, halfAndMost, isAsked, onStage, pause, share, timesOf } from './support/questions.js'
import { report } from './support/stage.js'

const clicks = Number(process.env.BENCH_CLICKS ?? 10_000_000)
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
  ...['countries', 'cities', 'devices', 'browsers', 'referers', 'top_links', 'top_urls'].map((name) => ({
    name,
    path: `groupBy=${name}`,
    grouped: columnOf(name),
    target: 50,
  })),
  { name: 'devices of a link', path: 'groupBy=devices&linkId=link_7', grouped: 'device', where: `link_id = 'link_7'`, target: 50 },
  { name: 'browsers in a country', path: 'groupBy=browsers&country=DE', grouped: 'browser', where: `country = 'DE'`, target: 1000 },
  {
    name: 'top links in a country on phones',
    path: 'groupBy=top_links&country=US&device=Mobile',
    grouped: 'link_id',
    where: `country = 'US' and device = 'Mobile'`,
    target: 1000,
  },
  {
    name: 'days of a referer on phones',
    path: 'groupBy=timeseries&referer=site-3.example&device=Mobile',
    grouped: `date_trunc('day', timestamp)`,
    where: `referer = 'site-3.example' and device = 'Mobile'`,
    target: 1000,
  },
]

/** Questions that have nothing beside them. */
const others = [
  { name: 'visitors of a week', path: '/analytics?event=clicks&unique=true&interval=7d', target: 5000 },
  { name: 'newest 50 events', path: '/events?event=clicks&interval=30d&limit=50', target: 20 },
]

function columnOf(groupBy: string): string {
  const columns: Record<string, string> = {
    countries: 'country',
    cities: 'city',
    devices: 'device',
    browsers: 'browser',
    referers: 'referer',
    top_links: 'link_id',
    top_urls: 'url',
  }
  return columns[groupBy] as string
}

async function made(pool: pg.Pool, workspaceId: string): Promise<void> {
  let started = performance.now()
  await makeClicks(pool, workspaceId, clicks)
  console.log(`  ${clicks} clicks stored in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  started = performance.now()
  await foldAll(pool)
  const {
    rows: [sizes],
  } = await pool.query(
    `select pg_size_pretty(sum(pg_total_relation_size(c.oid)) filter (where relname like 'click_events_2%')) as events, pg_size_pretty(sum(pg_total_relation_size(c.oid)) filter (where relname like 'click_facts_2%')) as facts, pg_size_pretty(sum(pg_total_relation_size(c.oid)) filter (where relname in ('click_rollups', 'click_totals', 'rollup_values'))) as rollups, pg_size_pretty(sum(pg_total_relation_size(c.oid)) filter (where relname like 'click_columns_2%')) as columns from pg_class c where relkind = 'r'`,
  )
  console.log(
    `  folded in ${((performance.now() - started) / 1000).toFixed(0)} s; events ${sizes.events}, facts ${sizes.facts}, rollups ${sizes.rollups}, columns ${sizes.columns}`,
  )
}

await onStage(async (stage, pool, workspaceId) => {
  await made(pool, workspaceId)
  await stage.start('dist/api/main.js', 'any')
  const ours = asker(stage)
  for (const { name, path, grouped, where, target } of questions.filter((one) => isAsked(one.name))) {
    const ask = () => ours(`/analytics?event=clicks&interval=30d&${path}`)
    await ask()
    const times = await timesOf(ask, asks, pause)
    const plain = `select ${grouped} as part, count(*) from click_events where workspace_id = $1 and timestamp >= now() - interval '30 days' ${where ? `and ${where}` : ''} group by 1 order by 2 desc limit 1000`
    const beside = await timesOf(() => pool.query(plain, [workspaceId]), rawAsks)
    report(
      `${name} (ms: p50 / p95)`,
      halfAndMost(times),
      share(beside, 0.5).toFixed(0),
      share(beside, 0.5) / share(times, 0.95),
      `p95 at most ${target}${target < 1000 ? ', at least 10 times as fast' : ''}`,
    )
  }
  for (const { name, path, target } of others.filter((one) => isAsked(one.name))) {
    await ours(path)
    report(`${name} (ms: p50 / p95)`, halfAndMost(await timesOf(() => ours(path), asks, pause)), '', Number.NaN, `p95 at most ${target}`)
  }
})
