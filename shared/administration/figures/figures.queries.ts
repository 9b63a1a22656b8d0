/** SQL of figures over all workspaces. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import { isoInstant } from '../../kernel/db/iso-instant.js'
import type { Scope } from '../../kernel/scope.js'
import { isEarned } from '../../partners/index.js'
import type { AdminCommissions, AdminPayouts, AdminPayoutsQuery, PayoutsToPay, TopPrograms } from './figures.schema.js'

type Reading = Pick<Scope, 'em'>

export interface TimeRange {
  from: Date
  to: Date
  unit: 'hour' | 'day' | 'month'
  /** The first instants of the units, as ISO 8601. */
  starts: readonly string[]
}

/** `feeRate` is in hundredths of a percent. */
export const programsByCommissions = (
  { em }: Reading,
  { from, to }: TimeRange,
  programId: string | undefined,
  feeRate: number,
): Promise<AdminCommissions['programs']> =>
  em.execute(
    `select p.id, p.slug, p.name, p.url, p.logo, ${isoInstant('p.added_to_marketplace_at')} as "addedToMarketplaceAt",
       sums.earnings::float8 as commissions, round(sums.earnings * ? / 10000)::float8 as fees
     from (select c.program_id, sum(c.earnings) as earnings from commissions c
       where ${isEarned('c')} and c.created_at >= ? and c.created_at < ? and (?::text is null or c.program_id = ?)
       group by c.program_id order by 2 desc, 1 limit 100) sums
     join programs p on p.id = sums.program_id order by sums.earnings desc, p.id`,
    [feeRate, from, to, programId ?? null, programId ?? null],
  )

/** Every unit of the range: its first instant as `start` and its number from 1 as `bucket`. The parameter are all first instants. */
const series = 'unnest(?::timestamptz[]) with ordinality as units (start, bucket)'
/** The number of the unit in which the instant is. The parameter are all first instants. */
const bucketOf = (column: string) => `width_bucket(${column}, ?::timestamptz[])`

export const commissionsByTime = (
  { em }: Reading,
  { from, to, starts }: TimeRange,
  programId: string | undefined,
): Promise<AdminCommissions['timeseries']> =>
  em.execute(
    `select ${isoInstant('start')} as start, coalesce(earnings, 0)::float8 as commissions from ${series}
     left join (select ${bucketOf('c.created_at')} as bucket, sum(c.earnings) as earnings from commissions c
       where ${isEarned('c')} and c.created_at >= ? and c.created_at < ? and (?::text is null or c.program_id = ?) group by 1) sums using (bucket)
     order by bucket`,
    [arrayLiteral(starts), arrayLiteral(starts), from, to, programId ?? null, programId ?? null],
  )

type InvoiceFilter = Pick<AdminPayoutsQuery, 'programId' | 'status'>

/** An invoice is processing until each of its payouts has arrived or failed, and failed if all did. */
const invoices = `(select i.*, case
    when exists (select from payouts o where o.invoice_id = i.id and o.status in ('processing', 'processed')) then 'processing'
    when not exists (select from payouts o where o.invoice_id = i.id and o.status <> 'failed') then 'failed'
    else 'completed' end as status
  from invoices i where i.created_at >= ? and i.created_at < ? and (?::text is null or i.program_id = ?)) i
  where case when ?::text is null then i.status <> 'failed' else i.status = ? end`

const invoiceParams = (
  { from, to }: TimeRange,
  { programId = null, status = null }: { programId?: string | null; status?: string | null },
) => [from, to, programId, programId, status, status]

const filterOf = ({ programId, status }: InvoiceFilter) => ({ programId: programId ?? null, status: status ?? null })

