import type { Scope } from '../../kernel/scope.js'
import type { Domain } from '../domain.entity.js'
import { domainRegisteredHere } from '../errors.js'

/** Refuses a domain that the installation pays for: under another name, or without its row, it would not be renewed. */
export function requireNotRegistered({ now }: Pick<Scope, 'now'>, { slug, orderedAt, registrationEndsAt }: Domain): void {
  if (orderedAt || (registrationEndsAt && registrationEndsAt > now())) throw domainRegisteredHere(slug)
}
