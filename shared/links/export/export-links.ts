import { limitExceeded, type WorkspaceScope } from '../../accounts/index.js'
import { csvBatch, csvExport } from '../../background-operations/index.js'
import { exportLinksToFile } from '../jobs.js'
import { countLinksMatching } from '../link-count.queries.js'
import { linkFilter } from '../link-filter.js'
import { type LinkFilter, type LinkOrder, type LinkWindow, linksMatching } from '../link-list.queries.js'
import { presentTagged } from '../present-link.js'
import { linksCsv } from './export-columns.js'
import { creationRange, type ExportLinks, exportLinksQuerySchema } from './export-query.schema.js'

/** Links created after the start of the export are excluded. */
export const { start: exportLinks, run: runExportLinksOperation } = csvExport<ExportLinks>({
  type: 'links.export',
  permission: 'links.read',
  contract: exportLinksToFile,
  query: exportLinksQuerySchema,
  fileName: 'links.csv',
  check({ workspace: { plan, usage, usageLimit } }) {
    if (usage > usageLimit) throw limitExceeded({ plan, limit: usageLimit, resource: 'clicks' })
  },
  headerLine: ({ columns }) => linksCsv.headerLine(columns),
  count: async (scope, query) => countLinksMatching(scope, await exportFilter(scope, query)),
  async firstRows(scope, query, size) {
    const links = await linksOf(scope, query, query.sortBy, { skip: 0, size })
    return { text: linesOf(scope, links, query), count: links.length }
  },
  async batch(scope, query, { after, size }) {
    const links = await linksOf(scope, query, 'createdAt', after === null ? { skip: 0, size } : { after, size })
    return csvBatch(links, size, linesOf(scope, links, query), ({ link }) => link.id)
  },
})

const exportFilter = async (scope: WorkspaceScope, query: ExportLinks): Promise<LinkFilter> => ({
  ...(await linkFilter(scope, query)),
  createdBefore: scope.now(),
  ...creationRange(query, scope.now()),
})

const linksOf = async (scope: WorkspaceScope, query: ExportLinks, order: LinkOrder = 'createdAt', window: LinkWindow) =>
  linksMatching(scope, await exportFilter(scope, query), order, window)

const linesOf = (scope: WorkspaceScope, links: Awaited<ReturnType<typeof linksOf>>, { columns }: ExportLinks) =>
  linksCsv.lines(
    columns,
    links.map((link) => [presentTagged(scope, link)]),
  )
