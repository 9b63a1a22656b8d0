import type { z } from 'zod'
import { csvBatch, csvExport } from '../../background-operations/index.js'
import { requireProgramId } from '../../partners/index.js'
import { exportPayoutsJob } from '../jobs.js'
import { payoutsCsv } from './export-columns.js'
import { resolvePartner } from './list-payouts.js'
import { payoutsBefore, payoutTotals } from './payout-list.queries.js'
import { payoutFilterSchema } from './payout.schema.js'

export const exportPayoutsQuerySchema = payoutFilterSchema.extend({
  columns: payoutsCsv.columnsField,
})
type ExportPayouts = z.infer<typeof exportPayoutsQuerySchema>

/** Newest first. */
export const { start: exportPayouts, run: runPayoutExport } = csvExport<ExportPayouts>({
  type: 'payouts.export',
  permission: 'groups.read',
  contract: exportPayoutsJob,
  query: exportPayoutsQuerySchema,
  fileName: 'payouts.csv',
  headerLine: ({ columns }) => payoutsCsv.headerLine(columns),
  async count(scope, { columns: _columns, ...query }) {
    const programId = requireProgramId(scope)
    const totals = await payoutTotals(scope, programId, await resolvePartner(scope, programId, query))
    return totals.reduce((sum, one) => sum + one.count, 0)
  },
  async batch(scope, { columns, ...query }, { after, size }) {
    const programId = requireProgramId(scope)
    const payouts = await payoutsBefore(scope, programId, await resolvePartner(scope, programId, query), { before: after, limit: size })
    const lines = payoutsCsv.lines(
      columns,
      payouts.map((payout) => [payout]),
    )
    return csvBatch(payouts, size, lines, ({ id }) => id)
  },
})
