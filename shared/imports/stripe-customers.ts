/** The Stripe ids of imported customers, found by their email addresses after all pages of the source are stored. */
import type { InWorkspace, WorkspaceScope } from '../accounts/index.js'
import type { BackgroundOperation, StepResult } from '../background-operations/index.js'
import { setStripeCustomerIds } from '../customers/index.js'
import { ServiceError } from '../kernel/errors.js'
import type { Scope } from '../kernel/scope.js'
import { stripeCustomerNotFound } from './errors.js'
import { customersWithoutStripeId, type CustomerWithoutStripeId } from './imported-objects.queries.js'

/** Returns a function that finds the Stripe id of a customer by its email address; null if the workspace has no key of Stripe. */
export type OpenStripeCustomers = (scope: InWorkspace) => Promise<((email: string) => Promise<string | null>) | null>

const prefix = 'stripe '
const pageSize = 100
const requestsAtOnce = 4

/** The cursor at which the customers are looked up; no source has such a cursor. */
export const firstLookup = prefix
export const isLookup = (cursor: string | null): cursor is string => cursor?.startsWith(prefix) ?? false

export interface Lookup {
  found: (CustomerWithoutStripeId & { stripeCustomerId: string | null })[]
  next: string | null
}

/** Looks up the next customers of the import. Returns the error if Stripe cannot be read. */
export async function lookUpCustomers(
  scope: Pick<Scope, 'pool'>,
  importId: string,
  cursor: string,
  find: (email: string) => Promise<string | null>,
): Promise<Lookup | ServiceError> {
  const customers = await customersWithoutStripeId(scope, importId, cursor.slice(prefix.length), pageSize)
  const found: Lookup['found'] = []
  const left = customers.values()
  const work = async (): Promise<void> => {
    for (const customer of left) found.push({ ...customer, stripeCustomerId: await find(customer.email) })
  }
  try {
    await Promise.all(Array.from({ length: requestsAtOnce }, work))
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
  const last = customers.length < pageSize ? undefined : customers.at(-1)
  return { found, next: last ? prefix + last.sourceId : null }
}

/** Stores what was found and reports the others. If Stripe cannot be read, that is reported and the import ends. */
export async function storeLookup(
  scope: WorkspaceScope,
  lookup: Lookup | ServiceError,
  operation: BackgroundOperation,
): Promise<StepResult> {
  const index = operation.done + operation.failed
  if (lookup instanceof ServiceError) {
    const { message: error, code } = lookup
    return { isLast: true, done: 0, errors: [{ index, element: { entity: 'customer', id: null }, error, code }], cursor: null }
  }
  const { found, next } = lookup
  await setStripeCustomerIds(scope, found)
  const errors = found
    .filter(({ stripeCustomerId }) => stripeCustomerId === null)
    .map(({ sourceId, email }, offset) => {
      const { message, code } = stripeCustomerNotFound(email)
      return { index: index + offset, element: { entity: 'customer', id: sourceId }, error: message, code }
    })
  return { isLast: next === null, done: 0, errors, cursor: next }
}
