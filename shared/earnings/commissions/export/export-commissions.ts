import type { z } from 'zod'
import type { WorkspaceScope } from '../../../accounts/index.js'
import { csvBatch, csvExport } from '../../../background-operations/index.js'
import { mayReadCustomers } from '../../../customers/index.js'
import { tenantIdsOf } from '../../enrolments.queries.js'
import { exportCommissionsJob } from '../../jobs.js'
import type { CommissionDetails } from '../commission-details.queries.js'
import { countCommissionsQuerySchema } from '../commission-input.schema.js'
import { commissionsMatching, totalsByStatus } from '../commission-list.queries.js'
import { resolveFilter } from '../list-commissions.js'
import { presentCommissions } from '../present-commission.js'
import { commissionsCsv, customerColumns } from './export-columns.js'

export const exportCommissionsQuerySchema = countCommissionsQuerySchema.extend({
  columns: commissionsCsv.columnsField,
})
type ExportCommissions = z.infer<typeof exportCommissionsQuerySchema>

const namesCustomers = ({ columns = [] }: ExportCommissions) => columns.some((name) => customerColumns.includes(name))

/** Oldest first. */
export const { start: exportCommissions, run: runCommissionExport } = csvExport<ExportCommissions>({
  type: 'commissions.export',
  // A key that may not read customers must not download a file that names them.
  permission: (scope, query) => (namesCustomers(query) && mayReadCustomers(scope) ? 'customers.read' : 'groups.read'),
  contract: exportCommissionsJob,
  query: exportCommissionsQuerySchema,
  fileName: 'commissions.csv',
  containsPersonalData: namesCustomers,
  headerLine: ({ columns }) => commissionsCsv.headerLine(columns),
  async count(scope, { columns: _columns, ...input }) {
    const totals = await totalsByStatus(scope, await resolveFilter(scope, input))
    return totals.reduce((sum, one) => sum + one.count, 0)
  },
  async batch(scope, { columns, ...input }, { after, size }) {
    const filter = await resolveFilter(scope, input)
    const oldestFirst = { sortBy: 'createdAt', sortOrder: 'asc', pageSize: size, startingAfter: after ?? '' } as const
    const rows = await commissionsMatching(scope, filter, oldestFirst)
    return csvBatch(rows, size, await linesOf(scope, filter.programId, rows, columns), ({ commission }) => commission.id)
  },
})

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
