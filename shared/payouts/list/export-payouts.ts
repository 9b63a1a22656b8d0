import type { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { runInSteps, startBackgroundOperation } from '../../background-operations/index.js'
import { inTransaction, type JobScope } from '../../kernel/scope.js'
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

/** Payouts in a direct response, and per step of a background operation. */
const batchSize = 1000

const csv = { contentType: 'application/csv; charset=utf-8', fileName: 'payouts.csv' }

/** Returns the payouts as a CSV file, or starts a background operation if they do not fit into one batch. */
export async function exportPayouts(scope: WorkspaceScope, query: ExportPayouts) {
  if ((await countMatching(scope, query)) <= batchSize)
    return { ...csv, body: [payoutsCsv.headerLine(query.columns) + (await exportBatch(scope, query, null)).text] }
  return startBackgroundOperation(
    scope,
    { type: 'payouts.export', permission: 'groups.read', contract: exportPayoutsJob, payload: { query }, result: csv },
    null,
    (work) => inTransaction(scope, work),
  )
}

/** Writes payouts from newest to oldest, continuing after the last one written. */
export async function runPayoutExport(scope: JobScope, payload: { operationId: string }): Promise<void> {
  await runInSteps(scope, exportPayoutsJob, payload, async (acting, operation) => {
    const query = exportPayoutsQuerySchema.parse(operation.payload.query)
    const total = operation.total ?? (await countMatching(acting, query))
    const { text, count, last } = await exportBatch(acting, query, operation.cursor)
    return {
      isLast: count < batchSize,
      done: count,
      total,
      cursor: last ?? operation.cursor,
      result: (operation.cursor === null ? payoutsCsv.headerLine(query.columns) : '') + text,
    }
  })
}

async function countMatching(scope: WorkspaceScope, query: ExportPayouts): Promise<number> {
  const programId = requireProgramId(scope)
  const totals = await payoutTotals(scope, programId, await resolvePartner(scope, programId, query))
  return totals.reduce((sum, { count }) => sum + count, 0)
}

async function exportBatch(scope: WorkspaceScope, { columns, ...query }: ExportPayouts, before: string | null) {
  const programId = requireProgramId(scope)
  const payouts = await payoutsBefore(scope, programId, await resolvePartner(scope, programId, query), { before, limit: batchSize })
  return {
    text: payoutsCsv.lines(
      columns,
      payouts.map((payout) => [payout]),
    ),
    count: payouts.length,
    last: payouts.at(-1)?.id,
  }
}
