/** SQL of the commissions that emails report. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import { minIdAt } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import { days } from '../../kernel/time.js'

type Db = Pick<Scope, 'em'>

export interface Recipient {
  /** Enrolment or program. */
  subject: string
  /** Up to when commissions were reported, as a timestamp in milliseconds; null without an earlier email. */
  reportedUntil: number | null
}

interface Period {
  from: Date
  to: Date
}

/** Statuses that a partner is paid for, now or later. */
const earned = `c.earnings > 0 and c.status in ('pending', 'processed', 'paid', 'hold')`

const lastReport = (subject: string, kind: string) =>
  `(select (extract(epoch from sent_at) * 1000)::float8 from sent_emails where kind = '${kind}' and subject = ${subject}) as "reportedUntil"`

/** The job for clicks pays those of so many days. */
const maxDelayMs = days(3)

/** Commissions that were recorded in the period, for something of that period or of the days before. Imported ones are left out. */
const created = 'c.id >= ? and c.recorded_at >= ? and c.recorded_at < ?'
const createdIn = ({ from, to }: Period) => [minIdAt('cm_', from.getTime() - maxDelayMs), from, to]

export const partnerEmailKind = 'earnings.new-commissions'
export const workspaceEmailKind = 'earnings.new-partner-sales'

/** The next enrolments with commissions of the period, in the order of their ids. */
export const enrolmentsWithCommissions = ({ em }: Db, period: Period, after: string, limit: number): Promise<Recipient[]> =>
  em.execute(
    `select e.id as subject, ${lastReport('e.id', partnerEmailKind)} from enrolments e where e.id in (
       select en.id from commissions c join enrolments en on en.program_id = c.program_id and en.partner_id = c.partner_id
       where ${created} and ${earned} and en.id > ?)
     order by e.id limit ?`,
    [...createdIn(period), after, limit],
  )

/** The next programs with sales of partners in the period, in the order of their ids. */
export const programsWithSales = ({ em }: Db, period: Period, after: string, limit: number): Promise<Recipient[]> =>
  em.execute(
    `select g.id as subject, ${lastReport('g.id', workspaceEmailKind)} from programs g where g.id in (
       select c.program_id from commissions c where ${created} and ${earned} and c.type = 'sale' and c.program_id > ?)
     order by g.id limit ?`,
    [...createdIn(period), after, limit],
  )

export interface NewEarnings {
  partnerId: string
  program: string
  commissions: number
  /** Cents. */
  earnings: number
}

/** Commissions of each enrolment since its last email. */
export const newEarningsOf = ({ em }: Db, recipients: readonly Recipient[], period: Period): Promise<NewEarnings[]> =>
  em.execute(
    `select e.partner_id as "partnerId", g.name as program, count(*)::int as commissions, sum(c.earnings)::float8 as earnings
     from unnest(?::text[], ?::timestamptz[]) as wanted(id, since) join enrolments e using (id) join programs g on g.id = e.program_id
     join commissions c on c.program_id = e.program_id and c.partner_id = e.partner_id and c.recorded_at >= wanted.since
     where ${created} and ${earned} group by e.id, g.name order by e.id`,
    [...sinceLastReport(recipients, period), ...createdIn(period)],
  )

interface Sales {
  sales: number
  /** Cents. */
  amount: number
  /** Cents. */
  earnings: number
}

export interface NewPartnerSales extends Sales {
  workspaceId: string
  program: string
  partners: number
  /** Those with the largest amounts, the largest first. */
  top: (Sales & { partner: string })[]
}

/** Sales of each program since its last email. */
export const newPartnerSalesOf = (
  { em }: Db,
  recipients: readonly Recipient[],
  period: Period,
  maxPartners: number,
): Promise<NewPartnerSales[]> =>
  em.execute(
    `with sold as (
       select wanted.id, c.partner_id, count(*)::int as sales, sum(c.amount)::float8 as amount, sum(c.earnings)::float8 as earnings,
         row_number() over (partition by wanted.id order by sum(c.amount) desc, c.partner_id) as place
       from unnest(?::text[], ?::timestamptz[]) as wanted(id, since) join commissions c on c.program_id = wanted.id and c.recorded_at >= wanted.since
       where ${created} and ${earned} and c.type = 'sale' group by wanted.id, c.partner_id)
     select g.workspace_id as "workspaceId", g.name as program, count(*)::int as partners, sum(sales)::int as sales,
       sum(amount) as amount, sum(earnings) as earnings,
       json_agg(json_build_object('partner', p.name, 'sales', sales, 'amount', amount, 'earnings', earnings) order by place)
         filter (where place <= ?) as top
     from sold join programs g using (id) join partners p on p.id = sold.partner_id group by g.id order by g.id`,
    [...sinceLastReport(recipients, period), ...createdIn(period), maxPartners],
  )

const sinceLastReport = (recipients: readonly Recipient[], { from }: Period): string[] => [
  arrayLiteral(recipients.map(({ subject }) => subject)),
  arrayLiteral(recipients.map(({ reportedUntil }) => new Date(Math.max(from.getTime(), reportedUntil ?? 0)).toISOString())),
]
