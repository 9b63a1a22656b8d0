import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { startBackgroundOperation, runInSteps } from '../../background-operations/index.js'
import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { customerFilterFields, customerSortKeys } from '../customer-input.schema.js'
import { countCustomersMatching, type CustomerRange, customersMatching } from '../customer-list.queries.js'
import { exportCustomersJob } from '../jobs.js'
import { presentCustomers } from '../present-customer.js'
import { requireReadableLink } from '../require-readable-link.js'
import { customersCsv } from './export-columns.js'

export const exportCustomersQuerySchema = z.object({
  ...customerFilterFields,
  sortBy: z
    .enum(customerSortKeys)
    .default('createdAt')
    .meta({ description: 'Field to sort by. Exports that run as a job are always sorted by creation time.' }),
  sortOrder: z
    .enum(['asc', 'desc'])
    .default('desc')
    .meta({ description: 'Sort direction. Exports that run as a job are always sorted in descending order.' }),
  columns: customersCsv.columnsField,
})
type ExportCustomers = z.infer<typeof exportCustomersQuerySchema>

/** Customers in a direct response, and per step of a background operation. */
const batchSize = 1000

const csv = { contentType: 'application/csv; charset=utf-8', fileName: 'customers.csv' }

/** Returns the customers as a CSV file, or starts a background operation if they do not fit into one batch. */
export async function exportCustomers(scope: WorkspaceScope, query: ExportCustomers) {
  await requireReadableLink(scope, query.linkId)
  if ((await countCustomersMatching(scope, query)) <= batchSize)
    return { ...csv, body: [customersCsv.headerLine(query.columns) + (await exportBatch(scope, query, { skip: 0, size: batchSize })).text] }
  return startBackgroundOperation(
    scope,
    {
      type: 'customers.export',
      permission: 'customers.read',
      contract: exportCustomersJob,
      payload: { query },
      result: csv,
      containsPersonalData: true,
    },
    null,
    (work) => inTransaction(scope, work),
  )
}

/** Writes customers from newest to oldest, continuing after the last one written. Customers created after the start are not included. */
export async function runCustomerExport(scope: JobScope, payload: { operationId: string }): Promise<void> {
  await runInSteps(scope, exportCustomersJob, payload, async (acting, operation) => {
    const query = exportCustomersQuerySchema.parse({ ...(operation.payload.query as object), sortBy: 'createdAt', sortOrder: 'desc' })
    const total = operation.total ?? (await countCustomersMatching(acting, query))
    const { text, count, last } = await exportBatch(
      acting,
      query,
      operation.cursor === null ? { skip: 0, size: batchSize } : { after: operation.cursor, size: batchSize },
    )
    return {
      isLast: count < batchSize,
      done: count,
      total,
      cursor: last ?? operation.cursor,
      result: (operation.cursor === null ? customersCsv.headerLine(query.columns) : '') + text,
    }
  })
}

async function exportBatch(scope: WorkspaceScope, { sortBy, sortOrder, columns, ...filter }: ExportCustomers, range: CustomerRange) {
  const customers = await customersMatching(scope, filter, { by: sortBy, direction: sortOrder }, range)
  const presented = await presentCustomers(scope, customers, columns?.includes('link') === true)
  return {
    text: customersCsv.lines(
      columns,
      presented.map((customer) => [customer]),
    ),
    count: presented.length,
    last: customers.at(-1)?.id,
  }
}
