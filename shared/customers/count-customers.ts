import type { WorkspaceScope } from '../accounts/index.js'
import { hiddenFolderIds } from '../links/index.js'
import type { CountCustomers } from './customer-input.schema.js'
import { countCustomersMatching, customersByCountry, customersByLink } from './customer-list.queries.js'
import type { CustomerCount } from './customer.schema.js'
import { requireReadableLink } from './require-readable-link.js'

/** The number of customers, or with `groupBy` the number per country or link, largest first. */
export async function countCustomers(scope: WorkspaceScope, { groupBy, ...filter }: CountCustomers): Promise<CustomerCount> {
  await requireReadableLink(scope, filter.linkId)
  if (groupBy === 'country') return customersByCountry(scope, filter)
  if (groupBy === 'linkId') return customersByLink(scope, filter, await hiddenFolderIds(scope))
  return countCustomersMatching(scope, filter)
}
