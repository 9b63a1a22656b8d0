import type { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { csvBatch, csvExport } from '../../background-operations/index.js'
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

/** Large exports are in the order of the enrolments. */
export const { start: exportPartners, run: runPartnerExport } = csvExport<ExportPartners>({
  type: 'partners.export',
  permission: 'groups.read',
  contract: exportPartnersJob,
  query: exportPartnersQuerySchema,
  fileName: 'partners.csv',
  headerLine: ({ columns }) => partnersCsv.headerLine(columns),
  async count(scope, { columns: _columns, sortBy: _by, sortOrder: _order, ...filter }) {
    return countEnrolmentsMatching(scope, (await requireDefaultProgram(scope)).id, filter)
  },
  async firstRows(scope, { columns, ...query }, size) {
    const program = await requireDefaultProgram(scope)
    const ids = await enrolmentsMatching(scope, program.id, { ...query, page: 1, pageSize: size })
    return { text: await linesOf(scope, program.id, ids, columns), count: ids.length }
  },
  async batch(scope, { columns, sortBy: _by, sortOrder: _order, ...filter }, { after, size }) {
    const program = await requireDefaultProgram(scope)
    const ids = await enrolmentsMatchingAfter(scope, program.id, filter, { after: after ?? '', limit: size })
    return csvBatch(ids, size, await linesOf(scope, program.id, ids, columns), (id) => id)
  },
})

async function linesOf(scope: WorkspaceScope, programId: string, ids: readonly string[], columns: string[] | undefined): Promise<string> {
  const partners = await presentPartners(scope, programId, ids, { links: false })
  const names = await groupNamesOf(scope, programId)
  return partnersCsv.lines(
    columns,
    partners.map((partner) => [partner, names]),
  )
}
