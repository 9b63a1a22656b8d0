import type { Scope } from '../../kernel/scope.js'

export interface PayoutToNotify {
  workspaceId: string
  workspace: string
  program: string
  partner: string
  partnerId: string
  amount: number
  failureReason: string | null
  /** Whether another payout of the invoice failed before. */
  hasEarlierFailure: boolean
}

export async function payoutToNotify({ em }: Scope, payoutId: string): Promise<PayoutToNotify | null> {
  const rows: PayoutToNotify[] = await em.execute(
    `select programs.workspace_id as "workspaceId", workspaces.name as workspace, programs.name as program, partners.name as partner,
       partners.id as "partnerId", po.amount::float8 as amount, po.failure_reason as "failureReason",
       exists (
         select 1 from payouts other where other.invoice_id = po.invoice_id and other.status = 'failed'
           and (other.updated_at, other.id) < (po.updated_at, po.id)
       ) as "hasEarlierFailure"
     from payouts po join programs on programs.id = po.program_id join workspaces on workspaces.id = programs.workspace_id
     join partners on partners.id = po.partner_id where po.id = ?`,
    [payoutId],
  )
  return rows[0] ?? null
}
