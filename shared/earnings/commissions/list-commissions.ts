import type { WorkspaceScope } from '../../accounts/index.js'
import { metadataQuery, resolveRange } from '../../analytics/index.js'
import { zoneOf } from '../../kernel/time-zones/zone.js'
import { requireProgramId } from '../../partners/index.js'
import { requirePartnerOfTenant } from '../enrolments.queries.js'
import { commissionNotFound, cursorNotFound } from '../errors.js'
import { commissionColumns, type CommissionDetails, commissionsWithDetails } from './commission-details.queries.js'
import type { CommissionCount, CommissionFilter, GetCommissions } from './commission-input.schema.js'
import {
  type CommissionGroup,
  commissionsMatching,
  type GroupTotals,
  type ResolvedFilter,
  totalsByField,
  totalsByStatus,
} from './commission-list.queries.js'
import { commissionStatuses } from './commission-states.js'
import type { CommissionResponse } from './commission.schema.js'
import { presentCommissions } from './present-commission.js'

/** Commissions of the program, by page or by cursor. */
export async function listCommissions(scope: WorkspaceScope, query: GetCommissions): Promise<CommissionResponse[]> {
  const { sortBy, sortOrder, startingAfter, endingBefore, page, pageSize, ...input } = query
  const filter = await resolveFilter(scope, input)
  const cursor = startingAfter ?? endingBefore
  if (cursor !== undefined && !(await findCommission(scope, filter.programId, cursor))) throw cursorNotFound(cursor)
  const rows = await commissionsMatching(scope, filter, { sortBy, sortOrder, startingAfter, endingBefore, page, pageSize })
  return presentCommissions(scope, rows)
}

/** Number and sums of the commissions in each status and altogether. */
export async function countCommissions(scope: WorkspaceScope, query: CommissionFilter): Promise<CommissionCount> {
  const totals = await totalsByStatus(scope, await resolveFilter(scope, query))
  const none = { count: 0, amount: 0, earnings: 0 }
  const all = totals.reduce(
    (sum, { count, amount, earnings }) => ({ count: sum.count + count, amount: sum.amount + amount, earnings: sum.earnings + earnings }),
    none,
  )
  const found = Object.fromEntries(totals.map(({ status, ...rest }) => [status, rest]))
  return { all, ...Object.fromEntries(commissionStatuses.map((status) => [status, found[status] ?? none])) } as CommissionCount
}

/** Number and earnings of the commissions by one of their fields, highest earnings first, at most 1,000. */
export async function countCommissionsBy(scope: WorkspaceScope, groupBy: CommissionGroup, query: CommissionFilter): Promise<GroupTotals[]> {
  return totalsByField(scope, await resolveFilter(scope, query), groupBy)
}

export async function getCommission(scope: WorkspaceScope, id: string): Promise<CommissionResponse> {
  const row = await findCommission(scope, requireProgramId(scope), id)
  if (!row) throw commissionNotFound(id)
  const [presented] = await presentCommissions(scope, [row])
  return presented as CommissionResponse
}

export async function findCommission(scope: WorkspaceScope, programId: string, id: string): Promise<CommissionDetails | null> {
  const source = `select ${commissionColumns('commissions')} from commissions where program_id = ? and id = ?`
  const [row] = await commissionsWithDetails(scope, source, [programId, id], 'c.id')
  return row ?? null
}

/** The filter of a request, with its program, its partner and its dates. */
export async function resolveFilter(
  scope: WorkspaceScope,
  query: CommissionFilter & Pick<ResolvedFilter, 'isEarned'>,
): Promise<ResolvedFilter> {
  const { interval, start, end, timezone = 'UTC', tenantId, query: conditions, ...input } = query
  const filter = { ...input, metadata: metadataQuery(conditions) }
  const programId = requireProgramId(scope)
  const partnerId = filter.partnerId ?? (tenantId === undefined ? undefined : await requirePartnerOfTenant(scope, programId, tenantId))
  if (interval === 'all' && start === undefined && end === undefined) return { ...filter, partnerId, programId, dates: null }
  const { from, to } = resolveRange({ interval, start, end }, zoneOf(timezone), scope.now().getTime())
  return { ...filter, partnerId, programId, dates: { from: new Date(from), to: new Date(to) } }
}
