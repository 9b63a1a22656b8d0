/**
 * Events in ClickHouse: the write path, storage, and analytics through the API, of a workspace with ten million clicks of a million links
 * and of one with a tenth of both. The engine is that of the tests (`npm ci --prefix test/clickhouse-server`), on the same cores. Values
 * vary from request to request, and the engine's cache of conditions is off. The baseline are the same requests with the events in
 * PostgreSQL, of `BENCH_POSTGRES_CLICKS` clicks (a million; 0 leaves it out) of ten thousand links within thirty days, nine tenths and a
 * tenth in the two workspaces. `BENCH_CLICKS`, `BENCH_ONLY` and `BENCH_ASKS` as in `analytics`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { type ClickHouse, connectClickHouse } from '../shared/clickhouse/index.js'
import { newClickId, newId } from '../shared/kernel/ids.js'
import { days } from '../shared/kernel/time.js'
import { insertStoredClicks } from '../shared/tracking/click-store/stored-clicks.js'
import { hasClickHouse, startClickHouse } from '../test/support/clickhouse-server.js'
import {
  createRequester,
  formatPercentiles,
  isSelected,
  measureTimes,
  percentile,
  repetitions,
  rollUpAll,
  withInstallation,
} from './support/analytics-requests.js'
import { type GeneratedClicks, insertClicksSql, insertTextsSql } from './support/clickhouse-clicks.js'
import { makeClick, makeClicks } from './support/clicks.js'
import { makeWorkspaces } from './support/figures.js'
import { type Installation, report } from './support/installation.js'

const clicks = Number(process.env.BENCH_CLICKS ?? 10_000_000)
const clicksInPostgres = Number(process.env.BENCH_POSTGRES_CLICKS ?? 1_000_000)
const links = clicks / 10
const targets = { small: { dimension: 60, filters: 60, unique: 80 }, large: { dimension: 80, high: 250, filters: 250, unique: 500 } }

interface Question {
  name: string
  /** Parameters of the `number`-th request. */
  query(number: number): string
  target: number
}

const countries = ['US', 'CA', 'DE', 'FR', 'GB']
const devices = ['Mobile', 'Desktop', 'Tablet']
/** Ranges consist of days, so another time zone makes another range: no result can be reused for 24 requests. */
const range = (span: number, number: number) => {
  const end = Date.now()
  const timezone = `Etc/GMT${number % 24 < 12 ? '+' : '-'}${(number % 12) + 1}`
  return new URLSearchParams({ start: new Date(end - days(span)).toISOString(), end: new Date(end).toISOString(), timezone }).toString()
}
const filtersOf = (number: number) => `country=${countries[number % 5]}&device=${devices[number % 3]}`

const groupings = [
  'countries',
  'cities',
  'devices',
  'browsers',
  'os',
  'referers',
  'referer_urls',
  'top_urls',
  'top_base_urls',
  'top_links',
  'utm_campaigns',
]
const small: Question[] = [
  ...groupings.map((groupBy) => ({
    name: `a tenth, 30 days: ${groupBy}`,
    query: (number: number) => `groupBy=${groupBy}&${range(30, number)}`,
    target: targets.small.dimension,
  })),
  {
    name: 'a tenth, 90 days: referers, two filters',
    query: (number) => `groupBy=referers&${range(90, number)}&${filtersOf(number)}`,
    target: targets.small.filters,
  },
  {
    name: 'a tenth, 30 days: unique visitors',
    query: (number) => `groupBy=count&unique=true&${range(30, number)}`,
    target: targets.small.unique,
  },
]
const large: Question[] = [
  ...['countries', 'devices', 'referers', 'top_urls', 'top_links'].map((groupBy) => ({
    name: `all: ${groupBy}`,
    query: (number: number) => `groupBy=${groupBy}&${range(364, number)}`,
    target: groupBy.startsWith('top') ? targets.large.high : targets.large.dimension,
  })),
  {
    name: 'all: referers, two filters',
    query: (number) => `groupBy=referers&${range(364, number)}&${filtersOf(number)}`,
    target: targets.large.filters,
  },
  { name: 'all: unique visitors', query: (number) => `groupBy=count&unique=true&${range(364, number)}`, target: targets.large.unique },
]

const warmUps = 5
/** Milliseconds: the limits are for a caller with one API key, which may send sixteen requests per second. */
const oneKeyInterval = 75

const writtenClicks = 200_000
/** As many as two worker processes send at a time. */
const concurrentBatches = 2

/** Clicks per second. Blocks are passed on as they are, so that the text of a block is a part of the time. */
async function writeClicks(clickHouse: ClickHouse, size: number): Promise<number> {
  const blocks = Array.from({ length: writtenClicks / size }, (_, block) =>
    Array.from({ length: size }, (_row, at) => ({ ...makeClick(block * size + at, new Date(), ['ws_writes']), id: newClickId() })),
  )
  const started = performance.now()
  await Promise.all(
    Array.from({ length: concurrentBatches }, async () => {
      for (let rows = blocks.pop(); rows; rows = blocks.pop()) await insertStoredClicks(clickHouse, rows, newId('batch_'))
    }),
  )
  return writtenClicks / ((performance.now() - started) / 1000)
}

