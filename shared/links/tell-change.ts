import type { Scope } from '../kernel/scope.js'
import { forgetPlaces } from './link-cache.js'
import type { Link } from './link.entity.js'

/**
 * Whoever follows these links after the answer to the change finds them as they are then: they are forgotten once it is kept, and before
 * the answer leaves.
 */
export function tellChange(scope: Scope, ...links: Pick<Link, 'domain' | 'lookupKey'>[]): void {
  const places = links.map(({ domain, lookupKey }) => [domain, lookupKey] as const)
  scope.afterCommit(() => forgetPlaces(scope.store, places))
}

/** The same of a domain; of one that is renamed, by either name. */
export const tellDomainChange = (scope: Scope, slug: string): void => scope.afterCommit(() => forgetPlaces(scope.store, [[slug]]))
