import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { runInSteps, startBackgroundOperation } from '../../background-operations/index.js'
import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { countEnrolmentsMatching, enrolmentsMatching, enrolmentsMatchingAfter } from '../enrolments/enrolment-list.queries.js'
import { exportedPartnersQuerySchema } from '../enrolments/enrolment-query.schema.js'
import { presentPartners } from '../enrolments/present-partner.js'
import { groupNamesOf } from '../groups/group.queries.js'
import { exportPartnersJob } from '../jobs.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { partnersCsv } from './export-columns.js'

export const exportPartnersQuerySchema = exportedPartnersQuerySchema.extend({
  columns: partnersCsv.columnsField,
})
type ExportPartners = z.infer<typeof exportPartnersQuerySchema>

/** Partners in a direct response, and per step of a background operation. */
const batchSize = 1000

const csv = { contentType: 'application/csv; charset=utf-8', fileName: 'partners.csv' }

/** Returns the partners as a CSV file, or starts a background operation if they do not fit into one batch. */
export async function exportPartners(scope: WorkspaceScope, query: ExportPartners) {
  const program = await requireDefaultProgram(scope)
  const { columns, sortBy, sortOrder, ...filter } = query
  if ((await countEnrolmentsMatching(scope, program.id, filter)) <= batchSize) {
    const ids = await enrolmentsMatching(scope, program.id, { ...filter, sortBy, sortOrder, page: 1, pageSize: batchSize })
    return { ...csv, body: [partnersCsv.headerLine(columns) + (await linesOf(scope, program.id, ids, columns))] }
  }
  return startBackgroundOperation(
    scope,
    {
      type: 'partners.export',
      permission: 'groups.read',
      contract: exportPartnersJob,
      payload: { programId: program.id, query },
      result: csv,
    },
    null,
    (work) => inTransaction(scope, work),
  )
}

/** Writes partners in the order of their enrolments, continuing after the last one written. */
export async function runPartnerExport(scope: JobScope, payload: { operationId: string }): Promise<void> {
  await runInSteps(scope, exportPartnersJob, payload, async (acting, operation) => {
    const { programId } = z.object({ programId: z.string() }).parse(operation.payload)
    const { columns, sortBy: _by, sortOrder: _order, ...filter } = exportPartnersQuerySchema.parse(operation.payload.query)
    const total = operation.total ?? (await countEnrolmentsMatching(acting, programId, filter))
    const ids = await enrolmentsMatchingAfter(acting, programId, filter, { after: operation.cursor ?? '', limit: batchSize })
    return {
      isLast: ids.length < batchSize,
      done: ids.length,
      total,
      cursor: ids.at(-1) ?? operation.cursor,
      result: (operation.cursor === null ? partnersCsv.headerLine(columns) : '') + (await linesOf(acting, programId, ids, columns)),
    }
  })
}

async function linesOf(scope: WorkspaceScope, programId: string, ids: readonly string[], columns: string[] | undefined): Promise<string> {
  const partners = await presentPartners(scope, programId, ids, { links: false })
  const names = await groupNamesOf(scope, programId)
  return partnersCsv.lines(
    columns,
    partners.map((partner) => [partner, names]),
  )
}
