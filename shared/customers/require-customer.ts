import type { InWorkspace } from '../accounts/index.js'
import type { Customer } from './customer.entity.js'
import { findCustomer } from './customer.queries.js'
import { customerNotFound } from './errors.js'
import { externalPrefix } from './external-prefix.js'

/**
 * Finds a customer of the workspace by id, or by external id with the `ext_` prefix. Customers of other workspaces are reported as not
 * found, so that callers cannot probe ids.
 */
export async function requireCustomer(scope: InWorkspace, id: string, options: { locked?: boolean } = {}): Promise<Customer> {
  const identifier = id.startsWith(externalPrefix) ? { externalId: id.slice(externalPrefix.length) } : { id }
  const customer = await findCustomer(scope, identifier, options)
  if (!customer) throw customerNotFound()
  return customer
}
