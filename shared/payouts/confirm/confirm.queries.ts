/** SQL of confirmations. The earnings of the program must be locked. */
import { executeBound } from '../../kernel/db/execute-bound.js'
import { newId } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import type { SelectedPayout } from './select-payouts.js'

/** Marks the payouts as being paid. */
export async function markConfirmed(
  { em, now }: Scope,
  payouts: readonly SelectedPayout[],
  { invoiceId, userId }: { invoiceId: string; userId: string },
): Promise<void> {
  const rows = payouts.map(({ id, amount, periodStart, periodEnd, payment: { mode, method, provider } }) => ({
    id,
    amount,
    periodStart,
    periodEnd,
    mode,
    method,
    provider,
  }))
  await executeBound(
    em,
    `update payouts set status = 'processing', invoice_id = ?, user_id = ?, initiated_at = ?::timestamptz, updated_at = ?::timestamptz,
       amount = c.amount, period_start = c."periodStart", period_end = c."periodEnd", mode = c.mode, method = c.method,
       provider = c.provider
     from jsonb_to_recordset(?::jsonb) as c(id text, amount bigint, "periodStart" timestamptz, "periodEnd" timestamptz, mode text,
       method text, provider text)
     where payouts.id = c.id and payouts.status = 'pending'`,
    [invoiceId, userId, now(), now(), JSON.stringify(rows)],
  )
}

/** Moves the commissions from the cut-off on to a new pending payout of the same partner. Returns the ids of the new payouts. */
export async function splitPayouts(
  { em, now }: Scope,
  programId: string,
  payouts: readonly SelectedPayout[],
  cutoff: Date,
): Promise<string[]> {
  const at = now()
  const rows = payouts.map(({ id, partnerId }) => ({ oldId: id, partnerId, id: newId('po_', at.getTime()) }))
  const text = JSON.stringify(rows)
  const source = `jsonb_to_recordset(?::jsonb) as new(id text, "oldId" text, "partnerId" text)`
  await executeBound(
    em,
    `insert into payouts (id, program_id, partner_id, status, created_at, updated_at)
     select new.id, ?, new."partnerId", 'pending', ?::timestamptz, ?::timestamptz from ${source}`,
    [programId, at, at, text],
  )
  await executeBound(
    em,
    `update commissions set payout_id = new.id, updated_at = ?::timestamptz from ${source}
     where commissions.payout_id = new."oldId" and commissions.created_at >= ?::timestamptz`,
    [at, text, cutoff],
  )
  return rows.map(({ id }) => id)
}
