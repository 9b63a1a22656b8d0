/** Everything that analytics says about a selection, as one archive of tables. */
import { planHas, type WorkspaceScope } from '../../accounts/index.js'
import { csvLine } from '../../kernel/csv.js'
import { tooManyRequests } from '../../kernel/errors.js'
import { seconds } from '../../kernel/time.js'
import { zip, type ZipEntry } from '../../kernel/zip.js'
import { type AnalyticsQuery, analyticsQuerySchema } from '../analytics-query.schema.js'
import { filterValues } from '../filter-values.js'
import { groupBys } from '../groups.js'
import { answerOf } from '../retrieve-analytics.js'
import { understand, type Understood } from '../understand.js'
import { timeAsked } from '../time-asked.js'

export const exportAnalyticsQuerySchema = analyticsQuerySchema.omit({ event: true, groupBy: true, unique: true, compare: true })
export type ExportAnalytics = Omit<AnalyticsQuery, 'event' | 'groupBy' | 'unique' | 'compare'>

/** An archive takes some twenty questions to make. */
const pause = seconds(30)

/** A file for each grouping that there is anything in, made while it is sent. What the caller may not see is refused before. */
export async function exportAnalytics(scope: WorkspaceScope, query: ExportAnalytics) {
  const understood = await understand(scope, query)
  timeAsked(scope, query, true)
  if ((await scope.store.setIfAbsent(`analytics-export:${scope.workspace.id}`, '1', pause)) !== null) throw tooManyRequests()
  return { contentType: 'application/zip', fileName: 'analytics.zip', body: zip(tables(scope, query, understood)) }
}

async function* tables(scope: WorkspaceScope, query: ExportAnalytics, understood: Understood): AsyncGenerator<ZipEntry> {
  const event = planHas(scope.workspace.plan, 'conversionTracking') ? 'composite' : 'clicks'
  const links = filterValues(query.linkId)
  const isOneLink = links !== null && !links.negated && links.values.length === 1
  for (const groupBy of groupBys) {
    // The first says nothing that the others don't; one word is an older one for the other.
    if (groupBy === 'count' || groupBy === 'trigger' || (groupBy === 'top_links' && isOneLink)) continue
    const rows = await answerOf(scope, { ...query, event, groupBy }, understood)
    if (Array.isArray(rows) && rows.length > 0) yield { name: `${groupBy}.csv`, text: csvOf(rows) }
  }
}

function csvOf(rows: readonly Record<string, unknown>[]): string {
  const columns = Object.keys(rows[0] ?? {}).filter((name) => typeof rows[0]?.[name] !== 'object' || rows[0]?.[name] === null)
  return [columns, ...rows.map((row) => columns.map((name) => cellOf(row[name])))].map(csvLine).join('')
}

const cellOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null)
