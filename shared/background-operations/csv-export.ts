/** The frame of all exports as CSV. A domain describes its rows as data; the frame answers small exports and runs large ones. */
import type { z } from 'zod'
import type { Permission, WorkspaceScope } from '../accounts/index.js'
import type { JobContract } from '../kernel/queue/contract.js'
import { type JobScope } from '../kernel/scope.js'
import { storeResultFileJob } from './jobs.js'
import { runInSteps } from './run-in-steps.js'
import { type PartnerRecipient, startBackgroundOperation } from './start-background-operation.js'

/** Rows in a direct response, and in one step of a background operation. */
export const maxDirectRows = 1000

export interface CsvBatch {
  /** Lines of the file. */
  text: string
  count: number
  /** Start of the next batch; null after the last row. */
  next: string | null
}

export interface CsvExport<Query> {
  /** Public name of the operation: `links.export`. */
  type: string
  /** Required to see the operation and its file. */
  permission: Permission | ((scope: WorkspaceScope, query: Query) => Permission)
  contract: JobContract<{ operationId: string }>
  query: z.ZodType<Query>
  fileName: string | ((query: Query) => string)
  /** Who gets the file of a large export instead of the user who started it. */
  recipient?(query: Query): PartnerRecipient
  /** Whether the file may identify customers. */
  containsPersonalData?: boolean | ((query: Query) => boolean)
  /** Throws if the caller may not export these rows. */
  check?(scope: WorkspaceScope, query: Query): Promise<void> | void
  headerLine(query: Query): string
  /** Number of rows, for the progress of large exports. */
  count?(scope: WorkspaceScope, query: Query): Promise<number>
  /** At most `size` rows after a cursor. The clock of the scope shows the time of the request, also when the operation runs later. */
  batch(scope: WorkspaceScope, query: Query, range: { after: string | null; size: number }): Promise<CsvBatch>
  /** The first rows in the order that the caller chose, if batches have a fixed one. */
  firstRows?(scope: WorkspaceScope, query: Query, size: number): Promise<Pick<CsvBatch, 'text' | 'count'>>
}

const contentType = 'application/csv; charset=utf-8'

export function csvExport<Query extends object>(definition: CsvExport<Query>) {
  const { type, permission, contract, fileName, check, headerLine, count, batch, containsPersonalData = false } = definition
  const { recipient } = definition
  const firstRows = definition.firstRows ?? ((scope, query, size) => batch(scope, query, { after: null, size }))

  /** Returns the file, or starts a background operation if it has more than `maxDirectRows` rows. */
  async function start(scope: WorkspaceScope, query: Query) {
    await check?.(scope, query)
    const result = { contentType, fileName: typeof fileName === 'string' ? fileName : fileName(query) }
    const first = await firstRows(scope, query, maxDirectRows + 1)
    if (first.count <= maxDirectRows) return { ...result, body: [headerLine(query) + first.text] }
    return startBackgroundOperation(scope, {
      type,
      permission: typeof permission === 'string' ? permission : permission(scope, query),
      contract,
      payload: { query, at: scope.now().toISOString() },
      recipient: recipient?.(query),
      result,
      containsPersonalData: typeof containsPersonalData === 'boolean' ? containsPersonalData : containsPersonalData(query),
    })
  }

  /** Appends a batch per step. The last step has the file stored and announced by email. */
  const run = (scope: JobScope, payload: { operationId: string }): Promise<void> =>
    runInSteps(scope, contract, payload, async (requester, operation) => {
      const query = definition.query.parse(operation.payload.query)
      const at = new Date(String(operation.payload.at))
      const atRequest = { ...requester, now: () => at }
      const found = await batch(atRequest, query, { after: operation.cursor, size: maxDirectRows })
      const total = operation.total ?? (await count?.(atRequest, query))
      if (found.next === null) scope.enqueue(storeResultFileJob, { operationId: operation.id })
      return {
        isLast: found.next === null,
        done: found.count,
        cursor: found.next,
        result: (operation.cursor === null ? headerLine(query) : '') + found.text,
        ...(total === undefined ? {} : { total }),
      }
    })

  return { start, run }
}

/** The batch of these rows: it is the last one if there are fewer than requested. */
export const csvBatch = <Row>(rows: readonly Row[], size: number, text: string, cursorOf: (row: Row) => string): CsvBatch => {
  const last = rows.at(-1)
  return { text, count: rows.length, next: last !== undefined && rows.length >= size ? cursorOf(last) : null }
}
