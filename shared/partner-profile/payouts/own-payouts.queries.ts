import type { PayoutStatus } from '../../earnings/index.js'
import { isoInstant } from '../../kernel/db/iso-instant.js'
import type { Scope } from '../../kernel/scope.js'
import type { OwnPayout, OwnPayoutsQuery } from './own-payouts.js'

const sortColumns = { createdAt: 'id', amount: 'amount', initiatedAt: 'initiated_at', paidAt: 'paid_at' } as const
type Filter = Pick<OwnPayoutsQuery, 'programId' | 'status'>

const condition = 'partner_id = ? and (?::text is null or program_id = ?) and (?::text is null or status = ?)'
const paramsOf = (partnerId: string, { programId = null, status = null }: { programId?: string | null; status?: string | null }) => [
  partnerId,
  programId,
  programId,
  status,
  status,
]

export const payoutsOfPartner = (
  { em }: Pick<Scope, 'em'>,
  partnerId: string,
  { sortBy, sortOrder, page = 1, pageSize, ...filter }: OwnPayoutsQuery,
): Promise<OwnPayout[]> => {
  const order = (table: string) => `${table}${sortColumns[sortBy]} ${sortOrder} nulls last, ${table}id ${sortOrder}`
  return em.execute(
    `select po.id, json_build_object('id', p.id, 'name', p.name, 'slug', p.slug, 'logo', p.logo) as program, po.amount::float8 as amount,
       po.currency, po.status, po.description, ${isoInstant('po.period_start')} as "periodStart", ${isoInstant('po.period_end')} as "periodEnd",
       ${isoInstant('po.created_at')} as "createdAt", ${isoInstant('po.initiated_at')} as "initiatedAt", ${isoInstant('po.paid_at')} as "paidAt",
       po.failure_reason as "failureReason", po.method
     from (select * from payouts where ${condition} order by ${order('')} limit ? offset ?) po
     join programs p on p.id = po.program_id order by ${order('po.')}`,
    [...paramsOf(partnerId, filter), pageSize, (page - 1) * pageSize],
  )
}

export const countPayoutsOfPartner = (
  { em }: Pick<Scope, 'em'>,
  partnerId: string,
  filter: Filter,
): Promise<{ status: PayoutStatus; count: number; amount: number }[]> =>
  em.execute(
    `select status, count(*)::int as count, coalesce(sum(amount), 0)::float8 as amount from payouts where ${condition} group by status
     order by status`,
    paramsOf(partnerId, filter),
  )
