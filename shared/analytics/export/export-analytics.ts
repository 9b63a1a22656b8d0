/** Everything that analytics says about a selection, as one archive of tables. */
import { z } from 'zod'
import { type InWorkspace, planHas, type WorkspaceScope } from '../../accounts/index.js'
import { archiveType, fileOfArchive, startErrand, workThrough } from '../../errands/index.js'
import { csvLine } from '../../kernel/csv.js'
import { tooManyRequests } from '../../kernel/errors.js'
import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { seconds } from '../../kernel/time.js'
import { zip, type ZipEntry } from '../../kernel/zip.js'
import { analyticsQuerySchema } from '../analytics-query.schema.js'
import { filterValues } from '../filter-values.js'
import { groupBys } from '../groups.js'
import { exportAnalyticsInFile } from '../jobs.js'
import { answerOf, type Counts, readAnswer } from '../retrieve-analytics.js'
import { timeAsked } from '../time-asked.js'
import { understand, type Understood } from '../understand.js'

export const exportAnalyticsQuerySchema = analyticsQuerySchema.omit({ event: true, groupBy: true, unique: true, compare: true })
type ExportAnalytics = z.infer<typeof exportAnalyticsQuerySchema>

/** An archive takes some twenty questions to make. */
const pause = seconds(30)

/** With more events than this the archive is made by a job: a single question may take a second by then. */
const mostAtOnce = 100_000

const archive = { contentType: archiveType, fileName: 'analytics.zip' }

/**
 * A file for each grouping that there is anything in, made while it is sent, or by an errand. What the caller may not see is refused
 * before.
 */
export async function exportAnalytics(scope: WorkspaceScope, asked: ExportAnalytics) {
  const understood = await understand(scope, asked)
  timeAsked(scope, asked, true)
  if ((await scope.store.setIfAbsent(`analytics-export:${scope.workspace.id}`, '1', pause)) !== null) throw tooManyRequests()
  if ((await countEvents(scope, asked, understood)) <= mostAtOnce) return { ...archive, body: zip(tables(scope, asked, understood)) }
  const payload = { asked, at: scope.now().getTime() }
  return startErrand(
    scope,
    { type: 'analytics.export', permission: 'analytics.read', of: exportAnalyticsInFile, payload, result: archive },
    null,
    (work) => inTransaction(scope, work),
  )
}

/** What an errand remembers: the time is that of the question, however long it waits. */
const payloadSchema = z.object({ asked: exportAnalyticsQuerySchema, at: z.number() })

/** A table at a step. */
export async function exportAnalyticsOfErrand(scope: JobScope, payload: { errandId: string }): Promise<void> {
  await workThrough(scope, exportAnalyticsInFile, payload, async (acting, errand) => {
    const { asked, at } = payloadSchema.parse(errand.payload)
    const groupings = groupingsOf(asked)
    const place = Number(errand.cursor ?? 0)
    const entry = await tableOf(
      { ...acting, now: () => new Date(at) },
      asked,
      await understand(acting, asked),
      groupings[place] as Grouping,
    )
    return {
      isLast: place + 1 === groupings.length,
      done: 1,
      total: groupings.length,
      cursor: String(place + 1),
      ...(entry && { result: fileOfArchive(entry) }),
    }
  })
}

const eventOf = ({ workspace }: InWorkspace) => (planHas(workspace.plan, 'conversionTracking') ? 'composite' : 'clicks')

async function countEvents(scope: InWorkspace, asked: ExportAnalytics, understood: Understood): Promise<number> {
  const { clicks, leads, sales } = readAnswer(
    await answerOf(scope, { ...asked, event: eventOf(scope), groupBy: 'count' }, understood),
  ) as Counts
  return clicks + leads + sales
}

type Grouping = (typeof groupBys)[number]

/** The first says nothing that the others don't; one word is an older one for the other; one link needs no list. */
function groupingsOf({ linkId }: ExportAnalytics): Grouping[] {
  const links = filterValues(linkId)
  const isOneLink = links !== null && !links.negated && links.values.length === 1
  return groupBys.filter((groupBy) => groupBy !== 'count' && groupBy !== 'trigger' && !(groupBy === 'top_links' && isOneLink))
}

async function* tables(scope: InWorkspace, asked: ExportAnalytics, understood: Understood): AsyncGenerator<ZipEntry> {
  for (const groupBy of groupingsOf(asked)) {
    const entry = await tableOf(scope, asked, understood, groupBy)
    if (entry) yield entry
  }
}

async function tableOf(scope: InWorkspace, asked: ExportAnalytics, understood: Understood, groupBy: Grouping): Promise<ZipEntry | null> {
  const rows = readAnswer(await answerOf(scope, { ...asked, event: eventOf(scope), groupBy }, understood))
  return Array.isArray(rows) && rows.length > 0 ? { name: `${groupBy}.csv`, text: csvOf(rows) } : null
}

function csvOf(rows: readonly Record<string, unknown>[]): string {
  const columns = Object.keys(rows[0] ?? {}).filter((name) => typeof rows[0]?.[name] !== 'object' || rows[0]?.[name] === null)
  return [columns, ...rows.map((row) => columns.map((name) => cellOf(row[name])))].map(csvLine).join('')
}

const cellOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null)
