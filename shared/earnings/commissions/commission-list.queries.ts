/** SQL of commission lists and counts. Every query is restricted to the program. */
import { metadataCondition, type MetadataQuery } from '../../analytics/index.js'
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { Scope } from '../../kernel/scope.js'
import { isEarned } from '../../partners/index.js'
import { parseSeveral, type SeveralValues } from '../several-values.js'
import { commissionColumns, type CommissionDetails, commissionsWithDetails } from './commission-details.queries.js'
import type { CommissionFilter, GetCommissions } from './commission-input.schema.js'
import { type CommissionStatus, commissionTypes } from './commission-states.js'

/** The filter of a request, with its dates and conditions resolved. */
export interface ResolvedFilter extends Omit<CommissionFilter, 'interval' | 'start' | 'end' | 'timezone' | 'tenantId' | 'query'> {
  programId: string
  dates: { from: Date; to: Date } | null
  metadata?: MetadataQuery | undefined
  /** Without a status, only commissions whose earnings count: pending, processed and paid ones. */
  isEarned?: boolean | undefined
}

export type Part = [sql: string, ...params: unknown[]]

export type CommissionRange = Pick<GetCommissions, 'sortBy' | 'sortOrder' | 'startingAfter' | 'endingBefore' | 'page' | 'pageSize'>

const reversed = { asc: 'desc', desc: 'asc' } as const

/** Ids sort by date, so pages by date and by cursor read the index of the ids. */
export async function commissionsMatching(scope: Scope, filter: ResolvedFilter, range: CommissionRange): Promise<CommissionDetails[]> {
  const { sortBy, sortOrder, startingAfter, endingBefore, page = 1, pageSize } = range
  const cursor = startingAfter ?? endingBefore
  const direction = endingBefore === undefined ? sortOrder : reversed[sortOrder]
  const parts = filterConditions(filter)
  if (cursor !== undefined) parts.push([`id ${direction === 'asc' ? '>' : '<'} ?`, cursor])
  const order = (table: string) =>
    sortBy === 'amount' ? `${table}amount ${direction}, ${table}id ${direction}` : `${table}id ${direction}`
  // The page is found in the index, which has the columns of the usual conditions: far pages would read many rows to skip them.
  const source = `select ${commissionColumns('commissions')} from commissions join (
      select id as page_id from commissions where ${parts.map(([sql]) => sql).join(' and ')} order by ${order('')} limit ? offset ?
    ) as page on commissions.id = page.page_id`
  const params = [...parts.flatMap(([, ...values]) => values), pageSize, cursor === undefined ? (page - 1) * pageSize : 0]
  const rows = await commissionsWithDetails(scope, source, params, order('c.'))
  return endingBefore === undefined ? rows : rows.toReversed()
}

export interface StatusTotals {
  status: CommissionStatus
  count: number
  amount: number
  earnings: number
}

export async function totalsByStatus({ em }: Scope, filter: ResolvedFilter): Promise<StatusTotals[]> {
  const parts = filterConditions(filter)
  return em.execute(
    `select status, count(*)::float8 as count, sum(amount)::float8 as amount, sum(earnings)::float8 as earnings
     from commissions where ${parts.map(([sql]) => sql).join(' and ')} group by status`,
    parts.flatMap(([, ...values]) => values),
  )
}

const groupColumns = { linkId: 'link_id', customerId: 'customer_id', status: 'status', type: 'type' } as const
export type CommissionGroup = keyof typeof groupColumns
const maxGroups = 1000

export interface GroupTotals {
  key: string | null
  count: number
  earnings: number
}

/** Number and earnings by a field of the commissions, highest earnings first. */
export async function totalsByField({ em }: Scope, filter: ResolvedFilter, groupBy: CommissionGroup): Promise<GroupTotals[]> {
  const parts = filterConditions(filter)
  return em.execute(
    `select ${groupColumns[groupBy]} as key, count(*)::float8 as count, sum(earnings)::float8 as earnings
     from commissions where ${parts.map(([sql]) => sql).join(' and ')} group by 1 order by 3 desc, 1 limit ${maxGroups}`,
    parts.flatMap(([, ...values]) => values),
  )
}

/** Conditions of a filter on the columns of `commissions`. */
export function filterConditions(filter: ResolvedFilter): Part[] {
  const { programId, invoiceId, customerId, payoutId, status, dates, metadata = [] } = filter
  const parts: Part[] = [['program_id = ?', programId]]
  if (invoiceId !== undefined) return [...parts, ['invoice_id = ?', invoiceId]]
  parts.push(['earnings <> 0'], ...partnerConditions(filter))
  const type = filter.type === undefined ? null : parseSeveral(filter.type)
  if (type) parts.push(matches('type', knownTypes(type)))
  if (customerId !== undefined) parts.push(['customer_id = ?', customerId])
  if (payoutId !== undefined) parts.push(['payout_id = ?', payoutId])
  if (status !== undefined) parts.push(['status = ?', status])
  else if (filter.isEarned) parts.push([isEarned()])
  else if (!(type ?? customerId ?? payoutId ?? filter.partnerId)) parts.push([`status not in ('duplicate', 'fraud', 'canceled')`])
  if (dates) parts.push(['created_at >= ? and created_at < ?', dates.from, dates.to])
  if (metadata.length > 0) parts.push(metadataPart(metadata))
  return parts
}

function metadataPart(query: MetadataQuery): Part {
  const params: unknown[] = []
  const add = (value: unknown) => {
    params.push(Array.isArray(value) ? arrayLiteral(value as string[]) : value)
    return '?'
  }
  return [metadataCondition(query, { add }), ...params]
}

function partnerConditions({ programId, partnerId, groupId, partnerTagId }: ResolvedFilter): Part[] {
  const parts: Part[] = []
  if (partnerId !== undefined) parts.push(matches('partner_id', parseSeveral(partnerId)))
  if (groupId !== undefined) {
    const [sql, ...params] = matches(`coalesce(group_id, '')`, parseSeveral(groupId))
    parts.push([`partner_id in (select partner_id from enrolments where program_id = ? and ${sql})`, programId, ...params])
  }
  if (partnerTagId !== undefined) {
    const { isExcluded, values } = parseSeveral(partnerTagId)
    parts.push([
      `partner_id ${isExcluded ? 'not in' : 'in'} (select e.partner_id from enrolments e join enrolment_tags t on t.enrolment_id = e.id
         where e.program_id = ? and t.tag_id = any (?::text[]))`,
      programId,
      arrayLiteral(values),
    ])
  }
  return parts
}

const matches = (column: string, { isExcluded, values }: SeveralValues): Part => [
  isExcluded ? `${column} <> all (?::text[])` : `${column} = any (?::text[])`,
  arrayLiteral(values),
]

const knownTypes = ({ isExcluded, values }: SeveralValues): SeveralValues => ({
  isExcluded,
  values: values.filter((value) => (commissionTypes as readonly string[]).includes(value)),
})
