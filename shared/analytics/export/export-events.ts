import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { startErrand, workThrough } from '../../errands/index.js'
import { csvLine } from '../../kernel/csv.js'
import { textList } from '../../kernel/fields.js'
import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { eventsQuerySchema } from '../analytics-query.schema.js'
import type { EventPage } from '../event-store.js'
import { exportEventsInFile } from '../jobs.js'
import { presentEvents, storedEvents } from '../list-events.js'
import { timeAsked } from '../time-asked.js'
import { understand } from '../understand.js'
import { chosenColumns, eventColumnNames } from './event-columns.js'

/** Events in one answer, and in one step of an errand. */
const mostAtOnce = 1000

export const exportEventsQuerySchema = eventsQuerySchema
  .omit({ page: true, limit: true, sortOrder: true, sortBy: true, order: true, startingAfter: true, endingBefore: true })
  .extend({
    columns: textList()
      .refine((columns) => columns.every((one) => eventColumnNames.includes(one)), {
        message: `The columns are ${eventColumnNames.join(', ')}.`,
      })
      .optional()
      .meta({ description: 'Columns of the file, in the order in which they are listed here.' }),
  })
export type ExportEvents = z.infer<typeof exportEventsQuerySchema>

/** What an errand remembers: the time is that of the question, however long it waits. */
const payloadSchema = z.object({ asked: exportEventsQuerySchema, from: z.number(), to: z.number() })
const cursorSchema = z.object({ at: z.number(), id: z.string() })

/** The events as a CSV file, the newest first, or the errand that makes it where they are many. */
export async function exportEvents(scope: WorkspaceScope, asked: ExportEvents) {
  const kind = asked.event ?? 'clicks'
  const csv = { contentType: 'application/csv; charset=utf-8', fileName: `${kind}_export.csv` }
  const { from, to } = timeAsked(scope, asked, false)
  const payload = { asked, from, to: Math.min(to, scope.now().getTime() + 1) }
  const { text, last } = await linesOf(scope, payload, { offset: 0 })
  if (!last) return { ...csv, body: [headOf(asked) + text] }
  return startErrand(
    scope,
    { type: 'events.export', permission: 'analytics.read', of: exportEventsInFile, payload, result: csv, namesPeople: true },
    null,
    (work) => inTransaction(scope, work),
  )
}

/** Goes on behind the last event that is in the file. */
export async function exportEventsOfErrand(scope: JobScope, payload: { errandId: string }): Promise<void> {
  await workThrough(scope, exportEventsInFile, payload, async (acting, errand) => {
    const asked = payloadSchema.parse(errand.payload)
    const { text, count, last } = await linesOf(
      acting,
      asked,
      errand.cursor === null ? { offset: 0 } : { behind: cursorSchema.parse(JSON.parse(errand.cursor)) },
    )
    return {
      isLast: last === null,
      done: count,
      cursor: JSON.stringify(last),
      result: (errand.cursor === null ? headOf(asked.asked) : '') + text,
    }
  })
}

const headOf = ({ columns }: ExportEvents) => csvLine(chosenColumns(columns).map(({ label }) => label))

/** Lines of a step, and the event behind which the next begins, if there may be one. */
async function linesOf(
  scope: WorkspaceScope,
  { asked, from, to }: z.infer<typeof payloadSchema>,
  start: EventPage['from'],
): Promise<{ text: string; count: number; last: z.infer<typeof cursorSchema> | null }> {
  const kind = asked.event ?? 'clicks'
  const selection = { ...(await understand(scope, asked)), workspaceId: scope.workspace.id, from, to }
  const rows = await storedEvents(scope, kind, selection, { limit: mostAtOnce, ascending: false, from: start })
  const columns = chosenColumns(asked.columns)
  const events = await presentEvents(scope, kind, rows)
  const last = rows.at(-1)
  return {
    text: events.map((event) => csvLine(columns.map(({ cell }) => cell(event)))).join(''),
    count: events.length,
    last: last && rows.length === mostAtOnce ? { at: last.timestamp.getTime(), id: last.id } : null,
  }
}
