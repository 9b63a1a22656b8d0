import type { WorkspaceScope } from '../accounts/index.js'
import type { GetCustomers } from './customer-input.schema.js'
import { customersMatching, type CustomerRange } from './customer-list.queries.js'
import { findCustomer } from './customer.queries.js'
import type { CustomerResponse } from './customer.schema.js'
import { cursorNotFound } from './errors.js'
import { presentCustomers } from './present-customer.js'
import { requireReadableLink } from './require-readable-link.js'

/** Customers of the workspace, by page or by cursor. */
export async function listCustomers(scope: WorkspaceScope, query: GetCustomers): Promise<CustomerResponse[]> {
  const { startingAfter, endingBefore, page = 1, pageSize, sortBy, sortOrder, includeExpandedFields, ...filter } = query
  const cursor = startingAfter ?? endingBefore
  if (cursor !== undefined && !(await findCustomer(scope, { id: cursor }))) throw cursorNotFound(cursor)
  await requireReadableLink(scope, filter.linkId)
  const customers = await customersMatching(
    scope,
    filter,
    { by: sortBy, direction: sortOrder },
    toRange(startingAfter, endingBefore, page, pageSize),
  )
  return presentCustomers(scope, customers, includeExpandedFields === true)
}

function toRange(after: string | undefined, before: string | undefined, page: number, size: number): CustomerRange {
  if (after !== undefined) return { after, size }
  if (before !== undefined) return { before, size }
  return { skip: (page - 1) * size, size }
}
