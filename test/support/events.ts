/** Inserts events directly: clicks as ingestion stores them, leads and sales as tracking does. */
import type pg from 'pg'
import { type ClickHouse, textHash } from '../../shared/clickhouse/index.js'
import { withTransaction } from '../../shared/kernel/db/pool.js'
import { sha256 } from '../../shared/kernel/hash.js'
import { newClickId } from '../../shared/kernel/ids.js'
import { minutes } from '../../shared/kernel/time.js'
import { addLateClicks, lockForIngestion } from '../../shared/rollups/index.js'
import { finishClickBlock } from '../../shared/tracking/click-store/click-blocks.queries.js'
import { clickBlockContent, listBlockedClicks } from '../../shared/tracking/click-store/click-rows.js'
import { insertStoredClicks, readStoredClicks } from '../../shared/tracking/click-store/stored-clicks.js'
import { ensurePartition, groupByWorkspace, insertClicks } from '../../shared/tracking/click.queries.js'
import type { ConversionRow, SaleRow } from '../../shared/tracking/conversions/conversion.queries.js'
import { addToLinks } from '../../shared/tracking/counters.queries.js'
import type { ClickRow } from '../../shared/tracking/enrich-click.js'
import { valueCacheOf } from '../../shared/tracking/value-cache.js'

export interface ClickInput extends Partial<ClickRow> {
  timestamp: Date
  workspace_id: string
  link_id: string
}

