/** SQL of the names by which refunds may call a sale. */
import type { InWorkspace } from '../../accounts/index.js'
import { clickIdTime } from '../../kernel/ids.js'
import type { SaleOutcome } from './outcome.js'

/** What is known of a sale that a provider told of. Sums are as it was paid, in the smallest unit. */
export interface KnownSale {
  /** Its invoice. */
  sale: string
  /** Null where only its names were told so far. */
  attributed: boolean | null
  amount: number
  gross: number
  refunded: number
}

/** Keeps all its names, and the sums under which it was recorded first. */
export async function keepSale(
  scope: InWorkspace,
  provider: string,
  { invoiceId, references, amount, gross }: SaleOutcome,
  attributed: boolean,
): Promise<void> {
  const { em, workspace, now } = scope
  await em.execute(
    `insert into integration_sales as known (workspace_id, provider, reference, sale, attributed, amount, gross, created_at) values (?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (workspace_id, provider, reference) do update set sale = excluded.sale, attributed = coalesce(known.attributed, false) or excluded.attributed,
       amount = case when known.attributed then known.amount else excluded.amount end, gross = case when known.attributed then known.gross else excluded.gross end`,
    [workspace.id, provider, invoiceId, invoiceId, attributed, amount, gross, now()],
  )
  await nameSale(scope, provider, invoiceId, references)
}

async function nameSale({ em, workspace, now }: InWorkspace, provider: string, sale: string, references: readonly string[]): Promise<void> {
  const others = [...new Set(references)].filter((one) => one !== sale && one !== '').sort()
  if (others.length === 0) return
  await em.execute(
    `insert into integration_sales (workspace_id, provider, reference, sale, created_at) select ?, ?, name, ?, ? from unnest(array[?]::text[]) as name
     on conflict (workspace_id, provider, reference) do update set sale = excluded.sale`,
    [workspace.id, provider, sale, now(), others],
  )
}

/** Says that these are names of one sale, whether or not it was told already. */
export async function keepReferences(scope: InWorkspace, provider: string, references: readonly string[]): Promise<void> {
  const [first] = references
  if (first === undefined) return
  const { sale } = (await lockSale(scope, provider, references)) ?? { sale: first }
  await scope.em.execute(
    'insert into integration_sales (workspace_id, provider, reference, sale, created_at) values (?, ?, ?, ?, ?) on conflict do nothing',
    [scope.workspace.id, provider, sale, sale, scope.now()],
  )
  await nameSale(scope, provider, sale, references)
}

/** The sale of one of these names; nobody else refunds it before this transaction ends. */
export async function lockSale({ em, workspace }: InWorkspace, provider: string, references: readonly string[]): Promise<KnownSale | null> {
  if (references.length === 0) return null
  const rows: KnownSale[] = await em.execute(
    `select s.sale, s.attributed, s.amount::float8 as amount, s.gross::float8 as gross, s.refunded::float8 as refunded
     from integration_sales s
     where s.workspace_id = ? and s.provider = ? and s.reference in (select r.sale from integration_sales r where r.workspace_id = ? and r.provider = ? and r.reference = any (array[?]::text[]))
     order by s.attributed desc nulls last limit 1 for update`,
    [workspace.id, provider, workspace.id, provider, references],
  )
  return rows[0] ?? null
}

export async function addRefunded({ em, workspace }: InWorkspace, provider: string, sale: string, gross: number): Promise<void> {
  await em.execute('update integration_sales set refunded = refunded + ? where workspace_id = ? and provider = ? and reference = ?', [
    gross,
    workspace.id,
    provider,
    sale,
  ])
}

export async function isRefundTold({ em, workspace }: InWorkspace, refundId: string): Promise<boolean> {
  const rows = await em.execute('select 1 from refund_claims where workspace_id = ? and refund_id = ?', [workspace.id, refundId])
  return rows.length > 0
}

/** A sale of one of these names that somebody tracked by the interface, as if the provider had told of it. */
export async function adoptSale(scope: InWorkspace, provider: string, references: readonly string[]): Promise<KnownSale | null> {
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
  await keepSale(
    scope,
    provider,
    { invoiceId: claim.invoice_id, references: [...references], amount: event.amount, gross: event.amount } as SaleOutcome,
    true,
  )
  return lockSale(scope, provider, references)
}
