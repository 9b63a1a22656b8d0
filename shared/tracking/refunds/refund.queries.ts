/** SQL of refunds. Runs in the caller's transaction; the customer must be locked. */
import type { InWorkspace } from '../../accounts/index.js'
import { clickIdTime, isClickId } from '../../kernel/ids.js'
import { dimensionColumns } from '../click.queries.js'
import type { SaleRow } from '../conversions/conversion.queries.js'
import type { AmountPair } from './refund-amounts.js'

const columns = `id, timestamp, ${dimensionColumns.join(', ')}, click_id, clicked_at, customer_id, event_name, metadata,
  amount, currency, original_amount, original_currency,
  payment_processor, invoice_id, sales, recurring, refund_of, refund_metadata, rate_day::text`

/** A sale or refund of the workspace by its id. Entries that are not committed yet are not found. */
export async function findSaleEntry({ pool, workspace }: InWorkspace, id: string): Promise<SaleRow | null> {
  if (!isClickId(id)) return null
  const { rows } = await pool.query<SaleRow>(`select ${columns} from sale_events where id = $1 and timestamp = $2 and workspace_id = $3`, [
    id,
    new Date(clickIdTime(id)),
    workspace.id,
  ])
  return rows[0] ?? null
}

export async function findEntryIdByInvoice({ em, workspace }: InWorkspace, invoiceId: string): Promise<string | null> {
  const [row] = await em.execute<{ event_id: string }[]>('select event_id from sale_claims where workspace_id = ? and invoice_id = ?', [
    workspace.id,
    invoiceId,
  ])
  return row?.event_id ?? null
}

export async function findEntryIdByRefund({ em, workspace }: InWorkspace, refundId: string): Promise<string | null> {
  const [row] = await em.execute<{ event_id: string }[]>('select event_id from refund_claims where workspace_id = ? and refund_id = ?', [
    workspace.id,
    refundId,
  ])
  return row?.event_id ?? null
}

/** Locks the refunds of the sale and returns their sum. */
export async function lockRefunds({ em, workspace }: InWorkspace, saleId: string): Promise<AmountPair> {
  await em.execute('insert into sale_refunds (sale_id, workspace_id) values (?, ?) on conflict do nothing', [saleId, workspace.id])
  const [row] = await em.execute<[AmountPair]>(
    'select amount as converted, original_amount as original from sale_refunds where sale_id = ? for update',
    [saleId],
  )
  return row
}

export async function addRefund({ em }: InWorkspace, saleId: string, { converted: counted, original }: AmountPair): Promise<void> {
  await em.execute('update sale_refunds set amount = amount + ?, original_amount = original_amount + ? where sale_id = ?', [
    counted,
    original,
    saleId,
  ])
}

/** Returns whether this was the first refund with the id. Waits for a concurrent transaction that has not committed yet. */
export async function claimRefund({ em, workspace }: InWorkspace, refundId: string, eventId: string): Promise<boolean> {
  const rows = await em.execute(
    'insert into refund_claims (workspace_id, refund_id, event_id) values (?, ?, ?) on conflict do nothing returning event_id',
    [workspace.id, refundId, eventId],
  )
  return rows.length > 0
}
