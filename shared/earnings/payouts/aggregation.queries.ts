/** SQL that collects commissions in payouts. Callers that change earnings lock those of the partners first. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import { newId } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import type { PartnerRef } from '../commissions/pending-earnings.queries.js'

/** Whether a commission `c` of an enrolment in the group `g` may be paid out: its holding period has ended, and it was checked for fraud. */
const isPayable = `c.status = 'pending' and (
  g.holding_period_days = 0 or c.type in ('custom', 'referral') or c.created_at < ?::timestamptz - make_interval(days => g.holding_period_days)
) and not exists (select from unchecked_commissions where commission_id = c.id)`
const groupOfCommission = `
  join enrolments e on e.program_id = c.program_id and e.partner_id = c.partner_id
  join partner_groups g on g.id = e.group_id`

/** The next partners with payable commissions, after a position, of one program or of all. */
export async function partnersToAggregate(
  { em, now }: Scope,
  programId: string | null,
  after: PartnerRef | null,
  limit: number,
): Promise<PartnerRef[]> {
  return em.execute(
    `select distinct c.program_id as "programId", c.partner_id as "partnerId" from commissions c ${groupOfCommission} where ${isPayable}
       and (?::text is null or c.program_id = ?) and (c.program_id, c.partner_id) > (?, ?)
     order by 1, 2 limit ?`,
    [now(), programId, programId, after?.programId ?? '', after?.partnerId ?? '', limit],
  )
}

/** Adds the payable commissions of the partners to their pending payouts, which are created if missing. Returns the ids of the payouts. */
export async function addToPendingPayouts({ em, now }: Scope, partners: readonly PartnerRef[]): Promise<string[]> {
  const at = now()
  const programs = arrayLiteral(partners.map(({ programId }) => programId))
  const partnerIds = arrayLiteral(partners.map(({ partnerId }) => partnerId))
  await em.execute(
    `insert into payouts (id, program_id, partner_id, status, created_at, updated_at)
     select new.id, new.program_id, new.partner_id, 'pending', ?, ?
     from unnest(?::text[], ?::text[], ?::text[]) as new(id, program_id, partner_id)
     on conflict (program_id, partner_id) where status = 'pending' do nothing`,
    [at, at, arrayLiteral(partners.map(() => newId('po_', at.getTime()))), programs, partnerIds],
  )
  // Partner by partner: joined as a whole, the pending commissions of all partners would be read for each batch of partners.
  await em.execute(
    `update commissions set status = 'processed', payout_id = due.payout_id, updated_at = ?
     from (
       select c.id, payouts.id as payout_id
       from unnest(?::text[], ?::text[]) as partner(program_id, partner_id)
       join payouts on payouts.program_id = partner.program_id and payouts.partner_id = partner.partner_id and payouts.status = 'pending'
       cross join lateral (
         select c.id from commissions c ${groupOfCommission}
         where c.program_id = partner.program_id and c.partner_id = partner.partner_id and ${isPayable}
         offset 0
       ) as c
     ) as due
     where commissions.id = due.id`,
    [at, programs, partnerIds, at],
  )
  const rows: { id: string }[] = await em.execute(
    `select id from payouts where status = 'pending' and (program_id, partner_id) in (select * from unnest(?::text[], ?::text[]))`,
    [programs, partnerIds],
  )
  return rows.map(({ id }) => id)
}
