import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { startBackgroundOperation, runInSteps } from '../../background-operations/index.js'
import { mayReadCustomers } from '../../customers/index.js'
import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { eventsQuerySchema } from '../analytics-query.schema.js'
import type { EventPage } from '../event-store.js'
import { exportEventsJob } from '../jobs.js'
import { presentEvents, storedEvents } from '../list-events.js'
import { resolveFilters } from '../resolve-filters.js'
import { resolveTimeRange } from '../resolve-time-range.js'
import { eventsCsv } from './event-columns.js'

/** Events in a direct response, and in one step of a background export. */
const maxBatchSize = 1000

export const exportEventsQuerySchema = eventsQuerySchema
  .omit({ page: true, limit: true, sortOrder: true, sortBy: true, order: true, startingAfter: true, endingBefore: true })
  .extend({
    columns: eventsCsv.columnsField,
  })
export type ExportEvents = z.infer<typeof exportEventsQuerySchema>

/** Stored with the background operation. The range is that of the request, so that waiting in the queue does not change it. */
const payloadSchema = z.object({ query: exportEventsQuerySchema, from: z.number(), to: z.number() })
const cursorSchema = z.object({ at: z.number(), id: z.string() })

/** Returns the events as a CSV file, newest first, or starts a background operation if they exceed one batch. */
export async function exportEvents(scope: WorkspaceScope, query: ExportEvents) {
  const kind = query.event ?? 'clicks'
  const csv = { contentType: 'application/csv; charset=utf-8', fileName: `${kind}_export.csv` }
  const { from, to } = resolveTimeRange(scope, query, false)
  const payload = { query, from, to: Math.min(to, scope.now().getTime() + 1) }
  const { text, last } = await readBatch(scope, payload, { offset: 0 })
  if (!last) return { ...csv, body: [eventsCsv.headerLine(query.columns) + text] }
  // Whoever may see the result must be allowed to see the customers in it.
  const permission = kind !== 'clicks' && mayReadCustomers(scope) ? 'customers.read' : 'analytics.read'
  return startBackgroundOperation(
    scope,
    { type: 'events.export', permission, contract: exportEventsJob, payload, result: csv, containsPersonalData: true },
    null,
    (work) => inTransaction(scope, work),
  )
}

/** Each step appends a batch, starting after the last event in the file. */
export async function runEventsExport(scope: JobScope, payload: { operationId: string }): Promise<void> {
  await runInSteps(scope, exportEventsJob, payload, async (userScope, operation) => {
    const request = payloadSchema.parse(operation.payload)
    const { text, count, last } = await readBatch(
      userScope,
      request,
      operation.cursor === null ? { offset: 0 } : { after: cursorSchema.parse(JSON.parse(operation.cursor)) },
    )
    return {
      isLast: last === null,
      done: count,
      cursor: JSON.stringify(last),
      result: (operation.cursor === null ? eventsCsv.headerLine(request.query.columns) : '') + text,
    }
  })
}

/** The lines of a batch, and the cursor for the next batch, or null if this is the last one. */
async function readBatch(
  scope: WorkspaceScope,
  { query, from, to }: z.infer<typeof payloadSchema>,
  start: EventPage['from'],
): Promise<{ text: string; count: number; last: z.infer<typeof cursorSchema> | null }> {
  const kind = query.event ?? 'clicks'
  const selection = { ...(await resolveFilters(scope, query)), workspaceId: scope.workspace.id, from, to }
  const rows = await storedEvents(scope, kind, selection, { limit: maxBatchSize, ascending: false, from: start })
  const events = await presentEvents(scope, kind, rows)
  const last = rows.at(-1)
  return {
    text: eventsCsv.lines(
      query.columns,
      events.map((event) => [event]),
    ),
    count: events.length,
    last: last && rows.length === maxBatchSize ? { at: last.timestamp.getTime(), id: last.id } : null,
  }
}
