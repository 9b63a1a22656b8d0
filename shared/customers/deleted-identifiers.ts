/**
 * Identifiers of a deleted customer and of those merged into it, also at providers, for erasure elsewhere. They are encrypted because queue
 * messages are stored in plain text.
 */
import type { Scope } from '../kernel/scope.js'
import type { Customer } from './customer.entity.js'
import type { CustomerDeletion } from './events.js'

export const sealIdentifiers = (
  { vault }: Pick<Scope, 'vault'>,
  { id, externalId, stripeCustomerId, email }: Customer,
  others: readonly string[],
): string => vault.seal(JSON.stringify([externalId, stripeCustomerId, email, ...others].filter((identifier) => identifier !== null)), id)

/** Empty for messages from versions without this field. */
export const identifiersOfDeleted = ({ vault }: Pick<Scope, 'vault'>, { customerId, sealedIdentifiers }: CustomerDeletion): string[] =>
  sealedIdentifiers === undefined ? [] : (JSON.parse(vault.open(sealedIdentifiers, customerId)) as string[])
