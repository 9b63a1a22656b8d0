/**
 * Analytics of ten million clicks of one workspace through the API, compared with plain SQL over the events. `BENCH_CLICKS` sets the number
 * of clicks, `BENCH_ONLY` selects requests by name, `BENCH_ASKS` sets the number of measurements, and `BENCH_DATA` names a directory whose
 * data is kept for the next run.
 */
import type pg from 'pg'
import {
  createRequester,
  repetitions,
  rollUpAll,
  formatPercentiles,
  isSelected,
  withInstallation,
  requestInterval,
  percentile,
  measureTimes,
} from './support/analytics-requests.js'
import { linkId, makeClicks } from './support/clicks.js'
import { cpuTimeDuring } from './support/cpu-time.js'
import { report } from './support/installation.js'
import { reportStorage } from './support/storage.js'

const clicks = Number(process.env.BENCH_CLICKS ?? 10_000_000)
const baselineRepetitions = 3

interface BenchmarkRequest {
  name: string
  path: string
  /** Grouping and condition of the plain SQL statement to compare with. */
  grouped: string
  where?: string
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
]

/** Requests without a baseline. */
const requestsWithoutBaseline = [
  { name: 'visitors of a week', path: '/analytics?event=clicks&unique=true&interval=7d', target: 5000 },
  { name: 'newest 50 events', path: '/events?event=clicks&interval=30d&limit=50', target: 20 },
]

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
  started = performance.now()
  const cpu = await cpuTimeDuring(pool, () => rollUpAll(pool))
  console.log(`  rolled up in ${((performance.now() - started) / 1000).toFixed(0)} s, ${(cpu / clicks).toFixed(1)} µs of CPU per click`)
  await reportStorage(pool, clicks)
}

await withInstallation(async (installation, pool, workspaceId) => {
  await prepareData(pool, workspaceId)
  await installation.start('dist/api/main.js', 'any')
  const request = createRequester(installation)
  for (const { name, path, grouped, where, target } of requests.filter((one) => isSelected(one.name))) {
    const send = () => request(`/analytics?event=clicks&interval=30d&${path}`)
    await send()
    const times = await measureTimes(send, repetitions, requestInterval)
    const plain = `select ${grouped} as part, count(*) from clicks where workspace_id = $1
      and timestamp >= now() - interval '30 days' ${where ? `and ${where}` : ''} group by 1 order by 2 desc limit 1000`
    const baseline = await measureTimes(() => pool.query(plain, [workspaceId]), baselineRepetitions)
    report(
      `${name} (ms: p50 / p95)`,
      formatPercentiles(times),
      percentile(baseline, 0.5).toFixed(0),
      percentile(baseline, 0.5) / percentile(times, 0.95),
      `p95 at most ${target}${target < 1000 ? ', at least 10 times as fast' : ''}`,
    )
  }
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
