import type { Scope } from '../../kernel/scope.js'
import { domainMalformed, domainOfService, domainTaken, domainWithWww } from '../errors.js'
import { isSlugTaken, lockSlugs } from './domain-slugs.queries.js'
import { beginsWithWww, isOfService, slugOf } from './slug.js'

/** The name in its kept form, for this transaction alone. Refuses what is no name, what belongs to the service, and what somebody has. */
export async function requireFreeSlug(scope: Scope, text: string, before: string | null = null): Promise<string> {
  const slug = slugOf(text)
  if (!slug) throw domainMalformed()
  if (beginsWithWww(slug)) throw domainWithWww()
  if (isOfService(scope.config, slug)) throw domainOfService(slug)
  await lockSlugs(scope, before ? [before, slug] : [slug])
  if (await isSlugTaken(scope, slug)) throw domainTaken(slug)
  return slug
}