/** A click, by default from a phone in California. */
export function clickRow(input: ClickInput): ClickRow {
  const url = input.url ?? 'https://destination.example/page'
  return {
    id: newClickId(input.timestamp.getTime()),
    domain: 'go.example',
    key: 'key',
    url,
    base_url: url.split(/[?#]/, 1)[0] as string,
    ip: '203.0.113.7',
    continent: 'NA',
    country: 'US',
    region: 'CA',
    city: 'San Francisco',
    latitude: '37.77',
    longitude: '-122.41',
    device: 'Mobile',
    device_vendor: 'Apple',
    device_model: 'iPhone',
    browser: 'Mobile Safari',
    browser_version: '17',
    engine: 'WebKit',
    engine_version: '605',
    os: 'iOS',
    os_version: '17',
    cpu_architecture: 'Unknown',
    ua: 'Mozilla/5.0',
    qr: input.trigger === 'qr',
    referer: '(direct)',
    referer_url: '(direct)',
    trigger: 'link',
    utm_source: '',
    utm_medium: '',
    utm_campaign: '',
    utm_term: '',
    utm_content: '',
    ...input,
    identity_hash: sha256(input.identity_hash ?? 'visitor').toString('hex', 0, 8),
  }
}

/** The ClickHouse databases of services whose events are in ClickHouse. */
export const clickHouseByPool = new WeakMap<pg.Pool, ClickHouse>()

/** Inserts the clicks where the service of the pool keeps them. */
export async function storeClicks(pool: pg.Pool, rows: readonly ClickRow[]): Promise<void> {
  const clickHouse = clickHouseByPool.get(pool)
  if (!clickHouse) return storeClicksInPostgres(pool, rows)
  await insertStoredClicks(clickHouse, rows)
  await withTransaction(pool, (client) => addToLinks(client, rows, groupByWorkspace(rows)))
}

/** Inserts the clicks and records their arrival in the caller's transaction, as far as the store takes part in it. Counts nothing. */
export async function storeClicksInTransaction(pool: pg.Pool, client: pg.ClientBase, rows: readonly ClickRow[]): Promise<void> {
  const clickHouse = clickHouseByPool.get(pool)
  if (!clickHouse) return void (await insertClicks(client, rows))
  await insertStoredClicks(clickHouse, rows)
  await finishClickBlock(client, 'batch_of_test', listBlockedClicks(clickBlockContent(rows)))
}

/** Adds this many copies of the workspace's only click, now. Counts nothing. */
export async function multiplyClicks(pool: pg.Pool, workspaceId: string, copies: number): Promise<void> {
  const clickHouse = clickHouseByPool.get(pool)
  if (clickHouse) {
    const [click] = await readClicks(pool, 'workspace_id', workspaceId)
    const rows = Array.from({ length: copies }, (_, at) => ({ ...(click as ClickRow), id: `copy_${at}`, timestamp: new Date() }))
    return insertStoredClicks(clickHouse, rows)
  }
  await ensurePartition(pool, new Date())
  const { rows: columns } = await pool.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'click_events'::regclass and attnum > 0 and attname not in ('id', 'timestamp')`,
  )
  const others = columns.map(({ name }) => name).join(', ')
  await pool.query(
    `insert into click_events (id, timestamp, ${others}) select lpad(at::text, 16, '0'), now(), ${others}
     from click_events, generate_series(1, $2) as at where workspace = (select no from workspace_numbers where workspace_id = $1)`,
    [workspaceId, copies],
  )
}

/** The clicks with the value in the column, where the service of the pool keeps them, in the order of time. */
export async function readClicks(pool: pg.Pool, column: 'id' | 'link_id' | 'workspace_id', value: string): Promise<ClickRow[]> {
  const clickHouse = clickHouseByPool.get(pool)
  if (!clickHouse) return (await pool.query<ClickRow>(`select * from clicks where ${column} = $1 order by timestamp, id`, [value])).rows
  return readStoredClicks(
    clickHouse,
    `${column === 'link_id' ? `link_hash = ${textHash(value)}` : `${column} = {value:String}`} order by timestamp, id`,
    { value },
  )
}

/** Inserts the clicks, and adds those older than the watermark to the rollups. */
export async function storeClicksInPostgres(pool: pg.Pool, rows: readonly ClickRow[]): Promise<void> {
  for (const month of new Set(rows.map(({ timestamp }) => timestamp.toISOString().slice(0, 7))))
    await ensurePartition(pool, `${month}-01T00:00:00Z`)
  const client = await pool.connect()
  try {
    await client.query('begin')
    await lockForIngestion(client)
    for (let at = 0; at < rows.length; at += 1000) {
      const chunk = rows.slice(at, at + 1000)
      const { added, late } = await insertClicks(client, chunk)
      await addToLinks(client, chunk, added)
      await addLateClicks(client, late, new Date(Math.min(...chunk.map(({ timestamp }) => timestamp.getTime()))))
    }
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** A lead whose click was a minute earlier. */
export function leadRow(input: ClickInput & Partial<ConversionRow>): ConversionRow {
  const clickedAt = new Date(input.timestamp.getTime() - minutes(1))
  return {
    ...clickRow(input),
    click_id: newClickId(clickedAt.getTime()),
    clicked_at: clickedAt,
    customer_id: 'cus_1',
    event_name: 'Sign up',
    metadata: null,
    ...input,
  }
}

/** A first sale, by default of ten dollars. */
export function saleRow(input: ClickInput & Partial<SaleRow>): SaleRow {
  const amount = input.amount ?? 1000
  return {
    ...leadRow({ event_name: 'Purchase', ...input }),
    amount,
    currency: 'usd',
    original_amount: amount,
    original_currency: 'usd',
    payment_processor: 'custom',
    invoice_id: null,
    sales: 1,
    recurring: false,
    refund_of: null,
    rate_day: null,
    ...input,
  }
}

/** Inserts leads or sales. */
export async function storeConversions(pool: pg.Pool, table: 'lead_events' | 'sale_events', rows: readonly ConversionRow[]): Promise<void> {
  for (const month of new Set(rows.map(({ timestamp }) => timestamp.toISOString().slice(0, 7))))
    await ensurePartition(pool, `${month}-01T00:00:00Z`, table)
  await pool.query(`insert into ${table} select new.* from jsonb_populate_recordset(null::${table}, $1::jsonb) as new`, [
    JSON.stringify(rows),
  ])
}

/** Deletes all events and aggregates, and resets the watermarks. */
export async function resetEvents(pool: pg.Pool, watermark: Date): Promise<void> {
  await pool.query(
    'truncate click_events, click_facts, click_column_segments, click_totals, click_rollups, click_rollup_packs, dimension_values, workspace_numbers',
  )
  await pool.query(
    'truncate lead_events, sale_events, pending_conversions, conversion_facts, conversion_totals, conversion_rollups, conversion_rollup_packs',
  )
  valueCacheOf(pool).clear()
  for (const table of ['click_watermark', 'conversion_watermark']) await pool.query(`update ${table} set at = $1`, [watermark])
}
