import { z } from 'zod'
import type { InWorkspace } from '../../accounts/index.js'
import { type Customer, findCustomer, setStripeCustomerId } from '../../customers/index.js'
import { ServiceError } from '../../kernel/errors.js'
import { truncateText } from '../../kernel/truncate-text.js'
import { requireClick } from '../../tracking/index.js'
import { retryPendingDeliveries } from '../deliveries/retry-pending-deliveries.js'
import type { Person } from './action.js'
import { findCustomerByProviderId, insertProviderId } from './customer.queries.js'

/** Drops identifiers that are too long and invalid email addresses. */
export function sanitizePerson(person: Person): Person {
  const short = (text: string | undefined, maxLength = 100) => (text !== undefined && text.length <= maxLength ? text : undefined)
  const email = short(person.email?.toLowerCase())
  return {
    clickId: person.clickId,
    externalId: short(person.externalId),
    providerId: short(person.providerId),
    email: z.email().safeParse(email).success ? email : undefined,
    name: person.name && truncateText(person.name, 100),
  }
}

/** Finds the customer by the workspace's own id, then the provider's id, then the email address. */
export async function findCustomerOf(scope: InWorkspace, provider: string, person: Person): Promise<Customer | null> {
  const { externalId, providerId, email } = sanitizePerson(person)
  const customerId = providerId && (await findCustomerByProviderId(scope, provider, providerId))
  return (
    (externalId && (await findCustomer(scope, { externalId }))) ||
    (customerId && (await findCustomer(scope, { id: customerId }))) ||
    (providerId && provider === 'stripe' && (await findCustomer(scope, { stripeCustomerId: providerId }))) ||
    (providerId && (await findCustomer(scope, { externalId: externalIdForProviderId(provider, providerId) }))) ||
    (email && (await findCustomer(scope, { email }))) ||
    null
  )
}

/** The external id for a provider's id. Plain numbers are prefixed, because they could collide with the workspace's own ids. */
export const externalIdForProviderId = (provider: string, providerId: string) =>
  /^\d+$/.test(providerId) ? `${provider}_${providerId}` : providerId

/** The external id of a new customer: the workspace's own id, else the provider's, else the email address. */
export const newExternalId = (provider: string, { externalId, providerId, email }: Person) =>
  externalId ?? (providerId === undefined ? email : externalIdForProviderId(provider, providerId))

/** Stores the provider's id of the customer and retries the deliveries that were pending on it. */
export async function storeProviderId(
  scope: InWorkspace,
  provider: string,
  { providerId }: Person,
  customer: Pick<Customer, 'id'>,
): Promise<void> {
  if (!providerId) return
  if (provider === 'stripe') await setStripeCustomerId(scope, customer.id, providerId)
  if (await insertProviderId(scope, provider, providerId, customer.id))
    await retryPendingDeliveries(scope, { workspaceId: scope.workspace.id, customerId: customer.id })
}

/** The click id if the click belongs to this workspace and its link still exists. */
export async function findUsableClickId(scope: InWorkspace, clickId: string | undefined): Promise<string | undefined> {
  if (!clickId) return undefined
  try {
    await requireClick(scope, clickId)
    return clickId
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found') return undefined
    throw error
  }
}
