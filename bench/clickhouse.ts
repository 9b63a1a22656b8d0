/**
 * Events in ClickHouse: the write path, storage, and analytics through the API, of a workspace with ten million clicks of a million links
 * and of one with a tenth of both. The engine is that of the tests (`npm ci --prefix test/clickhouse-server`), on the same cores. Values
 * vary from request to request, and the engine's cache of conditions is off. `BENCH_CLICKS`, `BENCH_ONLY` and `BENCH_ASKS` as in
 * `analytics`, whose figures are those of PostgreSQL.
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
  requestInterval,
  withInstallation,
} from './support/analytics-requests.js'
import { insertClicksSql, insertTextsSql } from './support/clickhouse-clicks.js'
import { makeClick } from './support/clicks.js'
import { makeWorkspaces } from './support/figures.js'
import { report } from './support/installation.js'

const clicks = Number(process.env.BENCH_CLICKS ?? 10_000_000)
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
/** Each request has another range, so that no result can be reused. */
const range = (span: number, number: number) => {
  const end = Date.now() - number * 60_000
  return `start=${new Date(end - days(span)).toISOString()}&end=${new Date(end).toISOString()}`
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

async function measureWrites(clickHouse: ClickHouse): Promise<void> {
  for (const size of [1000, 10_000]) {
    const blocks = Array.from({ length: 60_000 / size }, (_, block) =>
      Array.from({ length: size }, (_row, at) => ({ ...makeClick(block * size + at, new Date(), ['ws_writes']), id: newClickId() })),
    )
    const started = performance.now()
    for (const rows of blocks) await insertStoredClicks(clickHouse, rows, newId('batch_'))
    const perSecond = 60_000 / ((performance.now() - started) / 1000)
    report(`write path, batches of ${size} (clicks/s)`, perSecond.toFixed(0), '', Number.NaN, 'at least 50000')
  }
}

async function reportStorage(clickHouse: ClickHouse, total: number): Promise<void> {
  const [row] = await clickHouse.query<{ bytes: number }>({
    text: `select sum(bytes_on_disk) as bytes from system.parts where active and database = currentDatabase() and table in ('clicks', 'texts')`,
  })
  report('storage, merged, with texts (bytes per click)', ((row?.bytes ?? 0) / total).toFixed(1), '', Number.NaN, 'at most 80')
}

const makeLinks = (pool: pg.Pool, workspaceId: string, count: number, prefix: string) =>
  pool.query(
    `insert into links (id, workspace_id, domain, key, lookup_key, url, short_link, created_at, updated_at)
     select 'link_' || lpad((n)::text, 26, '0'), $1, 'go.example', $3 || n, $3 || n, 'https://shop.example/', 'https://go.example/' || $3 || n,
     now() - interval '366 days', now() from generate_series(0, $2::int - 1) n on conflict do nothing`,
    [workspaceId, count, prefix],
  )

async function measure(request: (path: string) => Promise<void>, questions: readonly Question[]): Promise<void> {
  for (const { name, query, target } of questions.filter((one) => isSelected(one.name))) {
    let number = 0
    const ask = () => request(`/analytics?event=clicks&${query(number++)}`)
    await ask()
    const times = await measureTimes(ask, repetitions, requestInterval)
    report(`ClickHouse, ${name} (ms: p50 / p95)`, formatPercentiles(times), '', percentile(times, 0.95) / target, `p95 at most ${target}`)
  }
}

async function run(url: string): Promise<void> {
  await withInstallation(async (installation, pool, workspaceId) => {
    const clickHouse = connectClickHouse({ url, user: 'default', password: '', database: 'bench', cluster: undefined })
    const execute = async (query: string) => {
      const response = await fetch(`${url}/?database=bench`, { method: 'POST', body: query })
      if (!response.ok) throw new Error(await response.text())
    }
    await measureWrites(clickHouse)
    for (const table of ['clicks', 'texts'] as const) await clickHouse.truncate(table)
    const tenth = (await makeWorkspaces(pool, 2)).find((id) => id !== workspaceId) ?? ''
    const parts = [
      { workspaceId, clicks, links },
      { workspaceId: tenth, clicks: clicks / 10, links: links / 10 },
    ]
    for (const part of parts) {
      await execute(insertTextsSql(part))
      await execute(insertClicksSql(part))
    }
    for (const table of ['clicks', 'texts']) await execute(`optimize table ${table} final`)
    await reportStorage(clickHouse, clicks * 1.1)
    await makeLinks(pool, workspaceId, links, 'key-')
    await pool.query(`insert into event_store (name) values ('clickhouse') on conflict (one) do update set name = 'clickhouse'`)
    await pool.query('vacuum analyze links')
    const env = { CLICKHOUSE_URL: url, CLICKHOUSE_DATABASE: 'bench' }
    const request = createRequester(installation)
    const api = await installation.start('dist/api/main.js', 'any', env)
    await measure(request, large)
    await installation.stop(api)
    // The key belongs to the small workspace from now on, which gets the links that its clicks are of.
    await pool.query('update tokens set workspace_id = $1', [tenth])
    await pool.query('update links set workspace_id = $1 where id < $2', [tenth, `link_${String(links / 10).padStart(26, '0')}`])
    await installation.start('dist/api/main.js', 'any', env)
    await measure(request, small)
    await clickHouse.close()
  })
}

if (hasClickHouse) {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-bench-clickhouse-'))
  const server = await startClickHouse(folder)
  try {
    await run(server.url)
  } finally {
    await server.stop('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
} else console.log('clickhouse: skipped, its engine is not installed (npm ci --prefix test/clickhouse-server)')
