/** Events as rows: clicks stored the way ingestion stores them, leads and sales the way tracking does, without the way there. */
import type pg from 'pg'
import { newClickId } from '../../shared/kernel/ids.js'
import { minutes } from '../../shared/kernel/time.js'
import { ensurePartition, addToLinks, insertClicks, lockAgainstFolding } from '../../shared/tracking/click.queries.js'
import type { ConversionRow, SaleRow } from '../../shared/tracking/conversions/conversion.queries.js'
import type { ClickRow } from '../../shared/tracking/describe-click.js'
import { addLateClicks } from '../../shared/tracking/rollups/add-late-clicks.js'

export interface GivenClick extends Partial<ClickRow> {
  timestamp: Date
  workspace_id: string
  link_id: string
}

/** A click on a phone in California, unless told otherwise. */
export function clickRow(given: GivenClick): ClickRow {
  const url = given.url ?? 'https://destination.example/page'
  return {
    id: newClickId(given.timestamp.getTime()),
    domain: 'go.example',
    key: 'key',
    url,
    base_url: url.split(/[?#]/, 1)[0] as string,
    identity_hash: 'hash',
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
    qr: given.trigger === 'qr',
    referer: '(direct)',
    referer_url: '(direct)',
    trigger: 'link',
    utm_source: '',
    utm_medium: '',
    utm_campaign: '',
    utm_term: '',
    utm_content: '',
    ...given,
  }
}

/** Afterwards the clicks are events, and in the rollups where their time has been folded. */
export async function storeClicks(pool: pg.Pool, rows: readonly ClickRow[]): Promise<void> {
  for (const month of new Set(rows.map(({ timestamp }) => timestamp.toISOString().slice(0, 7))))
    await ensurePartition(pool, `${month}-01T00:00:00Z`)
  const client = await pool.connect()
  try {
    await client.query('begin')
    await lockAgainstFolding(client)
    for (let at = 0; at < rows.length; at += 1000) {
      const chunk = rows.slice(at, at + 1000)
      const added = await insertClicks(client, chunk)
      await addToLinks(client, chunk, added)
      await addLateClicks(
        client,
        added.flatMap(({ late }) => late),
        new Date(Math.min(...chunk.map(({ timestamp }) => timestamp.getTime()))),
      )
    }
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** A lead of somebody who clicked a minute before. */
export function leadRow(given: GivenClick & Partial<ConversionRow>): ConversionRow {
  const clickedAt = new Date(given.timestamp.getTime() - minutes(1))
  return {
    ...clickRow(given),
    click_id: newClickId(clickedAt.getTime()),
    clicked_at: clickedAt,
    customer_id: 'cus_somebody',
    event_name: 'Sign up',
    metadata: null,
    ...given,
  }
}

/** A first sale of ten dollars. */
export function saleRow(given: GivenClick & Partial<SaleRow>): SaleRow {
  const amount = given.amount ?? 1000
  return {
    ...leadRow({ event_name: 'Purchase', ...given }),
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
    ...given,
  }
}

/** Afterwards the rows are events. */
export async function storeConversions(pool: pg.Pool, table: 'lead_events' | 'sale_events', rows: readonly ConversionRow[]): Promise<void> {
  for (const month of new Set(rows.map(({ timestamp }) => timestamp.toISOString().slice(0, 7))))
    await ensurePartition(pool, `${month}-01T00:00:00Z`, table)
  await pool.query(`insert into ${table} select new.* from jsonb_populate_recordset(null::${table}, $1::jsonb) as new`, [
    JSON.stringify(rows),
  ])
}

/** Afterwards nothing has happened, and everything from the instant on is still to be folded. */
export async function forgetEvents(pool: pg.Pool, watermark: Date): Promise<void> {
  await pool.query(
    'truncate click_events, click_facts, click_columns, click_totals, click_rollups, click_packs, rollup_values, rollup_workspaces',
  )
  await pool.query(
    'truncate lead_events, sale_events, unfolded_conversions, conversion_facts, conversion_totals, conversion_rollups, conversion_packs',
  )
  for (const table of ['click_watermark', 'conversion_watermark']) await pool.query(`update ${table} set at = $1`, [watermark])
}
