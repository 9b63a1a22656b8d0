/**
 * Ingestion of clicks that wait, counters and repeats included, as a worker does it, beside COPY of the same rows into a bare table with
 * the same indexes.
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { newClickId, newId } from '../shared/kernel/ids.js'
import { describeClick } from '../shared/tracking/describe-click.js'
import { type ClickBatch, nowhere, type RawClick } from '../shared/tracking/index.js'
import { openStage, report } from './support/stage.js'

const clicks = 200_000
const links = 2_000
const agents = [
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
]
const places = [
  { ...nowhere, country: 'US', continent: 'NA', region: 'CA', city: 'San Francisco' },
  { ...nowhere, country: 'JP', continent: 'AS', region: '13', city: 'Tokyo' },
]
const pick = <Item>(list: readonly Item[], at: number) => list[at % list.length] as Item

/** Batches as a busy API makes them. */
function makeBatches(size: number, linkIds: string[], workspaceId: string): ClickBatch[] {
  const made = Array.from({ length: clicks }, (_, at): RawClick => {
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
      place: pick(places, at),
    }
  })
  return Array.from({ length: Math.ceil(clicks / size) }, (_, at) => ({
    id: newId('batch_'),
    clicks: made.slice(at * size, (at + 1) * size),
    excluded: [],
  }))
}

/** Where an API without Redis puts them. */
const keep = (pool: pg.Pool, batches: ClickBatch[]) =>
  pool.query('insert into waiting_click_batches (id, batch) select * from unnest($1::text[], $2::json[])', [
    batches.map(({ id }) => id),
    batches.map((batch) => JSON.stringify(batch)),
  ])

/** Clicks a second, from when a worker has begun until nothing waits. */
async function ingest(pool: pg.Pool, size: number): Promise<number> {
  const waiting = async (): Promise<number> =>
    (await pool.query('select count(*)::int as batches from waiting_click_batches')).rows[0].batches * size
  const worker = await stage.start('dist/workers/main.js', 'any', { WORKER_QUEUES: 'clicks' })
  let left = await waiting()
  const [first, started] = [left, performance.now()]
  for (; left > 0; left = await waiting()) await pause(25)
  const seconds = (performance.now() - started) / 1000
  await stage.stop(worker)
  return first / seconds
}

async function copy(pool: pg.Pool, batches: ClickBatch[]): Promise<number> {
  const client = await pool.connect()
  await client.query('create table copied (like click_events including all)')
  const rows = batches.flatMap((batch) => batch.clicks.map((click) => Object.values(columnsInOrder(click))))
  const text = (value: unknown) =>
    (value instanceof Date ? value.toISOString() : String(value)).replaceAll('\\', '\\\\').replaceAll('\t', '\\t')
  const started = performance.now()
  // In statements of the size that the worker uses: one endless statement would show what nobody could do with clicks that arrive.
  for (let at = 0; at < rows.length; at += 1000) {
    const lines = rows.slice(at, at + 1000).map((row) => `${row.map(text).join('\t')}\n`)
    await pipeline(Readable.from([lines.join('')]), client.query(copyFrom('copy copied from stdin')))
  }
  const seconds = (performance.now() - started) / 1000
  client.release()
  return clicks / seconds
}

/** As the table has its columns. */
let order: string[] = []
function columnsInOrder(click: RawClick): Record<string, unknown> {
  const row: Record<string, unknown> = { ...describeClick(click, { placeOf: () => nowhere }) }
  return Object.fromEntries(order.map((name) => [name, row[name]]))
}

const stage = await openStage('postgres', { max_wal_size: '4GB' })
const pool = new pg.Pool({ connectionString: stage.databaseUrl, max: 4 })
pool.on('error', () => undefined) // the server goes first at the end
try {
  const [workspace] = (await pool.query('select id from workspaces limit 1')).rows
  await pool.query(
    `insert into links (id, workspace_id, domain, key, lookup_key, url, short_link, created_at, updated_at)
     select 'link_' || n, $1, 'd.example', 'key-' || n, 'key-' || n, 'https://destination.example/', 'https://d.example/key-' || n, now(), now() from generate_series(0, $2::int - 1) n`,
    [workspace.id, links],
  )
  order = (
    await pool.query(
      `select attname from pg_attribute where attrelid = 'click_events'::regclass and attnum > 0 and not attisdropped order by attnum`,
    )
  ).rows.map(({ attname }) => attname)
  await pool.query(`select ensure_month_partition('click_events', now())`)
  const linkIds = Array.from({ length: links }, (_, at) => `link_${at}`)
  const copied = await copy(pool, makeBatches(500, linkIds, workspace.id))
  for (const size of [64, 500]) {
    await keep(pool, makeBatches(size, linkIds, workspace.id))
    const ours = await ingest(pool, size)
    report(`clicks ingested per second, batches of ${size}`, ours.toFixed(0), copied.toFixed(0), ours / copied, 'at least 0.35 of COPY')
  }
} finally {
  await pool.end()
  await stage.close()
}
