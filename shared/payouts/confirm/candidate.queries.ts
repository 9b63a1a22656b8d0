/** SQL that finds payouts to confirm. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { Scope } from '../../kernel/scope.js'
import type { PayoutMode } from '../../partners/index.js'
import type { PayeeDetails, PayoutTerms } from './choose-payment.js'

/** A pending payout, with what a confirmation would pay. */
export interface Candidate extends PayeeDetails {
  id: string
  partnerId: string
  periodStart: string | null
  periodEnd: string | null
  /** Whether commissions after the cut-off stay pending. */
  isSplit: boolean
  currency: string
}

export interface CandidateFilter {
  selectedPayoutIds?: readonly string[] | undefined
  excludedPayoutIds?: readonly string[] | undefined
  /** Commissions from this moment on are not paid. */
  cutoff: Date | null
}

const wholePayout = `po.amount::float8 as amount, po.period_start as "periodStart", po.period_end as "periodEnd", false as "isSplit"`
const payoutUpToCutoff = `coalesce(due.amount, 0)::float8 as amount, due.first as "periodStart", due.last as "periodEnd",
  coalesce(due."isSplit", false) as "isSplit"`
const dueCommissions = `
  left join lateral (
    select sum(c.earnings) filter (where c.created_at < ?) as amount, min(c.created_at) filter (where c.created_at < ?) as first,
      max(c.created_at) filter (where c.created_at < ?) as last, bool_or(c.created_at >= ?) as "isSplit"
    from commissions c where c.payout_id = po.id
  ) as due on true`

const payeeColumns = `e.tenant_id as "tenantId", coalesce(e.status = 'banned', false) as "isBanned",
  s.method as "chosenMethod", s.destination as "chosenDestination",
  case when pa.payouts_enabled_at is not null then coalesce(pa.default_payout_method, 'manual') end as "partnerMethod",
  pa.stripe_connect_id as "stripeAccountId", pa.paypal_email as "paypalEmail"`
const payeeJoins = `
  join partners pa on pa.id = po.partner_id
  left join enrolments e on e.program_id = po.program_id and e.partner_id = po.partner_id
  left join partner_payout_settings s on s.program_id = po.program_id and s.partner_id = po.partner_id`

/** The pending payouts of the program, in the order of their ids. */
export async function findCandidates({ em }: Scope, programId: string, filter: CandidateFilter): Promise<Candidate[]> {
  const { selectedPayoutIds, excludedPayoutIds, cutoff } = filter
  const at = cutoff ? [cutoff, cutoff, cutoff, cutoff] : []
  return em.execute(
    `select po.id, po.partner_id as "partnerId", po.currency, ${cutoff ? payoutUpToCutoff : wholePayout}, ${payeeColumns}
     from payouts po ${payeeJoins} ${cutoff ? dueCommissions : ''}
     where po.program_id = ? and po.status = 'pending' and po.invoice_id is null
       ${selectedPayoutIds ? 'and po.id = any (?::text[])' : ''} ${excludedPayoutIds ? 'and po.id <> all (?::text[])' : ''}
     order by po.id`,
    [
      ...at,
      programId,
      ...(selectedPayoutIds ? [arrayLiteral(selectedPayoutIds)] : []),
      ...(excludedPayoutIds ? [arrayLiteral(excludedPayoutIds)] : []),
    ],
  )
}

/** How the partner of a confirmed payout would be paid now. */
export async function findPayee({ em }: Scope, payoutId: string): Promise<PayeeDetails | null> {
  const rows: PayeeDetails[] = await em.execute(
    `select po.amount::float8 as amount, ${payeeColumns} from payouts po ${payeeJoins} where po.id = ?`,
    [payoutId],
  )
  return rows[0] ?? null
}

/** The ids that are no payouts of the program. */
export async function unknownPayouts({ em }: Scope, programId: string, ids: readonly string[]): Promise<string[]> {
  const rows: { id: string }[] = await em.execute(
    `select id from unnest(?::text[]) as id where not exists (select 1 from payouts where payouts.id = id.id and program_id = ?)`,
    [arrayLiteral(ids), programId],
  )
  return rows.map(({ id }) => id)
}

/** The payout terms of the program. */
export async function findPayoutTerms({ em }: Scope, programId: string): Promise<PayoutTerms> {
  const [row]: { payoutMode: PayoutMode; minPayoutAmount: number; hasTransferProvider: boolean }[] = await em.execute(
    `select payout_mode as "payoutMode", min_payout_amount as "minPayoutAmount",
       exists (select 1 from payout_accounts where payout_accounts.workspace_id = programs.workspace_id) as "hasTransferProvider"
     from programs where id = ?`,
    [programId],
  )
  return row as PayoutTerms
}
