/** SQL of sales reported by providers and the ids by which refunds reference them. */
import type { InWorkspace } from '../../accounts/index.js'
import { clickIdTime } from '../../kernel/ids.js'
import type { SaleAction } from './action.js'

/** A sale reported by a provider. Amounts are in minor units of its currency. */
export interface StoredSale {
  invoiceId: string
  /** Null while only references of the sale are existing. */
  attributed: boolean | null
  amount: number
  gross: number
  refunded: number
}

/** By which deliveries are pending on the attribution of a sale. */
export const saleIdentifier = (provider: string, invoiceId: string) => `sale ${provider} ${invoiceId}`

/** Stores a sale with its references. The amounts of the first attributed record are kept. */
export async function storeSale(
  scope: InWorkspace,
  provider: string,
  { invoiceId, references, amount, gross }: SaleAction,
  attributed: boolean,
): Promise<void> {
  const { em, workspace, now } = scope
  await em.execute(
    `insert into integration_sales as existing (workspace_id, provider, reference, sale, attributed, amount, gross, created_at)
      values (?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (workspace_id, provider, reference) do update set sale = excluded.sale, attributed = coalesce(existing.attributed, false)
     or excluded.attributed,
       amount = case when existing.attributed then existing.amount else excluded.amount end,
       gross = case when existing.attributed then existing.gross else excluded.gross end`,
    [workspace.id, provider, invoiceId, invoiceId, attributed, amount, gross, now()],
  )
  await storeReferences(scope, provider, invoiceId, references)
}

/**
 * The id under which the sale is counted: that of the connection which reported it first. Of concurrent reports of several connections, one
 * waits for the other.
 */
export async function firstInvoiceId(
  { em, workspace, now }: InWorkspace,
  provider: string,
  { sharedId, invoiceId }: Pick<SaleAction, 'sharedId' | 'invoiceId'>,
): Promise<string> {
  if (sharedId === undefined) return invoiceId
  await em.execute(
    'insert into integration_sales (workspace_id, provider, reference, sale, created_at) values (?, ?, ?, ?, ?) on conflict do nothing',
    [workspace.id, provider, sharedId, invoiceId, now()],
  )
  const [first] = await em.execute<{ sale: string }[]>(
    'select sale from integration_sales where workspace_id = ? and provider = ? and reference = ?',
    [workspace.id, provider, sharedId],
  )
  return first?.sale ?? invoiceId
}

async function storeReferences(
  { em, workspace, now }: InWorkspace,
  provider: string,
  invoiceId: string,
  references: readonly string[],
): Promise<void> {
  const others = [...new Set(references)].filter((one) => one !== invoiceId && one !== '').sort()
  if (others.length === 0) return
  await em.execute(
    `insert into integration_sales (workspace_id, provider, reference, sale, created_at) select ?, ?, reference, ?, ?
      from unnest(array[?]::text[]) as reference
     on conflict (workspace_id, provider, reference) do update set sale = excluded.sale`,
    [workspace.id, provider, invoiceId, now(), others],
  )
}

/** Links references to one sale, whether or not the sale is known yet. */
export async function storeSaleReferences(scope: InWorkspace, provider: string, references: readonly string[]): Promise<void> {
  const [first] = references
  if (first === undefined) return
  const { invoiceId } = (await lockSale(scope, provider, references)) ?? { invoiceId: first }
  await scope.em.execute(
    'insert into integration_sales (workspace_id, provider, reference, sale, created_at) values (?, ?, ?, ?, ?) on conflict do nothing',
    [scope.workspace.id, provider, invoiceId, invoiceId, scope.now()],
  )
  await storeReferences(scope, provider, invoiceId, references)
}

/** The sale with one of these references, locked until the transaction ends. */
export async function lockSale(
  { em, workspace }: InWorkspace,
  provider: string,
  references: readonly string[],
): Promise<StoredSale | null> {
  if (references.length === 0) return null
  const rows: StoredSale[] = await em.execute(
    `select s.sale as "invoiceId", s.attributed, s.amount::float8 as amount, s.gross::float8 as gross, s.refunded::float8 as refunded
     from integration_sales s
     where s.workspace_id = ? and s.provider = ? and s.reference in (select r.sale from integration_sales r where r.workspace_id = ?
     and r.provider = ? and r.reference = any (array[?]::text[]))
     order by s.attributed desc nulls last limit 1 for update`,
    [workspace.id, provider, workspace.id, provider, references],
  )
  return rows[0] ?? null
}

export async function addRefunded({ em, workspace }: InWorkspace, provider: string, invoiceId: string, gross: number): Promise<void> {
  await em.execute('update integration_sales set refunded = refunded + ? where workspace_id = ? and provider = ? and reference = ?', [
    gross,
    workspace.id,
    provider,
    invoiceId,
  ])
}

export async function isRefundRecorded({ em, workspace }: InWorkspace, refundId: string, formerRefundId = refundId): Promise<boolean> {
  const rows = await em.execute('select 1 from refund_claims where workspace_id = ? and refund_id in (?, ?) limit 1', [
    workspace.id,
    refundId,
    formerRefundId,
  ])
  return rows.length > 0
}

/** The provider's id of the subscription that the customer's newest sale of a subscription belongs to; null if no sale names one. */
export async function findNewestSubscription({ em, workspace }: InWorkspace, provider: string, customerId: string): Promise<string | null> {
  const [newest] = await em.execute<{ id: string }[]>(
    `select metadata->>'subscriptionId' as id from sale_events
     where customer_id = ? and workspace_id = ? and refund_of is null and metadata->>'integration' = ?
       and metadata->>'subscriptionId' is not null
     order by timestamp desc, sale_events.id desc limit 1`,
    [customerId, workspace.id, provider],
  )
  return newest?.id ?? null
}

/** Imports a sale that was tracked through the API, so that the provider's refunds can reference it. */
export async function importTrackedSale(scope: InWorkspace, provider: string, references: readonly string[]): Promise<StoredSale | null> {
  if (references.length === 0) return null
  const { em, workspace } = scope
  const [claim] = await em.execute<{ invoice_id: string; event_id: string }[]>(
    'select invoice_id, event_id from sale_claims where workspace_id = ? and invoice_id = any (array[?]::text[]) limit 1',
    [workspace.id, references],
  )
  if (!claim) return null
  const [event] = await em.execute<{ amount: number }[]>(
    'select original_amount::float8 as amount from sale_events where id = ? and timestamp = ?',
    [claim.event_id, new Date(clickIdTime(claim.event_id))],
  )
  if (!event) return null
  await storeSale(
    scope,
    provider,
    { invoiceId: claim.invoice_id, references: [...references], amount: event.amount, gross: event.amount } as SaleAction,
    true,
  )
  // The provider may report the sum of all refunds, also of those that were tracked through the API.
  await em.execute(
    `update integration_sales s set refunded = r.original_amount from sale_refunds r
     where r.sale_id = ? and s.workspace_id = ? and s.provider = ? and s.reference = ?`,
    [claim.event_id, workspace.id, provider, claim.invoice_id],
  )
  return lockSale(scope, provider, references)
}
