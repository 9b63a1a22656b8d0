import { parseSeveral, type PayoutStatus } from '../../earnings/index.js'
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { Scope } from '../../kernel/scope.js'
import type { GetPayouts, PayoutResponse } from './payout.schema.js'

type PayoutRow = Omit<PayoutResponse, 'periodStart' | 'periodEnd' | 'createdAt' | 'updatedAt' | 'initiatedAt' | 'paidAt'> &
  Record<(typeof dateColumns)[number], string | null>

const dateColumns = ['periodStart', 'periodEnd', 'createdAt', 'updatedAt', 'initiatedAt', 'paidAt'] as const

/** A payout without a mode gets the one that its confirmation would give it. */
const columns = `po.id, po.invoice_id as "invoiceId", po.amount::float8 as amount, po.currency, po.status, po.description,
  po.period_start as "periodStart", po.period_end as "periodEnd", po.created_at as "createdAt", po.updated_at as "updatedAt",
  po.initiated_at as "initiatedAt", po.paid_at as "paidAt", po.failure_reason as "failureReason", po.method, po.trace_id as "traceId",
  coalesce(po.mode, case when programs.payout_mode <> 'hybrid' then programs.payout_mode
    when partners.payouts_enabled_at is null and settings.partner_id is null then 'external' else 'internal' end) as mode,
  json_build_object('id', partners.id, 'name', partners.name, 'email', partners.email, 'image', partners.image,
    'defaultPayoutMethod', partners.default_payout_method, 'payoutsEnabledAt', partners.payouts_enabled_at, 'country', partners.country,
    'groupId', e.group_id, 'tenantId', e.tenant_id) as partner,
  case when users.id is not null then json_build_object('id', users.id, 'name', users.name, 'email', users.email, 'image', users.image)
    end as "user"`

const joins = `
  join programs on programs.id = po.program_id join partners on partners.id = po.partner_id
  left join enrolments e on e.program_id = po.program_id and e.partner_id = po.partner_id
  left join partner_payout_settings settings on settings.program_id = po.program_id and settings.partner_id = po.partner_id
  left join users on users.id = po.user_id`

const sortColumns = { amount: 'amount', initiatedAt: 'initiated_at', paidAt: 'paid_at' } as const

export type PayoutFilter = Pick<GetPayouts, 'status' | 'partnerId' | 'invoiceId' | 'groupId'>
type Order = Pick<GetPayouts, 'sortBy' | 'sortOrder' | 'page' | 'pageSize'>

export async function payoutsMatching(
  { em }: Scope,
  programId: string,
  filter: PayoutFilter,
  { sortBy, sortOrder, page = 1, pageSize }: Order,
): Promise<PayoutResponse[]> {
  const parts = conditions(programId, filter)
  const order = (table: string) => `${table}${sortColumns[sortBy]} ${sortOrder} nulls last, ${table}id ${sortOrder}`
  const rows: PayoutRow[] = await em.execute(
    `select ${columns} from (
       select * from payouts where ${parts.map(([sql]) => sql).join(' and ')} order by ${order('')} limit ? offset ?
     ) as po ${joins} order by ${order('po.')}`,
    [...parts.flatMap(([, ...params]) => params), pageSize, (page - 1) * pageSize],
  )
  return rows.map(toResponse)
}

export async function findPayout({ em }: Scope, programId: string, id: string): Promise<PayoutResponse | null> {
  const rows: PayoutRow[] = await em.execute(`select ${columns} from payouts po ${joins} where po.id = ? and po.program_id = ?`, [
    id,
    programId,
  ])
  return rows[0] ? toResponse(rows[0]) : null
}

/** Payouts by id. Unknown ids are left out. */
export async function payoutsByIds({ em }: Scope, programId: string, ids: readonly string[]): Promise<Map<string, PayoutResponse>> {
  const rows: PayoutRow[] = await em.execute(
    `select ${columns} from payouts po ${joins} where po.program_id = ? and po.id = any (?::text[])`,
    [programId, arrayLiteral(ids)],
  )
  return new Map(rows.map((row) => [row.id, toResponse(row)]))
}

/** Payouts from newest to oldest, after a position. */
export async function payoutsBefore(
  { em }: Scope,
  programId: string,
  filter: PayoutFilter,
  { before, limit }: { before: string | null; limit: number },
): Promise<PayoutResponse[]> {
  const parts = conditions(programId, filter)
  if (before !== null) parts.push(['id < ?', before])
  const rows: PayoutRow[] = await em.execute(
    `select ${columns} from (
       select * from payouts where ${parts.map(([sql]) => sql).join(' and ')} order by id desc limit ?
     ) as po ${joins} order by po.id desc`,
    [...parts.flatMap(([, ...params]) => params), limit],
  )
  return rows.map(toResponse)
}

/** Number and amount of the payouts per status; with `pending`, of the pending ones that a subquery selects, or of the others. */
export async function payoutTotals(
  { em }: Scope,
  programId: string,
  filter: PayoutFilter,
  pending?: { idsSql: readonly [sql: string, ...params: unknown[]]; isExcluded: boolean },
): Promise<{ status: PayoutStatus; count: number; amount: number }[]> {
  const parts = conditions(programId, filter)
  if (pending) {
    const [idsSql, ...params] = pending.idsSql
    parts.push([`status = 'pending' and id ${pending.isExcluded ? 'not in' : 'in'} (${idsSql})`, ...params])
  }
  return em.execute(
    `select status, count(*)::int as count, coalesce(sum(amount), 0)::float8 as amount from payouts
     where ${parts.map(([sql]) => sql).join(' and ')} group by status`,
    parts.flatMap(([, ...params]) => params),
  )
}

function conditions(programId: string, { status, partnerId, invoiceId, groupId }: PayoutFilter): [sql: string, ...params: unknown[]][] {
  const parts: [sql: string, ...params: unknown[]][] = [['program_id = ?', programId]]
  for (const [column, value] of Object.entries({ status, partner_id: partnerId, invoice_id: invoiceId }))
    if (value !== undefined) parts.push([`${column} = ?`, value])
  if (groupId !== undefined) {
    const { isExcluded, values } = parseSeveral(groupId)
    const matches = `coalesce(group_id, '') ${isExcluded ? '<> all' : '= any'} (?::text[])`
    parts.push([`partner_id in (select partner_id from enrolments where program_id = ? and ${matches})`, programId, arrayLiteral(values)])
  }
  return parts
}

function toResponse(row: PayoutRow): PayoutResponse {
  const dates = Object.fromEntries(dateColumns.map((name) => [name, toIso(row[name])]))
  return { ...row, ...dates, partner: { ...row.partner, payoutsEnabledAt: toIso(row.partner.payoutsEnabledAt) } } as PayoutResponse
}

const toIso = (value: string | null) => (value === null ? null : new Date(value).toISOString())
