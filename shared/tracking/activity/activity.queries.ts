/** SQL of customer activity. */
import type pg from 'pg'
import { dimensionColumns } from '../click.queries.js'
import type { ConversionRow, SaleRow } from '../conversions/conversion.queries.js'
import type { ActivityLink } from './activity.schema.js'

/** Of each kind. */
export const maxEvents = 100
const dimensions = dimensionColumns.join(', ')
const conversionColumns = `id, timestamp, click_id, clicked_at, customer_id, event_name, metadata, ${dimensions}`

/** The newest leads, newest first, then by id. */
export async function listLeads(pool: pg.Pool, customerId: string): Promise<ConversionRow[]> {
  const { rows } = await pool.query(
    `select ${conversionColumns} from lead_events where customer_id = $1 order by timestamp desc, id desc limit ${maxEvents}`,
    [customerId],
  )
  return rows
}

export interface ListedSale extends SaleRow {
  /** Of the refunded sale. */
  sale_metadata: SaleRow['metadata']
}

export async function listSales(pool: pg.Pool, customerId: string): Promise<ListedSale[]> {
  const { rows } = await pool.query(
    `select ${conversionColumns}, amount, currency, payment_processor, invoice_id, refund_of, refund_metadata,
       (select sale.metadata from sale_events sale where sale.customer_id = $1 and sale.id = entry.refund_of) as sale_metadata
     from sale_events entry where customer_id = $1 order by timestamp desc, id desc limit ${maxEvents}`,
    [customerId],
  )
  return rows
}

/** Links by id. Deleted links are missing; links in the hidden folders are null. */
export async function findLinks(
  pool: pg.Pool,
  workspaceId: string,
  ids: readonly string[],
  hiddenFolders: readonly string[],
): Promise<Map<string, ActivityLink | null>> {
  const { rows } = await pool.query<ActivityLink & { isHidden: boolean }>(
    `select id, domain, key, short_link as "shortLink", coalesce(folder_id = any($3::text[]), false) as "isHidden"
     from links where id = any($1::text[]) and workspace_id = $2`,
    [ids, workspaceId, hiddenFolders],
  )
  return new Map(rows.map(({ isHidden, ...link }) => [link.id, isHidden ? null : link]))
}
