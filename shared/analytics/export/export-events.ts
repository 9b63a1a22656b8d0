import { z } from 'zod'
import { csvBatch, csvExport } from '../../background-operations/index.js'
import { mayReadCustomers } from '../../customers/index.js'
import { eventsQuerySchema } from '../analytics-query.schema.js'
import { exportEventsJob } from '../jobs.js'
import { presentEvents, storedEvents } from '../list-events.js'
import { resolveFilters } from '../resolve-filters.js'
import { resolveTimeRange } from '../resolve-time-range.js'
import { eventsCsv } from './event-columns.js'

export const exportEventsQuerySchema = eventsQuerySchema
  .omit({ page: true, limit: true, sortOrder: true, sortBy: true, order: true, startingAfter: true, endingBefore: true })
  .extend({
    columns: eventsCsv.columnsField,
  })
export type ExportEvents = z.infer<typeof exportEventsQuerySchema>

const cursorSchema = z.object({ at: z.number(), id: z.string() })

/** Newest first. Dates are relative to the request. */
export const { start: exportEvents, run: runEventsExport } = csvExport<ExportEvents>({
  type: 'events.export',
  // Members who may see the result must be allowed to see the customers in it.
  permission: (scope, query) => (kindOf(query) !== 'clicks' && mayReadCustomers(scope) ? 'customers.read' : 'analytics.read'),
  contract: exportEventsJob,
  query: exportEventsQuerySchema,
  fileName: (query) => `${kindOf(query)}_export.csv`,
  containsPersonalData: true,
  headerLine: ({ columns }) => eventsCsv.headerLine(columns),
  async batch(scope, query, { after, size }) {
    const { from, to } = resolveTimeRange(scope, query, false)
    const selection = {
      ...(await resolveFilters(scope, query)),
      workspaceIds: [scope.workspace.id],
      from,
      to: Math.min(to, scope.now().getTime() + 1),
    }
    const start = after === null ? { offset: 0 } : { after: cursorSchema.parse(JSON.parse(after)) }
    const rows = await storedEvents(scope, kindOf(query), selection, { limit: size, ascending: false, from: start })
    const events = await presentEvents(scope, kindOf(query), rows)
    const lines = eventsCsv.lines(
      query.columns,
      events.map((event) => [event]),
    )
    return csvBatch<{ timestamp: Date; id: string }>(rows, size, lines, ({ timestamp, id }) =>
      JSON.stringify({ at: timestamp.getTime(), id }),
    )
  },
})

const kindOf = ({ event }: ExportEvents) => event ?? 'clicks'
