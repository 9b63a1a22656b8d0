import type { Scope } from '../kernel/scope.js'
import type { Link } from './link.entity.js'
import { forgetLinks } from './link-cache.js'

/** Once the change is kept, no process goes on answering from what it remembered of these links. */
export function tellChange(scope: Scope, ...links: Pick<Link, 'domain' | 'lookupKey'>[]): void {
  const places = links.map(({ domain, lookupKey }) => [domain, lookupKey] as const)
  scope.afterCommit(() => forgetLinks(scope.store, places))
}