/** The first clicks bring their links and destinations, and warm up both processes. */
async function measureWrites(clickHouse: ClickHouse): Promise<void> {
  await writeClicks(clickHouse, 1000)
  for (const size of [1000, 10_000]) {
    const perSecond = await writeClicks(clickHouse, size)
    report(`write path, batches of ${size} (clicks/s)`, perSecond.toFixed(0), '', Number.NaN, 'at least 50000')
  }
}

async function reportStorage(clickHouse: ClickHouse, total: number): Promise<void> {
  const [row] = await clickHouse.query<{ bytes: number }>({
    text: `select sum(bytes_on_disk) as bytes from system.parts where active and database = currentDatabase() and table in ('clicks', 'texts')`,
  })
  report('storage, merged, with texts (bytes per click)', ((row?.bytes ?? 0) / total).toFixed(1), '', Number.NaN, 'at most 80')
}

const makeLinks = (pool: pg.Pool, { workspaceId, links: count, first }: GeneratedClicks) =>
  pool.query(
    `insert into links (id, workspace_id, domain, key, lookup_key, url, short_link, created_at, updated_at)
     select 'link_' || lpad((n)::text, 26, '0'), $1, 'go.example', 'key-' || n, 'key-' || n, 'https://shop.example/', 'https://go.example/key-' || n,
     now() - interval '366 days', now() from generate_series($3::int, $3 + $2::int - 1) n`,
    [workspaceId, count, first],
  )

/** Sorted durations of the requests, by question. */
async function measure(request: (path: string) => Promise<void>, questions: readonly Question[]): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>()
  for (const { name, query } of questions.filter((one) => isSelected(one.name))) {
    let number = 0
    const ask = () => request(`/analytics?event=clicks&${query(number++)}`)
    // The first requests run code that is not optimised yet, and fill the caches of texts and links.
    await measureTimes(ask, warmUps, oneKeyInterval)
    times.set(name, await measureTimes(ask, repetitions, oneKeyInterval))
  }
  return times
}

/** Asks about the workspace that the key belongs to, then about a tenth, which the key belongs to afterwards. */
async function measureBoth(installation: Installation, pool: pg.Pool, [all, tenth]: [string, string], env: Record<string, string>) {
  const request = createRequester(installation)
  let times = new Map<string, number[]>()
  for (const [id, questions] of [
    [all, large],
    [tenth, small],
  ] as const) {
    await pool.query('update tokens set workspace_id = $1', [id])
    const api = await installation.start('dist/api/main.js', 'any', env)
    times = new Map([...times, ...(await measure(request, questions))])
    await installation.stop(api)
  }
  return times
}

/** Each workspace has links of its own. */
async function measurePostgres(installation: Installation, pool: pg.Pool, [all, tenth]: [string, string]) {
  if (clicksInPostgres === 0) return new Map<string, number[]>()
  await makeClicks(pool, [...Array.from({ length: 9 }, () => all), tenth], clicksInPostgres)
  await rollUpAll(pool)
  const times = await measureBoth(installation, pool, [all, tenth], {})
  await pool.query('truncate links cascade')
  return times
}

async function storeClicks(clickHouse: ClickHouse, url: string, parts: readonly GeneratedClicks[]): Promise<void> {
  const execute = async (query: string) => {
    const response = await fetch(`${url}/?database=bench`, { method: 'POST', body: query })
    if (!response.ok) throw new Error(await response.text())
  }
  for (const table of ['clicks', 'texts'] as const) await clickHouse.truncate(table)
  for (const part of parts) {
    await execute(insertTextsSql(part))
    await execute(insertClicksSql(part))
  }
  for (const table of ['clicks', 'texts']) await execute(`optimize table ${table} final`)
}

async function run(url: string): Promise<void> {
  await withInstallation(async (installation, pool, workspaceId) => {
    const clickHouse = connectClickHouse({ url, user: 'default', password: '', database: 'bench', cluster: undefined })
    await measureWrites(clickHouse)
    const tenth = (await makeWorkspaces(pool, 2)).find((id) => id !== workspaceId) ?? ''
    const workspaces: [string, string] = [workspaceId, tenth]
    const postgres = await measurePostgres(installation, pool, workspaces)
    const parts = [
      { workspaceId, clicks, links, first: 0 },
      { workspaceId: tenth, clicks: clicks / 10, links: links / 10, first: links },
    ]
    await storeClicks(clickHouse, url, parts)
    await reportStorage(clickHouse, clicks * 1.1)
    for (const part of parts) await makeLinks(pool, part)
    await pool.query(`insert into event_store (name) values ('clickhouse') on conflict (one) do update set name = 'clickhouse'`)
    await pool.query('vacuum analyze links')
    const stored = await measureBoth(installation, pool, workspaces, { CLICKHOUSE_URL: url, CLICKHOUSE_DATABASE: 'bench' })
    for (const { name, target } of [...large, ...small]) {
      const [times, baseline] = [stored.get(name), postgres.get(name)]
      if (times)
        report(
          `ClickHouse, ${name} (ms: p50 / p95)`,
          formatPercentiles(times),
          baseline ? formatPercentiles(baseline) : '',
          percentile(times, 0.95) / target,
          `p95 at most ${target}`,
        )
    }
    await clickHouse.close()
  })
}

if (hasClickHouse) {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-bench-clickhouse-'))
  const server = await startClickHouse(folder, ['use_query_condition_cache=0'])
  try {
    await run(server.url)
  } finally {
    await server.stop('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
} else console.log('clickhouse: skipped, its engine is not installed (npm ci --prefix test/clickhouse-server)')
