/** All SQL of the activity of customers. */
import type pg from 'pg'
import { dimensionColumns } from '../click.queries.js'
import type { ConversionRow, SaleRow } from '../conversions/conversion.queries.js'
import type { ClickRow } from '../describe-click.js'
import type { LinkOfActivity } from './activity.schema.js'

const most = 100
const dimensions = dimensionColumns.join(', ')
const ofConversion = `id, timestamp, click_id, clicked_at, customer_id, event_name, metadata, ${dimensions}`

/** The newest leads, those of one instant by their id. */
export async function leadsOfCustomer(pool: pg.Pool, customerId: string): Promise<ConversionRow[]> {
  const { rows } = await pool.query(
    `select ${ofConversion} from lead_events where customer_id = $1 order by timestamp desc, id desc limit ${most}`,
    [customerId],
  )
  return rows
}

export async function salesOfCustomer(pool: pg.Pool, customerId: string): Promise<SaleRow[]> {
  const { rows } = await pool.query(
    `select ${ofConversion}, amount, currency, payment_processor, invoice_id, refund_of from sale_events where customer_id = $1 order by timestamp desc, id desc limit ${most}`,
    [customerId],
  )
  return rows
}

/** Those of the clicks that are rows by now. Each is named with its time, so that only the months in question are read. */
export async function clicksNamed(pool: pg.Pool, clicks: readonly { id: string; at: Date }[]): Promise<ClickRow[]> {
  if (clicks.length === 0) return []
  const { rows } = await pool.query(
    `select id, timestamp, ${dimensions} from click_events where timestamp = any($2::timestamptz[]) and id = any($1::text[]) order by timestamp desc limit ${most}`,
    [clicks.map(({ id }) => id), clicks.map(({ at }) => at)],
  )
  return rows
}

/** By id. Links that are gone are left out. */
export async function linksNamed(pool: pg.Pool, workspaceId: string, ids: readonly string[]): Promise<Map<string, LinkOfActivity>> {
  const { rows } = await pool.query<LinkOfActivity>(
    `select id, domain, key, short_link as "shortLink" from links where id = any($1::text[]) and workspace_id = $2`,
    [ids, workspaceId],
  )
  return new Map(rows.map((link) => [link.id, link]))
}
