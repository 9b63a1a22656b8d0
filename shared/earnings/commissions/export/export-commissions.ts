import { z } from 'zod'
import type { WorkspaceScope } from '../../../accounts/index.js'
import { runInSteps, startBackgroundOperation } from '../../../background-operations/index.js'
import { inTransaction, type JobScope } from '../../../kernel/scope.js'
import { tenantIdsOf } from '../../enrolments.queries.js'
import { exportCommissionsJob } from '../../jobs.js'
import type { CommissionDetails } from '../commission-details.queries.js'
import { countCommissionsQuerySchema } from '../commission-input.schema.js'
import { commissionsMatching, totalsByStatus } from '../commission-list.queries.js'
import { resolveFilter } from '../list-commissions.js'
import { presentCommissions } from '../present-commission.js'
import { commissionsCsv } from './export-columns.js'

export const exportCommissionsQuerySchema = countCommissionsQuerySchema.extend({
  columns: commissionsCsv.columnsField,
})
type ExportCommissions = z.infer<typeof exportCommissionsQuerySchema>

/** Commissions in a direct response, and per step of a background operation. */
const batchSize = 1000

const oldestFirst = { sortBy: 'createdAt', sortOrder: 'asc', pageSize: batchSize } as const
const csv = { contentType: 'application/csv; charset=utf-8', fileName: 'commissions.csv' }

/** Returns the commissions as a CSV file, or starts a background operation if they do not fit into one batch. Oldest first. */
export async function exportCommissions(scope: WorkspaceScope, query: ExportCommissions) {
  const { columns, ...input } = query
  const filter = await resolveFilter(scope, input)
  const totals = await totalsByStatus(scope, filter)
  if (totals.reduce((sum, { count }) => sum + count, 0) <= batchSize) {
    const rows = await commissionsMatching(scope, filter, oldestFirst)
    return { ...csv, body: [commissionsCsv.headerLine(columns) + (await linesOf(scope, filter.programId, rows, columns))] }
  }
  return startBackgroundOperation(
    scope,
    {
      type: 'commissions.export',
      permission: 'groups.read',
      contract: exportCommissionsJob,
      payload: { query, at: scope.now().toISOString() },
      result: csv,
    },
    null,
    (work) => inTransaction(scope, work),
  )
}

/** Writes commissions in the order of their ids, continuing after the last one written. Dates are relative to the request. */
export async function runCommissionExport(scope: JobScope, payload: { operationId: string }): Promise<void> {
  await runInSteps(scope, exportCommissionsJob, payload, async (acting, operation) => {
    const at = new Date(z.string().parse(operation.payload.at))
    const { columns, ...input } = exportCommissionsQuerySchema.parse(operation.payload.query)
    const filter = await resolveFilter({ ...acting, now: () => at }, input)
    const rows = await commissionsMatching(acting, filter, { ...oldestFirst, startingAfter: operation.cursor ?? '' })
    const total = operation.total ?? (await totalsByStatus(acting, filter)).reduce((sum, { count }) => sum + count, 0)
    return {
      isLast: rows.length < batchSize,
      done: rows.length,
      total,
      cursor: rows.at(-1)?.commission.id ?? operation.cursor,
      result:
        (operation.cursor === null ? commissionsCsv.headerLine(columns) : '') + (await linesOf(acting, filter.programId, rows, columns)),
    }
  })
}

async function linesOf(
  scope: WorkspaceScope,
  programId: string,
  rows: readonly CommissionDetails[],
  columns: string[] | undefined,
): Promise<string> {
  const partnerIds = [...new Set(rows.map(({ partner }) => partner.id))]
  const tenantIds = await tenantIdsOf(scope, programId, partnerIds)
  const commissions = await presentCommissions(scope, rows)
  return commissionsCsv.lines(
    columns,
    commissions.map((commission) => [commission, tenantIds]),
  )
}
