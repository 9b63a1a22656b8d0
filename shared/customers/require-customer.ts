import type { InWorkspace } from '../accounts/index.js'
import type { Customer } from './customer.entity.js'
import { findCustomer } from './customer.queries.js'
import { customerNotFound } from './errors.js'
import { externalPrefix } from './external-prefix.js'

/**
 * The customer of this workspace with that id, or with that external id behind `ext_`. One of another workspace is not found, so that
 * nobody learns which ids exist.
 */
export async function requireCustomer(scope: InWorkspace, id: string, options: { locked?: boolean } = {}): Promise<Customer> {
  const name = id.startsWith(externalPrefix) ? { externalId: id.slice(externalPrefix.length) } : { id }
  const customer = await findCustomer(scope, name, options)
  if (!customer) throw customerNotFound()
  return customer
}
