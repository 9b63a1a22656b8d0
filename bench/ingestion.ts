/**
 * Ingestion of queued clicks by a worker, including counters and duplicate detection, compared with COPY of the same texts into a bare
 * table with an index for each of its own.
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { newClickId, newId } from '../shared/kernel/ids.js'
import { dimensionColumns } from '../shared/tracking/click.queries.js'
import { enrichClick } from '../shared/tracking/enrich-click.js'
import { type ClickBatch, encodeClickBatch, unknownLocation, type RawClick } from '../shared/tracking/index.js'
import { openInstallation, report } from './support/installation.js'

const clicks = Number(process.env.BENCH_CLICKS ?? 200_000)
const links = 2_000
const agents = [
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
]
const locations = [
  { ...unknownLocation, country: 'US', continent: 'NA', region: 'CA', city: 'San Francisco' },
  { ...unknownLocation, country: 'JP', continent: 'AS', region: '13', city: 'Tokyo' },
]
const pick = <Item>(list: readonly Item[], at: number) => list[at % list.length] as Item

/** Batches like those of a busy API. */
function makeBatches(size: number, linkIds: string[], workspaceId: string): ClickBatch[] {
  const rawClicks = Array.from({ length: clicks }, (_, at): RawClick => {
    const now = Date.now() - ((clicks - at) >> 4)
    return {
      id: newClickId(now),
      at: now,
      workspaceId,
      linkId: pick(linkIds, Math.floor(Math.random() ** 3 * links)),
      domain: 'd.example',
      key: `key-${at % links}`,
      url: `https://destination.example/page-${at % 50}?utm_source=news`,
      ip: `203.0.${(at >> 8) & 255}.${at & 255}`,
      ua: `${pick(agents, at)} v/${at % 200}`,
      referer: pick(['', 'https://news.example/today', 'https://search.example/'], at),
      trigger: 'link',
      location: pick(locations, at),
    }
  })
  return Array.from({ length: Math.ceil(clicks / size) }, (_, at) => ({
    id: newId('batch_'),
    clicks: rawClicks.slice(at * size, (at + 1) * size),
    excluded: [],
  }))
}

/** Enqueues batches like an API without Redis. */
const enqueue = (pool: pg.Pool, batches: ClickBatch[]) =>
  pool.query('insert into queued_click_batches (id, batch) select * from unnest($1::text[], $2::text[])', [
    batches.map(({ id }) => id),
    batches.map(encodeClickBatch),
  ])

/** Clicks per second, from the start of a worker until the queue is empty. */
async function ingest(pool: pg.Pool, size: number): Promise<number> {
  const queuedClicks = async (): Promise<number> =>
    (await pool.query('select count(*)::int as batches from queued_click_batches')).rows[0].batches * size
  const worker = await installation.start('dist/workers/main.js', 'any', { WORKER_QUEUES: 'clicks' })
  let remaining = await queuedClicks()
  const [first, started] = [remaining, performance.now()]
  for (; remaining > 0; remaining = await queuedClicks()) await pause(25)
  const seconds = (performance.now() - started) / 1000
  await installation.stop(worker)
  return first / seconds
}

async function copy(pool: pg.Pool, batches: ClickBatch[]): Promise<number> {
  const client = await pool.connect()
  await client.query(`create table copied as select ${columns.join(', ')} from clicks with no data`)
  for (const indexed of ['id, timestamp', 'workspace_id, timestamp', 'workspace_id, link_id, timestamp'])
    await client.query(`create index on copied (${indexed})`)
  const rows = batches.flatMap((batch) => batch.clicks.map((click) => Object.values(columnsInOrder(click))))
  const text = (value: unknown) =>
    (value instanceof Date ? value.toISOString() : String(value)).replaceAll('\\', '\\\\').replaceAll('\t', '\\t')
  const started = performance.now()
  // In statements of the size that the worker uses: one endless COPY would not be comparable with clicks that arrive over time.
  for (let at = 0; at < rows.length; at += 1000) {
    const lines = rows.slice(at, at + 1000).map((row) => `${row.map(text).join('\t')}\n`)
    await pipeline(Readable.from([lines.join('')]), client.query(copyFrom('copy copied from stdin')))
  }
  const seconds = (performance.now() - started) / 1000
  client.release()
  return clicks / seconds
}

const columns = ['id', 'timestamp', ...dimensionColumns] as const

function columnsInOrder(click: RawClick): Record<string, unknown> {
  const row: Record<string, unknown> = { ...enrichClick(click, { locate: () => unknownLocation }) }
  return Object.fromEntries(columns.map((name) => [name, row[name]]))
}

const installation = await openInstallation('postgres', { max_wal_size: '4GB' })
const pool = new pg.Pool({ connectionString: installation.databaseUrl, max: 4 })
pool.on('error', () => undefined) // the server stops before the pool closes
try {
  const [workspace] = (await pool.query('select id from workspaces limit 1')).rows
  await pool.query(
    `insert into links (id, workspace_id, domain, key, lookup_key, url, short_link, created_at, updated_at)
     select 'link_' || n, $1, 'd.example', 'key-' || n, 'key-' || n, 'https://destination.example/', 'https://d.example/key-' || n, now(),
     now() from generate_series(0, $2::int - 1) n`,
    [workspace.id, links],
  )
  await pool.query(`select ensure_month_partition('click_events', now())`)
  const linkIds = Array.from({ length: links }, (_, at) => `link_${at}`)
  const copied = await copy(pool, makeBatches(500, linkIds, workspace.id))
  for (const size of [64, 500]) {
    await enqueue(pool, makeBatches(size, linkIds, workspace.id))
    const ingested = await ingest(pool, size)
    report(
      `clicks ingested per second, batches of ${size}`,
      ingested.toFixed(0),
      copied.toFixed(0),
      ingested / copied,
      'at least 0.35 of COPY',
    )
  }
} finally {
  await pool.end()
  await installation.close()
}