export const invoicesIn = (
  { em }: Reading,
  range: TimeRange,
  filter: InvoiceFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<AdminPayouts['invoices']> =>
  em.execute(
    `select ${isoInstant('i.created_at')} as date, p.id as "programId", p.name as "programName", p.logo as "programLogo", i.status,
       i.amount::float8 as amount, i.fee::float8 as fee, i.total::float8 as total
     from (select * from ${invoices}) i join programs p on p.id = i.program_id order by i.created_at desc, i.id desc limit ? offset ?`,
    [...invoiceParams(range, filterOf(filter)), limit, offset],
  )

export async function countInvoices({ em }: Reading, range: TimeRange, filter: InvoiceFilter): Promise<number> {
  const [row] = await em.execute<[{ count: number }]>(
    `select count(*)::int as count from ${invoices}`,
    invoiceParams(range, filterOf(filter)),
  )
  return row.count
}

export const invoicesByTime = ({ em }: Reading, range: TimeRange, filter: InvoiceFilter): Promise<AdminPayouts['timeseriesData']> =>
  em.execute(
    `select ${isoInstant('start')} as date, coalesce(sums.amount, 0)::float8 as payouts,
       coalesce(sums.fee, 0)::float8 as fees, coalesce(sums.total, 0)::float8 as total from ${series}
     left join (select ${bucketOf('i.created_at')} as bucket, sum(i.amount) as amount, sum(i.fee) as fee,
         sum(i.total) as total from ${invoices} group by 1) sums using (bucket) order by bucket`,
    [arrayLiteral(range.starts), arrayLiteral(range.starts), ...invoiceParams(range, filterOf(filter))],
  )

const methodConditions = {
  paypal: `o.status in ('pending', 'processing') and p.default_payout_method = 'paypal' and p.paypal_email is not null
    and p.payouts_enabled_at is not null`,
  stablecoin: `(o.method = 'stablecoin' or o.status = 'pending' and p.default_payout_method = 'stablecoin' and p.stripe_recipient_id is not null
    and p.crypto_wallet_address is not null and p.payouts_enabled_at is not null)`,
}
const maxPayouts = 1000

export const payoutsOfMethod = (
  { em }: Reading,
  method: keyof typeof methodConditions,
  { country, programId, status }: { country?: string | undefined; programId?: string | undefined; status?: string | undefined },
): Promise<PayoutsToPay> =>
  em.execute(
    `select json_build_object('id', g.id, 'name', g.name, 'logo', g.logo) as program,
       json_build_object('id', p.id, 'name', p.name, 'email', p.email, 'image', p.image, 'country', p.country) as partner,
       o.status, o.amount::float8 as amount
     from payouts o join programs g on g.id = o.program_id join partners p on p.id = o.partner_id
     where ${methodConditions[method]} and o.amount >= g.min_payout_amount and (?::text is null or p.country = ?)
       and (?::text is null or o.program_id = ?) and (?::text is null or o.status = ?)
     order by o.amount desc, o.id limit ${maxPayouts}`,
    [country, country, programId, programId, status, status].map((value) => value ?? null),
  )

export const programsBySales = ({ em }: Reading, { from, to }: TimeRange): Promise<TopPrograms['programs']> =>
  em.execute(
    `select p.id, p.id as "programId", p.name, p.logo, sums.leads::float8 as leads, sums.sales::float8 as sales,
       sums.amount::float8 as "saleAmount", sums.earnings::float8 as commissions,
       (select count(*) from enrolments e where e.program_id = p.id and e.total_commissions > 0)::int as partners
     from (select c.program_id, coalesce(sum(c.quantity) filter (where c.type = 'lead'), 0) as leads,
         coalesce(sum(c.quantity) filter (where c.type = 'sale'), 0) as sales,
         coalesce(sum(c.amount) filter (where c.type = 'sale'), 0) as amount, sum(c.earnings) as earnings
       from commissions c where ${isEarned('c')} and c.created_at >= ? and c.created_at < ? group by c.program_id order by 4 desc, 1 limit 100) sums
     join programs p on p.id = sums.program_id order by sums.amount desc, p.id`,
    [from, to],
  )

/** For each unit, the mean monthly fees of the six months before its end. */
export const revenueByTime = ({ em }: Reading, { unit, starts }: TimeRange): Promise<{ date: string; payoutFees: number }[]> =>
  em.execute(
    `select ${isoInstant('start')} as date, round(coalesce((select sum(i.fee) from invoices i
         where i.created_at < (start at time zone 'UTC' + interval '1 ${unit}') at time zone 'UTC'
           and i.created_at >= (start at time zone 'UTC' + interval '1 ${unit}' - interval '6 months') at time zone 'UTC'), 0) / 6)::float8 as "payoutFees"
     from ${series} order by bucket`,
    [arrayLiteral(starts)],
  )
