/** SQL of invoices. */
import type { Workspace } from '../../accounts/index.js'
import type { Scope } from '../../kernel/scope.js'
import type { CutoffPeriod } from '../confirm/cutoff.js'
import { computePayoutFee } from './payout-fee.js'

export interface InvoiceRow {
  id: string
  workspaceId: string
  sequence: number
  amount: number
  externalAmount: number
  fee: number
  waived: number
  total: number
  cutoffPeriod: CutoffPeriod | null
  createdAt: string
  payoutsByStatus: Record<string, number> | null
  user: { id: string; name: string | null; email: string | null } | null
}

const columns = `i.id, i.workspace_id as "workspaceId", i.sequence, i.amount::float8 as amount,
  i.external_amount::float8 as "externalAmount", i.fee::float8 as fee, i.waived::float8 as waived, i.total::float8 as total,
  i.cutoff_period as "cutoffPeriod", i.created_at as "createdAt",
  (select json_object_agg(status, count) from (
     select status, count(*) as count from payouts where invoice_id = i.id group by status
   ) as counts) as "payoutsByStatus",
  case when users.id is not null then json_build_object('id', users.id, 'name', users.name, 'email', users.email) end as "user"`
const joins = 'left join users on users.id = i.user_id'

export async function findInvoices({ em }: Scope, programId: string, { limit, offset }: { limit: number; offset: number }) {
  const rows: InvoiceRow[] = await em.execute(
    `select ${columns} from invoices i ${joins} where i.program_id = ? order by i.id desc limit ? offset ?`,
    [programId, limit, offset],
  )
  return rows
}

export async function findInvoice({ em }: Scope, programId: string, id: string): Promise<InvoiceRow | null> {
  const rows: InvoiceRow[] = await em.execute(`select ${columns} from invoices i ${joins} where i.program_id = ? and i.id = ?`, [
    programId,
    id,
  ])
  return rows[0] ?? null
}

/** One invoice of the workspace at a time, so that numbers have no gaps and a waiver is used once. */
export async function lockInvoicesOfWorkspace({ em }: Scope, workspaceId: string): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`invoices ${workspaceId}`])
}

/** The number of the next invoice, and how much of the waiver the former ones used. */
export async function invoiceTotals({ em }: Scope, workspaceId: string): Promise<{ sequence: number; waived: number }> {
  const [row]: { sequence: number; waived: number }[] = await em.execute(
    `select coalesce(max(sequence), 0) + 1 as sequence, coalesce(sum(waived), 0)::float8 as waived from invoices where workspace_id = ?`,
    [workspaceId],
  )
  return row as { sequence: number; waived: number }
}

/** Cents of the payouts that the workspace confirmed in the billing period. */
export async function usageOfPeriod(
  { em }: Scope,
  { id, billingPeriodStart }: Pick<Workspace, 'id' | 'billingPeriodStart'>,
): Promise<number> {
  const [row]: { usage: number }[] = await em.execute(
    'select coalesce(sum(total), 0)::float8 as usage from invoices where workspace_id = ? and created_at >= ?',
    [id, billingPeriodStart],
  )
  return row?.usage ?? 0
}

export interface NewInvoice {
  id: string
  workspaceId: string
  programId: string
  userId: string
  sequence: number
  amount: number
  externalAmount: number
  fee: number
  feeRate: number
  waiver: number
  waived: number
  cutoffPeriod: CutoffPeriod | null
}

export async function insertInvoice({ em, now }: Scope, invoice: NewInvoice): Promise<void> {
  const { id, workspaceId, programId, userId, sequence, amount, externalAmount, fee, feeRate, waiver, waived, cutoffPeriod } = invoice
  await em.execute(
    `insert into invoices (id, workspace_id, program_id, user_id, sequence, amount, external_amount, fee, total, fee_rate, waiver, waived,
       cutoff_period, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      id,
      workspaceId,
      programId,
      userId,
      sequence,
      amount,
      externalAmount,
      fee,
      amount + fee,
      feeRate,
      waiver,
      waived,
      cutoffPeriod,
      now(),
      now(),
    ],
  )
}

/** Computes the amounts of an invoice again after a payout left it, by its own rate and waiver. */
export async function recomputeInvoice({ em, now }: Scope, id: string): Promise<void> {
  const [row]: { feeRate: number; waiver: number; amount: number; externalAmount: number }[] = await em.execute(
    `select fee_rate as "feeRate", waiver::float8 as waiver,
       (select coalesce(sum(amount), 0) from payouts where invoice_id = i.id)::float8 as amount,
       (select coalesce(sum(amount), 0) from payouts where invoice_id = i.id and mode = 'external')::float8 as "externalAmount"
     from (select * from invoices where id = ? for update) as i`,
    [id],
  )
  if (!row) return
  const { amount, externalAmount, feeRate, waiver } = row
  const { fee, waived } = computePayoutFee({ amount, feeRate, method: 'manual', waiverLimit: waiver })
  await em.execute('update invoices set amount = ?, external_amount = ?, fee = ?, total = ?, waived = ?, updated_at = ? where id = ?', [
    amount,
    externalAmount,
    fee,
    amount + fee,
    waived,
    now(),
    id,
  ])
}
