import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { startErrand, workThrough } from '../../errands/index.js'
import { csvLine } from '../../kernel/csv.js'
import { textList } from '../../kernel/fields.js'
import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { customerFilterFields, customerSortings } from '../customer-input.schema.js'
import { countCustomersMatching, type CustomerWindow, customersMatching } from '../customer-list.queries.js'
import { exportCustomersInFile } from '../jobs.js'
import { presentCustomers } from '../present-customer.js'
import { chosenColumns, exportColumns } from './export-columns.js'

const names = Object.keys(exportColumns)

export const exportCustomersQuerySchema = z.object({
  ...customerFilterFields,
  sortBy: z
    .enum(customerSortings)
    .default('createdAt')
    .meta({ description: 'What the customers are sorted by where they fit into one answer; a job sorts them by creation.' }),
  sortOrder: z.enum(['asc', 'desc']).default('desc').meta({ description: 'The largest or newest first, or last.' }),
  columns: textList()
    .refine((columns) => columns.every((one) => names.includes(one)), { message: `The columns are ${names.join(', ')}.` })
    .optional()
    .meta({ description: 'Columns of the file, in the order in which they are listed here.' }),
})
type ExportCustomers = z.infer<typeof exportCustomersQuerySchema>

/** Customers in one answer, and in one step of an errand. */
const mostAtOnce = 1000

const csv = { contentType: 'application/csv; charset=utf-8', fileName: 'customers.csv' }

/** The customers as a CSV file, or the errand that makes it where they are many. */
export async function exportCustomers(scope: WorkspaceScope, asked: ExportCustomers) {
  if ((await countCustomersMatching(scope, asked)) <= mostAtOnce)
    return { ...csv, body: [headOf(asked) + (await linesOf(scope, asked, { skip: 0, size: mostAtOnce })).text] }
  return startErrand(
    scope,
    { type: 'customers.export', permission: 'links.read', of: exportCustomersInFile, payload: { asked }, result: csv, namesPeople: true },
    null,
    (work) => inTransaction(scope, work),
  )
}

/** From the newest to the oldest, behind the last one that is in the file: those that come meanwhile are no part of it. */
export async function exportCustomersOfErrand(scope: JobScope, payload: { errandId: string }): Promise<void> {
  await workThrough(scope, exportCustomersInFile, payload, async (acting, errand) => {
    const asked = exportCustomersQuerySchema.parse({ ...(errand.payload.asked as object), sortBy: 'createdAt', sortOrder: 'desc' })
    const total = errand.total ?? (await countCustomersMatching(acting, asked))
    const { text, count, last } = await linesOf(
      acting,
      asked,
      errand.cursor === null ? { skip: 0, size: mostAtOnce } : { after: errand.cursor, size: mostAtOnce },
    )
    return {
      isLast: count < mostAtOnce,
      done: count,
      total,
      cursor: last ?? errand.cursor,
      result: (errand.cursor === null ? headOf(asked) : '') + text,
    }
  })
}

const headOf = ({ columns }: ExportCustomers) => csvLine(chosenColumns(columns).map(({ label }) => label))

async function linesOf(scope: WorkspaceScope, { sortBy, sortOrder, columns, ...filter }: ExportCustomers, window: CustomerWindow) {
  const customers = await customersMatching(scope, filter, { by: sortBy, direction: sortOrder }, window)
  const shown = await presentCustomers(scope, customers, columns?.includes('link') === true)
  const chosen = chosenColumns(columns)
  return {
    text: shown.map((customer) => csvLine(chosen.map(({ cell }) => cell(customer) ?? null))).join(''),
    count: shown.length,
    last: customers.at(-1)?.id,
  }
}
