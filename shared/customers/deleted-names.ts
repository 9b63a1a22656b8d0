/** What a deleted customer may be called by elsewhere. It travels sealed: messages lie readable in queues. */
import type { Scope } from '../kernel/scope.js'
import type { Customer } from './customer.entity.js'
import type { CustomerDeletion } from './events.js'

export const sealNames = ({ vault }: Pick<Scope, 'vault'>, { id, externalId, stripeCustomerId, email }: Customer): string =>
  vault.seal(JSON.stringify([externalId, stripeCustomerId, email].filter((name) => name !== null)), id)

/** Messages that were sent by an older version have none. */
export const namesOfDeleted = ({ vault }: Pick<Scope, 'vault'>, { customerId, names }: CustomerDeletion): string[] =>
  names === undefined ? [] : (JSON.parse(vault.open(names, customerId)) as string[])
