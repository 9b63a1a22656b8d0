import type { Scope } from '../kernel/scope.js'
import { keyDomainOf } from './choose-domain.js'
import { domainsBySlug } from './domain.queries.js'
import { lookupKeyOf } from './keys.js'

/**
 * The forms in which the domains compare these keys, in the same order. Domains are named by their slugs; the service compares keys without
 * case on those that do not exist.
 */
export async function lookupKeysOf(
  scope: Pick<Scope, 'em'>,
  links: readonly Readonly<{ domain: string; key: string }>[],
): Promise<string[]> {
  const domains = await domainsBySlug(scope, [...new Set(links.map(({ domain }) => domain))])
  return links.map(({ domain: slug, key }) => {
    const domain = domains.get(slug)
    return lookupKeyOf(key, domain ? keyDomainOf(domain) : { shared: false, caseSensitive: false })
  })
}

export async function lookupKeyOn(scope: Pick<Scope, 'em'>, domain: string, key: string): Promise<string> {
  const [lookupKey] = await lookupKeysOf(scope, [{ domain, key }])
  return lookupKey as string
}
