import type { Scope } from '../../kernel/scope.js'
import { isEarned } from '../../partners/index.js'

export interface Range {
  from: Date
  to: Date
}
interface Totals {
  leads: number
  sales: number
  saleAmount: number
  earnings: number
}

export async function earningsOfYear({ em }: Pick<Scope, 'em'>, partnerId: string, { from, to }: Range): Promise<Totals> {
  const [row] = await em.execute<Totals[]>(
    `select count(*) filter (where type = 'lead')::int as leads, count(*) filter (where type = 'sale')::int as sales,
       coalesce(sum(amount) filter (where type = 'sale'), 0)::float8 as "saleAmount", coalesce(sum(earnings), 0)::float8 as earnings
     from commissions where partner_id = ? and ${isEarned()} and created_at >= ? and created_at < ?`,
    [partnerId, from, to],
  )
  return row as Totals
}

export interface YearPercentiles {
  sales: number[]
  earnings: number[]
}

/** The 1st to the 100th percentile of the sales and of the earnings of the partners with earnings in the range; null if there are none. */
export async function percentilesOfYear({ em }: Pick<Scope, 'em'>, { from, to }: Range): Promise<YearPercentiles | null> {
  const [row] = await em.execute<{ sales: number[] | null; earnings: number[] | null }[]>(
    `select percentile_disc(p.shares) within group (order by sales) as sales, percentile_disc(p.shares) within group (order by earnings) as earnings
     from (select count(*) filter (where type = 'sale')::float8 as sales, sum(earnings)::float8 as earnings from commissions
       where ${isEarned()} and created_at >= ? and created_at < ? group by partner_id having sum(earnings) > 0) as partner,
     (select array_agg(i / 100.0::float8 order by i) as shares from generate_series(1, 100) i) p group by p.shares`,
    [from, to],
  )
  return row?.sales && row.earnings ? { sales: row.sales, earnings: row.earnings } : null
}
