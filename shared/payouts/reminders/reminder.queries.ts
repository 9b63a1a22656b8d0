/** SQL that finds the recipients of payout reminders. */
import type { Scope } from '../../kernel/scope.js'
import { isPayableSql, payeeJoins } from '../confirm/eligibility.queries.js'

export interface UnpayablePartner {
  partnerId: string
  name: string
  email: string
  /** Sum of the unsent payouts in cents. */
  amount: number
  programs: string[]
}

/**
 * Partners with unsent payouts of at least `minAmount` cents who have chosen no payout method, in the order of their ids. Programs that
 * banned the partner do not count: they pay nothing.
 */
export const partnersWithoutMethod = (
  { em }: Pick<Scope, 'em'>,
  minAmount: number,
  after: string,
  limit: number,
): Promise<UnpayablePartner[]> =>
  em.execute(
    `select pa.id as "partnerId", pa.name, pa.email, sum(po.amount)::float8 as amount,
       array_agg(distinct programs.name order by programs.name) as programs
     from payouts po join partners pa on pa.id = po.partner_id join programs on programs.id = po.program_id
     where pa.id > ? and po.status in ('pending', 'processing', 'processed', 'failed') and pa.payouts_enabled_at is null
       and pa.email is not null and programs.payout_mode <> 'external'
       and not exists (
         select 1 from partner_payout_settings s where s.program_id = po.program_id and s.partner_id = po.partner_id
       ) and not exists (
         select 1 from enrolments e where e.program_id = po.program_id and e.partner_id = po.partner_id and e.status = 'banned'
       )
     group by pa.id having sum(po.amount) >= ? order by pa.id limit ?`,
    [after, minAmount, limit],
  )

export interface AwaitingProgram {
  programId: string
  program: string
  workspaceId: string
  /** Number of partners with a pending payout that can be confirmed. */
  partners: number
  /** Sum of their payouts in cents. */
  amount: number
}

/**
 * Programs with pending payouts of partners who can be paid: those worth at least `minAmount` cents, and those without an invoice since
 * `invoicedSince`. In the order of their ids.
 */
export const programsAwaitingPayout = (
  { em }: Pick<Scope, 'em'>,
  { minAmount, invoicedSince }: { minAmount: number; invoicedSince: Date },
  after: string,
  limit: number,
): Promise<AwaitingProgram[]> =>
  em.execute(
    `select programs.id as "programId", programs.name as program, programs.workspace_id as "workspaceId",
       count(*)::int as partners, sum(po.amount)::float8 as amount
     from programs join payouts po on po.program_id = programs.id ${payeeJoins}
     where programs.id > ? and programs.deactivated_at is null and po.status = 'pending' and po.invoice_id is null and ${isPayableSql}
     group by programs.id
     having sum(po.amount) >= ? or not exists (
       select 1 from invoices where invoices.program_id = programs.id and invoices.created_at >= ?
     )
     order by programs.id limit ?`,
    [after, minAmount, invoicedSince, limit],
  )
