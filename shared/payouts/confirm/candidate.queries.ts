/** SQL that finds payouts to confirm. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { Scope } from '../../kernel/scope.js'
import type { PayeeDetails, PayoutTerms } from './choose-payment.js'
import { eligibleSql, partnerMethodSql, payeeJoins, type SqlPart } from './eligibility.queries.js'

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
  s.method as "chosenMethod", s.destination as "chosenDestination", ${partnerMethodSql} as "partnerMethod",
  pa.stripe_connect_id as "stripeAccountId", pa.paypal_email as "paypalEmail"`

/** The part of a query after its columns: the pending payouts of the program that can be paid by the terms, or cannot. */
function pendingPayouts(
  programId: string,
  { selectedPayoutIds, excludedPayoutIds, cutoff }: CandidateFilter,
  terms: PayoutTerms,
): Selector {
  const [isEligible, ...eligibleParams] = eligibleSql(cutoff ? 'coalesce(due.amount, 0)' : 'po.amount', terms)
  const params = [
    ...(cutoff ? [cutoff, cutoff, cutoff, cutoff] : []),
    programId,
    ...(selectedPayoutIds ? [arrayLiteral(selectedPayoutIds)] : []),
    ...(excludedPayoutIds ? [arrayLiteral(excludedPayoutIds)] : []),
    ...eligibleParams,
  ]
  const from = `from payouts po ${payeeJoins} ${cutoff ? dueCommissions : ''}
    where po.program_id = ? and po.status = 'pending' and po.invoice_id is null
      ${selectedPayoutIds ? 'and po.id = any (?::text[])' : ''} ${excludedPayoutIds ? 'and po.id <> all (?::text[])' : ''}`
  return {
    eligible: [`${from} and (${isEligible}) is true`, ...params],
    ineligible: [`${from} and (${isEligible}) is not true`, ...params],
  }
}
type Selector = Record<'eligible' | 'ineligible', SqlPart>

const candidateColumns = (cutoff: Date | null) =>
  `po.id, po.partner_id as "partnerId", po.currency, ${cutoff ? payoutUpToCutoff : wholePayout}, ${payeeColumns}`

/** The pending payouts that can be paid, or cannot, in the order of their ids. */
export async function findCandidates(
  { em }: Scope,
  programId: string,
  filter: CandidateFilter,
  terms: PayoutTerms,
  { kind, limit }: { kind: keyof Selector; limit: number },
): Promise<Candidate[]> {
  const [from, ...params] = pendingPayouts(programId, filter, terms)[kind]
  return em.execute(`select ${candidateColumns(filter.cutoff)} ${from} order by po.id limit ?`, [...params, limit])
}

/** A page of the pending payouts that can be paid, largest first. */
export async function eligiblePage(
  { em }: Scope,
  programId: string,
  filter: CandidateFilter,
  terms: PayoutTerms,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<Candidate[]> {
  const [from, ...params] = pendingPayouts(programId, filter, terms).eligible
  return em.execute(`select ${candidateColumns(filter.cutoff)} ${from} order by amount desc, po.id limit ? offset ?`, [
    ...params,
    pageSize,
    (page - 1) * pageSize,
  ])
}

/** Number and amount of the pending payouts that can be paid. */
export async function eligibleTotals(
  { em }: Scope,
  programId: string,
  filter: CandidateFilter,
  terms: PayoutTerms,
): Promise<{ count: number; amount: number }> {
  const [from, ...params] = pendingPayouts(programId, filter, terms).eligible
  const amount = filter.cutoff ? 'due.amount' : 'po.amount'
  const [row]: { count: number; amount: number }[] = await em.execute(
    `select count(*)::int as count, coalesce(sum(${amount}), 0)::float8 as amount ${from}`,
    params,
  )
  return row as { count: number; amount: number }
}

/** Selects the ids of all pending payouts that can be paid. */
export function eligibleIdsSql(programId: string, terms: PayoutTerms): SqlPart {
  const [from, ...params] = pendingPayouts(programId, { cutoff: null }, terms).eligible
  return [`select po.id ${from}`, ...params]
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
  const [row]: PayoutTerms[] = await em.execute(
    `select payout_mode as "payoutMode", min_payout_amount as "minPayoutAmount",
       array(select provider from payout_accounts where payout_accounts.workspace_id = programs.workspace_id) as "connectedProviders"
     from programs where id = ?`,
    [programId],
  )
  return row as PayoutTerms
}
