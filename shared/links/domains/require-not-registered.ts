import type { Scope } from '../../kernel/scope.js'
import type { Domain } from '../domain.entity.js'
import { domainRegisteredHere } from '../errors.js'
import { renewalOrderMs } from '../limits.js'

/**
 * Refuses a domain that the installation pays for: under another name, or without its row, it would not be renewed. A purchase is settled
 * by a job; a renewal whose answer was lost is not, and counts for as long as its order may take.
 */
export function requireNotRegistered({ now }: Pick<Scope, 'now'>, { slug, orderedAt, registeredAt, registrationEndsAt }: Domain): void {
  const isOrdered = orderedAt && (!registeredAt || orderedAt.getTime() > now().getTime() - renewalOrderMs)
  if (isOrdered || (registrationEndsAt && registrationEndsAt > now())) throw domainRegisteredHere(slug)
}
