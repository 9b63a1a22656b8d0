import type { WorkspaceScope } from '../accounts/index.js'
import type { GetCustomers } from './customer-input.schema.js'
import { customersMatching, type CustomerWindow } from './customer-list.queries.js'
import { findCustomer } from './customer.queries.js'
import type { CustomerAnswer } from './customer.schema.js'
import { cursorNotFound } from './errors.js'
import { presentCustomers } from './present-customer.js'

/** Customers of the workspace, by page or from a cursor. */
export async function listCustomers(scope: WorkspaceScope, asked: GetCustomers): Promise<CustomerAnswer[]> {
  const { startingAfter, endingBefore, page = 1, pageSize, sortBy, sortOrder, includeExpandedFields, ...filter } = asked
  const cursor = startingAfter ?? endingBefore
  if (cursor !== undefined && !(await findCustomer(scope, { id: cursor }))) throw cursorNotFound(cursor)
  const customers = await customersMatching(
    scope,
    filter,
    { by: sortBy, direction: sortOrder },
    windowOf(startingAfter, endingBefore, page, pageSize),
  )
  return presentCustomers(scope, customers, includeExpandedFields === true)
}

function windowOf(after: string | undefined, before: string | undefined, page: number, size: number): CustomerWindow {
  if (after !== undefined) return { after, size }
  if (before !== undefined) return { before, size }
  return { skip: (page - 1) * size, size }
}
