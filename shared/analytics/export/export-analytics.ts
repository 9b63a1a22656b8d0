/** Exports all analytics of a selection as a ZIP archive of CSV files. */
import { z } from 'zod'
import { type InWorkspace, planHas, type WorkspaceScope } from '../../accounts/index.js'
import {
  zipContentType,
  serializeZipEntry,
  startBackgroundOperation,
  storeResultFileJob,
  runInSteps,
} from '../../background-operations/index.js'
import { csvLine } from '../../kernel/csv.js'
import { tooManyRequests } from '../../kernel/errors.js'
import { type JobScope } from '../../kernel/scope.js'
import { seconds } from '../../kernel/time.js'
import { zip, type ZipEntry } from '../../kernel/zip.js'
import { analyticsQuerySchema } from '../analytics-query.schema.js'
import { filterValues } from '../filter-values.js'
import { groupBys } from '../groups.js'
import { exportAnalyticsJob } from '../jobs.js'
import { resolveFilters, type ResolvedFilters } from '../resolve-filters.js'
import { resolveTimeRange } from '../resolve-time-range.js'
import { queryAnalytics, type Counts, parseResult } from '../retrieve-analytics.js'

export const exportAnalyticsQuerySchema = analyticsQuerySchema.omit({ event: true, groupBy: true, type: true, unique: true, compare: true })
type ExportAnalytics = z.infer<typeof exportAnalyticsQuerySchema>

/** Minimum time between two exports of a workspace: an archive takes about twenty queries. */
const minExportIntervalMs = seconds(30)

/** Above this number of events the archive is built in the background, because a single query may take a second. */
const maxInlineEvents = 100_000

const archive = { contentType: zipContentType, fileName: 'analytics.zip' }

/**
 * Returns an archive with a file for each grouping that has rows, streamed while it is built, or starts a background operation if there are
 * many events. Checks permissions and the time range before anything is sent.
 */
export async function exportAnalytics(scope: WorkspaceScope, query: ExportAnalytics) {
  const filters = await resolveFilters(scope, query)
  resolveTimeRange(scope, query, true)
  if ((await scope.store.setIfAbsent(exportKey(scope), '1', minExportIntervalMs)) !== null) throw tooManyRequests()
  try {
    return await startExport(scope, query, filters)
  } catch (error) {
    await scope.store.delete(exportKey(scope))
    throw error
  }
}

const exportKey = ({ workspace }: InWorkspace) => `analytics-export:${workspace.id}`

async function startExport(scope: WorkspaceScope, query: ExportAnalytics, filters: ResolvedFilters) {
  if ((await countEvents(scope, query, filters)) <= maxInlineEvents)
    return { ...archive, body: zip(analyticsTables(scope, query, filters)) }
  const payload = { query, at: scope.now().getTime() }
  return startBackgroundOperation(scope, {
    type: 'analytics.export',
    permission: 'analytics.read',
    contract: exportAnalyticsJob,
    payload,
    result: archive,
  })
}

/** Stored with the background operation. `at` is the time of the request, so that waiting in the queue does not change the range. */
const payloadSchema = z.object({ query: exportAnalyticsQuerySchema, at: z.number() })

/** Each step adds one file to the archive. */
export async function runAnalyticsExport(scope: JobScope, payload: { operationId: string }): Promise<void> {
  await runInSteps(scope, exportAnalyticsJob, payload, async (userScope, operation) => {
    const { query, at } = payloadSchema.parse(operation.payload)
    const groupings = groupingsOf(query)
    const index = Number(operation.cursor ?? 0)
    const entry = await analyticsTable(
      { ...userScope, now: () => new Date(at) },
      query,
      await resolveFilters(userScope, query),
      groupings[index] as Grouping,
    )
    const isLast = index + 1 === groupings.length
    if (isLast) scope.enqueue(storeResultFileJob, { operationId: operation.id })
    return {
      isLast,
      done: 1,
      total: groupings.length,
      cursor: String(index + 1),
      ...(entry && { result: serializeZipEntry(entry) }),
    }
  })
}

const eventOf = ({ workspace }: InWorkspace) => (planHas(workspace.plan, 'conversionTracking') ? 'composite' : 'clicks')

async function countEvents(scope: InWorkspace, query: ExportAnalytics, filters: ResolvedFilters): Promise<number> {
  const { clicks, leads, sales } = parseResult(
    await queryAnalytics(scope, { ...query, event: eventOf(scope), groupBy: 'count' }, filters),
  ) as Counts
  return clicks + leads + sales
}

type Grouping = (typeof groupBys)[number]

/** Without `count` (contained in the others), `trigger` (the old name of `triggers`), and the list of links if there is only one link. */
function groupingsOf({ linkId }: ExportAnalytics): Grouping[] {
  const links = filterValues(linkId)
  const isOneLink = links !== null && !links.negated && links.values.length === 1
  return groupBys.filter((groupBy) => groupBy !== 'count' && groupBy !== 'trigger' && !(groupBy === 'top_links' && isOneLink))
}

async function* analyticsTables(scope: InWorkspace, query: ExportAnalytics, filters: ResolvedFilters): AsyncGenerator<ZipEntry> {
  for (const groupBy of groupingsOf(query)) {
    const entry = await analyticsTable(scope, query, filters, groupBy).catch(async (error: unknown) => {
      await scope.store.delete(exportKey(scope))
      throw error
    })
    if (entry) yield entry
  }
}

async function analyticsTable(
  scope: InWorkspace,
  query: ExportAnalytics,
  filters: ResolvedFilters,
  groupBy: Grouping,
): Promise<ZipEntry | null> {
  const rows = parseResult(await queryAnalytics(scope, { ...query, event: eventOf(scope), groupBy }, filters))
  return Array.isArray(rows) && rows.length > 0 ? { name: `${groupBy}.csv`, text: csvOf(rows) } : null
}

function csvOf(rows: readonly Record<string, unknown>[]): string {
  const flat = rows.map(flatten)
  const columns = Object.keys(flat[0] ?? {})
  return [columns, ...flat.map((row) => columns.map((name) => cellOf(row[name])))].map((cells) => csvLine(cells)).join('')
}

/** The fields of a folder, tag or partner become columns such as `tag.name`. */
const flatten = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).map(([field, part]): [string, unknown] => [`${name}.${field}`, part])
        : [[name, value] as [string, unknown]],
    ),
  )

const cellOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null)
