import type { Scope } from '../../kernel/scope.js'

interface Range {
  from: Date
  to: Date
}
interface Totals {
  leads: number
  sales: number
  saleAmount: number
  earnings: number
}

const counted = `status in ('pending', 'processed', 'paid')`

export async function earningsOfYear({ em }: Pick<Scope, 'em'>, partnerId: string, { from, to }: Range): Promise<Totals> {
  const [row] = await em.execute<Totals[]>(
    `select count(*) filter (where type = 'lead')::int as leads, count(*) filter (where type = 'sale')::int as sales,
       coalesce(sum(amount) filter (where type = 'sale'), 0)::float8 as "saleAmount", coalesce(sum(earnings), 0)::float8 as earnings
     from commissions where partner_id = ? and ${counted} and created_at >= ? and created_at < ?`,
    [partnerId, from, to],
  )
  return row as Totals
}

/** Among the partners with earnings in the range, the percentage with fewer sales, and with lower earnings. */
export async function shareOfPartnersBelow(
  { em }: Pick<Scope, 'em'>,
  { sales, earnings }: Totals,
  { from, to }: Range,
): Promise<{ sales: number; earnings: number }> {
  const [row] = await em.execute<{ sales: number; earnings: number }[]>(
    `select round(100.0 * count(*) filter (where sales < ?) / count(*))::int as sales,
       round(100.0 * count(*) filter (where earnings < ?) / count(*))::int as earnings
     from (select count(*) filter (where type = 'sale') as sales, sum(earnings) as earnings from commissions
       where ${counted} and created_at >= ? and created_at < ? group by partner_id having sum(earnings) > 0) as partner`,
    [sales, earnings, from, to],
  )
  return row as { sales: number; earnings: number }
}
