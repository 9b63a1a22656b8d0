import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { csvBatch, csvExport } from '../../background-operations/index.js'
import { customerFilterFields, customerSortKeys } from '../customer-input.schema.js'
import { countCustomersMatching, customersMatching, referralsOfCustomers } from '../customer-list.queries.js'
import type { Customer } from '../customer.entity.js'
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

/** Large exports go from newest to oldest. Customers created after the start are not included. */
export const { start: exportCustomers, run: runCustomerExport } = csvExport<ExportCustomers>({
  type: 'customers.export',
  permission: 'customers.read',
  contract: exportCustomersJob,
  query: exportCustomersQuerySchema,
  fileName: 'customers.csv',
  containsPersonalData: true,
  check: (scope, { linkId }) => requireReadableLink(scope, linkId),
  headerLine: ({ columns }) => customersCsv.headerLine(columns),
  count: (scope, { sortBy: _by, sortOrder: _order, columns: _columns, ...filter }) => countCustomersMatching(scope, filter),
  async firstRows(scope, { sortBy, sortOrder, columns, ...filter }, size) {
    const customers = await customersMatching(scope, filter, { by: sortBy, direction: sortOrder }, { skip: 0, size })
    return { text: await linesOf(scope, customers, columns), count: customers.length }
  },
  async batch(scope, { sortBy: _by, sortOrder: _order, columns, ...filter }, { after, size }) {
    const range = after === null ? { skip: 0, size } : { after, size }
    const customers = await customersMatching(scope, filter, { by: 'createdAt', direction: 'desc' }, range)
    return csvBatch(customers, size, await linesOf(scope, customers, columns), ({ id }) => id)
  },
})

async function linesOf(scope: WorkspaceScope, customers: Customer[], columns: string[] = []): Promise<string> {
  const presented = await presentCustomers(scope, customers, columns.includes('link'))
  const referrals = columns.some((name) => name.startsWith('partner')) ? await referralsOfCustomers(scope, customers) : null
  return customersCsv.lines(
    columns,
    presented.map((customer) => [customer, referrals?.get(customer.id)]),
  )
}
