import type { Scope } from '../../kernel/scope.js'
import { invalidDomainSlug, domainBelongsToService, domainTaken, domainWithWww } from '../errors.js'
import { isSlugTaken, lockSlugs } from './domain-slugs.queries.js'
import { hasWwwPrefix, isServiceHost, normaliseSlug } from './slug.js'

/** Normalises a domain name and locks it until the transaction ends. Rejects an invalid name, a host of the service, and a name in use. */
export async function requireFreeSlug(scope: Scope, text: string, formerSlug: string | null = null): Promise<string> {
  const slug = normaliseSlug(text)
  if (!slug) throw invalidDomainSlug()
  if (hasWwwPrefix(slug)) throw domainWithWww()
  if (isServiceHost(scope.config, slug)) throw domainBelongsToService(slug)
  await lockSlugs(scope, formerSlug ? [formerSlug, slug] : [slug])
  if (await isSlugTaken(scope, slug)) throw domainTaken(slug)
  return slug
}
