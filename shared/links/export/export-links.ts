import { limitExceeded, type WorkspaceScope } from '../../accounts/index.js'
import { startBackgroundOperation, runInSteps } from '../../background-operations/index.js'
import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { exportLinksToFile } from '../jobs.js'
import { countLinksMatching } from '../link-count.queries.js'
import { linkFilter } from '../link-filter.js'
import { type LinkFilter, type LinkOrder, type LinkWindow, linksMatching } from '../link-list.queries.js'
import { presentTagged } from '../present-link.js'
import { linksCsv } from './export-columns.js'
import { creationRange, type ExportLinks, exportLinksQuerySchema } from './export-query.schema.js'

/** Maximum links in one response and in one step of a background operation. */
const maxBatchSize = 1000

const csv = { contentType: 'application/csv; charset=utf-8', fileName: 'links.csv' }

/** Returns the links as CSV, or starts a background operation if there are too many for one response. */
export async function exportLinks(scope: WorkspaceScope, query: ExportLinks) {
  requireClickQuota(scope)
  const filter = await exportFilter(scope, query, scope.now())
  if ((await countLinksMatching(scope, filter)) <= maxBatchSize)
    return {
      ...csv,
      body: [
        linksCsv.headerLine(query.columns) +
          (await csvLines(scope, filter, query.sortBy, query.columns, { skip: 0, size: maxBatchSize })).text,
      ],
    }
  const payload = { query, at: scope.now().toISOString() }
  return startBackgroundOperation(
    scope,
    { type: 'links.export', permission: 'links.read', contract: exportLinksToFile, payload, result: csv },
    null,
    (run) => inTransaction(scope, run),
  )
}

/** Continues after the last exported link. Links created after the start of the export are excluded. */
export async function runExportLinksOperation(scope: JobScope, payload: { operationId: string }): Promise<void> {
  await runInSteps(scope, exportLinksToFile, payload, async (requester, operation) => {
    const query = exportLinksQuerySchema.parse(operation.payload.query)
    const filter = await exportFilter(requester, query, new Date(String(operation.payload.at)))
    const total = operation.total ?? (await countLinksMatching(requester, filter))
    const { text, count, last } = await csvLines(
      requester,
      filter,
      'createdAt',
      query.columns,
      operation.cursor === null ? { skip: 0, size: maxBatchSize } : { after: operation.cursor, size: maxBatchSize },
    )
    return {
      isLast: count < maxBatchSize,
      done: count,
      total,
      cursor: last ?? operation.cursor,
      result: (operation.cursor === null ? linksCsv.headerLine(query.columns) : '') + text,
    }
  })
}

function requireClickQuota({ workspace: { plan, usage, usageLimit } }: WorkspaceScope): void {
  if (usage > usageLimit) throw limitExceeded({ plan, limit: usageLimit, resource: 'clicks' })
}

const exportFilter = async (scope: WorkspaceScope, query: ExportLinks, at: Date): Promise<LinkFilter> => ({
  ...(await linkFilter(scope, query)),
  createdBefore: at,
  ...creationRange(query, at),
})

async function csvLines(
  scope: WorkspaceScope,
  filter: LinkFilter,
  order: LinkOrder = 'createdAt',
  columns: readonly string[] | undefined,
  window: LinkWindow,
) {
  const links = (await linksMatching(scope, filter, order, window)).map((link) => presentTagged(scope, link))
  return {
    text: linksCsv.lines(
      columns,
      links.map((link) => [link]),
    ),
    count: links.length,
    last: links.at(-1)?.id,
  }
}
