import type { Scope } from '../kernel/scope.js'
import { keyDomainOf } from './choose-domain.js'
import { domainsBySlug } from './domain.queries.js'
import { requestedSlugs } from './domains/slug.js'
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

/** The slugs of the domains that requests name. A name that no domain has is returned as it is looked up. */
export async function slugsOfNames(scope: Pick<Scope, 'em'>, names: readonly string[]): Promise<Map<string, string>> {
  const requested = new Map(names.map((name) => [name, requestedSlugs(name)]))
  const domains = await domainsBySlug(
    scope,
    [...requested.values()].flatMap((slugs) => (slugs.length > 1 ? slugs : [])),
  )
  return new Map([...requested].map(([name, slugs]) => [name, slugs.find((slug) => domains.has(slug)) ?? (slugs[0] as string)]))
}
