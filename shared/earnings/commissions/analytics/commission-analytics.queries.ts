/** SQL of commission analytics. Every query is restricted to the program. */
import { arrayLiteral } from '../../../kernel/db/array-literal.js'
import type { Scope } from '../../../kernel/scope.js'
import { filterConditions, type ResolvedFilter } from '../commission-list.queries.js'
import type { CommissionType } from '../commission-states.js'

const maxGroups = 100

interface Sums {
  earnings: number
  count: number
}

const sums = 'sum(c.earnings)::float8 as earnings, count(*)::int as count'

/** The commissions of the filter as `c`; without a status, those that count. */
function selection(filter: ResolvedFilter): { sql: string; params: unknown[] } {
  const parts = filterConditions(filter)
  if (filter.status === undefined) parts.push([`status not in ('duplicate', 'fraud', 'canceled')`])
  return {
    sql: `(select id, type, partner_id, program_id, earnings, created_at from commissions where ${parts.map(([one]) => one).join(' and ')}) as c`,
    params: parts.flatMap(([, ...values]) => values),
  }
}

/** Sums by interval, including empty ones. `starts` are the first instants of the intervals. */
export async function commissionsByTime(
  { em }: Scope,
  filter: ResolvedFilter,
  { from, to }: { from: number; to: number },
  starts: readonly number[],
): Promise<(Sums & { start: string })[]> {
  const { sql, params } = selection({ ...filter, dates: { from: new Date(from), to: new Date(to) } })
  const instants = starts.map((start) => new Date(start).toISOString())
  const rows: (Sums & { bucket: number })[] = await em.execute(
    `select width_bucket(c.created_at, ?::timestamptz[]) as bucket, ${sums} from ${sql} group by 1`,
    [arrayLiteral(instants), ...params],
  )
  const byBucket = new Map(rows.map(({ bucket, ...row }) => [bucket, row]))
  return instants.map((start, index) => ({ start, ...(byBucket.get(index + 1) ?? { earnings: 0, count: 0 }) }))
}

export interface PartnerSums {
  partnerId: string
  name: string
  image: string | null
  country: string | null
  earnings: number
  commissionCount: number
}

/** The partners with the highest earnings. */
export async function commissionsByPartner({ em }: Scope, filter: ResolvedFilter): Promise<PartnerSums[]> {
  const { sql, params } = selection(filter)
  return em.execute(
    `select p.id as "partnerId", p.name, p.image, p.country, sum(c.earnings)::float8 as earnings, count(*)::int as "commissionCount"
     from ${sql} join partners p on p.id = c.partner_id group by p.id order by 5 desc, p.id limit ${maxGroups}`,
    params,
  )
}

export async function commissionsByGroup({ em }: Scope, filter: ResolvedFilter): Promise<(Sums & { groupId: string; name: string })[]> {
  const { sql, params } = selection(filter)
  return em.execute(
    `select g.id as "groupId", g.name, ${sums} from ${sql}
     join enrolments e on e.program_id = c.program_id and e.partner_id = c.partner_id join partner_groups g on g.id = e.group_id
     group by g.id order by 3 desc, g.id limit ${maxGroups}`,
    params,
  )
}

/** A partner with several tags counts for each of them. */
export async function commissionsByTag({ em }: Scope, filter: ResolvedFilter): Promise<(Sums & { partnerTagId: string; name: string })[]> {
  const { sql, params } = selection(filter)
  return em.execute(
    `select t.id as "partnerTagId", t.name, ${sums} from ${sql}
     join enrolments e on e.program_id = c.program_id and e.partner_id = c.partner_id
     join enrolment_tags et on et.enrolment_id = e.id join partner_tags t on t.id = et.tag_id
     group by t.id order by 3 desc, t.id limit ${maxGroups}`,
    params,
  )
}

export async function commissionsByType({ em }: Scope, filter: ResolvedFilter): Promise<(Sums & { key: CommissionType })[]> {
  const { sql, params } = selection(filter)
  return em.execute(`select c.type as key, ${sums} from ${sql} group by c.type order by 2 desc, c.type`, params)
}
