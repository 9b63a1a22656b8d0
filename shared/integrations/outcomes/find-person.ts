import { z } from 'zod'
import type { InWorkspace } from '../../accounts/index.js'
import { type Customer, findCustomer, learnStripeCustomer } from '../../customers/index.js'
import { ServiceError } from '../../kernel/errors.js'
import { requireClick } from '../../tracking/index.js'
import { releaseWaiting } from '../deliveries/release-waiting.js'
import { customerNamed, keepName } from './customer.queries.js'
import type { Person } from './outcome.js'

/** As the rest of the service takes them: what is too long or no address was never said. */
export function sane(person: Person): Person {
  const short = (text: string | undefined, longest = 100) => (text !== undefined && text.length <= longest ? text : undefined)
  const email = short(person.email?.toLowerCase())
  return {
    clickId: person.clickId,
    externalId: short(person.externalId),
    providerId: short(person.providerId),
    email: z.email().safeParse(email).success ? email : undefined,
    name: person.name?.slice(0, 100),
  }
}

/** The customer who is meant: by your own id, by the provider's, by the address, in this order. */
export async function findPerson(scope: InWorkspace, provider: string, person: Person): Promise<Customer | null> {
  const { externalId, providerId, email } = sane(person)
  const named = providerId && (await customerNamed(scope, provider, providerId))
  return (
    (externalId && (await findCustomer(scope, { externalId }))) ||
    (named && (await findCustomer(scope, { id: named }))) ||
    (providerId && provider === 'stripe' && (await findCustomer(scope, { stripeCustomerId: providerId }))) ||
    (providerId && (await findCustomer(scope, { externalId: ownNameOf(provider, providerId) }))) ||
    (email && (await findCustomer(scope, { email }))) ||
    null
  )
}

/** What the provider's id is among the workspace's own: a mere number could be anybody's there. */
export const ownNameOf = (provider: string, providerId: string) => (/^\d+$/.test(providerId) ? `${provider}_${providerId}` : providerId)

/** What somebody who is new is called: your own id of them, else the provider's, else their address. */
export const externalIdOf = (provider: string, { externalId, providerId, email }: Person) =>
  externalId ?? (providerId === undefined ? email : ownNameOf(provider, providerId))

/** Remembers by which ids of the provider the customer is meant, and takes up what waited for them. */
export async function learnNames(
  scope: InWorkspace,
  provider: string,
  { providerId }: Person,
  customer: Pick<Customer, 'id'>,
): Promise<void> {
  if (!providerId) return
  if (provider === 'stripe') await learnStripeCustomer(scope, customer.id, providerId)
  if (await keepName(scope, provider, providerId, customer.id))
    await releaseWaiting(scope, { workspaceId: scope.workspace.id, customerId: customer.id })
}

/** The click that is named, unless it is not this workspace's or its link is gone. */
export async function usableClick(scope: InWorkspace, clickId: string | undefined): Promise<string | undefined> {
  if (!clickId) return undefined
  try {
    await requireClick(scope, clickId)
    return clickId
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found') return undefined
    throw error
  }
}
