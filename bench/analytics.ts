/**
 * Analytics of ten million clicks of one workspace through the API, compared with DuckDB over the same clicks if it is installed
 * (`support/duckdb.ts`), otherwise with plain SQL over the events. `BENCH_CLICKS` sets the number of clicks, `BENCH_ONLY` selects requests
 * by name, `BENCH_ASKS` sets the number of measurements, `BENCH_ROUNDS` that of the SQL statements, and `BENCH_DATA` names a directory
 * whose data is kept for the next run.
 */
import type pg from 'pg'
import {
  createRequester,
  repetitions,
  rollUpAll,
  vacuum,
  formatPercentiles,
  isSelected,
  withInstallation,
  requestInterval,
  percentile,
  measureTimes,
  warmUpRequests,
} from './support/analytics-requests.js'
import { linkId, makeClicks } from './support/clicks.js'
import { cpuTimeDuring } from './support/cpu-time.js'
import { type DuckDb, openDuckDb } from './support/duckdb.js'
import { report } from './support/installation.js'
import { reportStorage } from './support/storage.js'

const clicks = Number(process.env.BENCH_CLICKS ?? 10_000_000)
const baselineRepetitions = Number(process.env.BENCH_ROUNDS ?? 3)
const duckDbRepetitions = 5

interface BenchmarkRequest {
  name: string
  path: string
  /** Grouping, condition and measure of the SQL statement to compare with. */
  grouped: string
  where?: string
  measure?: string
  days?: number
  /** Maximum of the 95th percentile in milliseconds. */
  target: number
}

const requests: BenchmarkRequest[] = [
  { name: 'count', path: 'groupBy=count', grouped: '1', target: 50 },
  { name: 'timeseries', path: 'groupBy=timeseries', grouped: `date_trunc('day', timestamp)`, target: 50 },
  ...['countries', 'cities', 'devices', 'browsers', 'referers', 'top_links', 'top_urls'].map((name) => ({
    name,
    path: `groupBy=${name}`,
    grouped: groupByColumn(name),
    target: 50,
  })),
  {
    name: 'devices of a link',
    path: `groupBy=devices&linkId=${linkId(7)}`,
    grouped: 'device',
    where: `link_id = '${linkId(7)}'`,
    target: 50,
  },
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
  {
    name: 'browsers of a device and a referer, 90 days',
    path: 'groupBy=browsers&referer=site-3.example&device=Mobile',
    grouped: 'browser',
    where: `referer = 'site-3.example' and device = 'Mobile'`,
    days: 90,
    target: 1000,
  },
  { name: 'unique visitors', path: 'groupBy=count&unique=true', grouped: '1', measure: 'count(distinct visitor)', target: 1500 },
  {
    name: 'unique visitors by day',
    path: 'groupBy=timeseries&unique=true',
    grouped: `date_trunc('day', timestamp)`,
    measure: 'count(distinct visitor)',
    target: 1500,
  },
]

/** Requests without a baseline. */
const requestsWithoutBaseline = [{ name: 'newest 50 events', path: '/events?event=clicks&interval=30d&limit=50', target: 20 }]

function groupByColumn(groupBy: string): string {
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

async function prepareData(pool: pg.Pool, workspaceId: string): Promise<void> {
  let started = performance.now()
  await makeClicks(pool, [workspaceId], clicks)
  console.log(`  ${clicks} clicks stored in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  await vacuum(pool)
  started = performance.now()
  const cpu = await cpuTimeDuring(pool, () => rollUpAll(pool))
  console.log(`  rolled up in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  report('roll-up and column segments, CPU per click (us)', (cpu / clicks).toFixed(1), '', Number.NaN, 'at most 40')
  await reportStorage(pool, clicks)
}

/** The times of the same question without us. */
function measureBaseline(pool: pg.Pool, workspaceId: string, duckDb: DuckDb | null, one: BenchmarkRequest): Promise<number[]> {
  const { grouped, where, measure = 'count(*)', days = 30 } = one
  const from = `now()${duckDb ? '::timestamp' : ''} - interval '${days} days'`
  const condition = `timestamp >= ${from} ${where ? `and ${where}` : ''}`
  const select = (expression: string, workspace: string) =>
    `select ${grouped} as part, ${expression} from clicks where ${workspace}${condition} group by 1 order by 2 desc limit 5000`
  if (duckDb) return measureTimes(() => duckDb.query(select(measure, '')), duckDbRepetitions)
  return measureTimes(
    () => pool.query(select(measure.replace('visitor', 'identity_hash'), 'workspace_id = $1 and '), [workspaceId]),
    baselineRepetitions,
  )
}

await withInstallation(async (installation, pool, workspaceId) => {
  await prepareData(pool, workspaceId)
  await installation.start('dist/api/main.js', 'any')
  const request = createRequester(installation)
  const duckDb = await openDuckDb(pool, installation.env.DATA_DIR as string)
  for (const one of requests.filter(({ name }) => isSelected(name))) {
    const { name, path, target, days = 30 } = one
    const send = () => request(`/analytics?event=clicks&interval=${days}d&${path}`)
    await measureTimes(send, warmUpRequests, requestInterval)
    const times = await measureTimes(send, repetitions, requestInterval)
    const baseline = percentile(await measureBaseline(pool, workspaceId, duckDb, one), 0.5)
    const p50 = percentile(times, 0.5)
    report(
      `${name} (ms: p50 / p95)`,
      formatPercentiles(times),
      baseline.toFixed(0),
      duckDb ? p50 / baseline : baseline / percentile(times, 0.95),
      `p95 at most ${target}${duckDb ? ', ratio at most 2' : ''}`,
    )
  }
  duckDb?.close()
  for (const { name, path, target } of requestsWithoutBaseline.filter((one) => isSelected(one.name))) {
    await request(path)
    report(
      `${name} (ms: p50 / p95)`,
      formatPercentiles(await measureTimes(() => request(path), repetitions, requestInterval)),
      '',
      Number.NaN,
      `p95 at most ${target}`,
    )
  }
})
