import type { Scope } from '../kernel/scope.js'
import { publishInvalidation } from './link-cache.js'
import type { Link } from './link.entity.js'

/**
 * Invalidates cached links after the transaction commits and before the response is sent, so that visitors who follow a link after the
 * response get its new state.
 */
export function invalidateLinks(scope: Scope, ...links: Pick<Link, 'domain' | 'lookupKey'>[]): void {
  const addresses = links.map(({ domain, lookupKey }) => [domain, lookupKey] as const)
  scope.afterCommit(() => publishInvalidation(scope.store, addresses))
}

/** Invalidates a cached domain. For a renamed domain, call it with both names. */
export const invalidateDomain = (scope: Scope, slug: string): void => scope.afterCommit(() => publishInvalidation(scope.store, [[slug]]))
