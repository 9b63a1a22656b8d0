import { isoInstant } from '../../kernel/db/iso-instant.js'
import type { Scope } from '../../kernel/scope.js'
import { isEarned } from '../../partners/index.js'

type Reading = Pick<Scope, 'em' | 'now'>
interface Owner {
  programId: string
  partnerId: string
}
interface Page {
  page?: number | undefined
  pageSize: number
}

const summary = `p.id as "partnerId", p.name, p.image, p.country`
/** Commissions of the referrer by the referred partner. */
const earned = (condition: string) => `coalesce((select sum(c.earnings) from commissions c
  where c.type = 'referral' and ${isEarned('c')} and c.partner_id = ? and c.source_partner_id = p.id${condition}), 0)::float8 as earnings`
const referred = 'from enrolments e join partners p on p.id = e.partner_id where e.program_id = ? and e.referred_by_partner_id = ?'

/** Newest first. */
export const referralsToProgram = ({ em }: Reading, { programId, partnerId }: Owner, { page = 1, pageSize }: Page) =>
  em.execute(
    `select ${summary}, e.status, ${earned(' and c.program_id = e.program_id')}, ${isoInstant('e.created_at')} as "createdAt"
     ${referred} order by e.created_at desc, p.id limit ? offset ?`,
    [partnerId, programId, partnerId, pageSize, (page - 1) * pageSize],
  )

export async function countReferralsToProgram({ em }: Reading, { programId, partnerId }: Owner): Promise<number> {
  const [row] = await em.execute<{ count: number }[]>(`select count(*)::int as count ${referred}`, [programId, partnerId])
  return row?.count ?? 0
}

/** Partners who were referred to any program. */
const referredIds = 'select distinct partner_id from enrolments where referred_by_partner_id = ?'

/** Newest first. */
export const referredPartners = ({ em }: Reading, partnerId: string, { page = 1, pageSize }: Page) =>
  em.execute(
    `select ${summary}, ${earned('')}, ${isoInstant('p.created_at')} as "createdAt"
     from partners p where p.id in (${referredIds}) order by p.created_at desc, p.id limit ? offset ?`,
    [partnerId, partnerId, pageSize, (page - 1) * pageSize],
  )

export async function referralTotals(
  { em }: Reading,
  partnerId: string,
): Promise<{ partners: number; commissions: number; earnings: number }> {
  const [row] = await em.execute<{ partners: number; commissions: number; earnings: number }[]>(
    `select (select count(*)::int from (${referredIds}) r) as partners, count(*)::int as commissions,
       coalesce(sum(earnings), 0)::float8 as earnings from commissions c where c.type = 'referral' and ${isEarned('c')} and c.partner_id = ?`,
    [partnerId, partnerId],
  )
  return row as { partners: number; commissions: number; earnings: number }
}

export const referralEarningsByDay = (
  { em, now }: Reading,
  partnerId: string,
  days: number,
): Promise<{ start: string; earnings: number; count: number }[]> =>
  em.execute(
    `select ${isoInstant("(d.day at time zone 'UTC')")} as start, coalesce(sum(c.earnings), 0)::float8 as earnings, count(c.id)::int as count
     from generate_series(date_trunc('day', ?::timestamptz at time zone 'UTC') - make_interval(days => ? - 1),
       date_trunc('day', ?::timestamptz at time zone 'UTC'), interval '1 day') as d(day)
     left join commissions c on c.type = 'referral' and ${isEarned('c')} and c.partner_id = ? and c.created_at >= d.day at time zone 'UTC'
       and c.created_at < (d.day + interval '1 day') at time zone 'UTC'
     group by d.day order by d.day`,
    [now(), days, now(), partnerId],
  )
