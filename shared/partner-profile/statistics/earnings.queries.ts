import type { Scope } from '../../kernel/scope.js'

const columns = { linkId: 'link_id', customerId: 'customer_id', status: 'status', type: 'type' } as const

const maxRows = 1000

/** Number and sum of the partner's commissions by one of their fields; the highest sum first. */
export const earningsByKey = (
  { em }: Pick<Scope, 'em'>,
  { programId, partnerId }: { programId: string; partnerId: string },
  groupBy: keyof typeof columns,
): Promise<{ key: string | null; count: number; earnings: number }[]> =>
  em.execute(
    `select ${columns[groupBy]} as key, count(*)::int as count, sum(earnings)::float8 as earnings from commissions
     where program_id = ? and partner_id = ? group by 1 order by 3 desc, 1 limit ${maxRows}`,
    [programId, partnerId],
  )
