import { z } from 'zod'
import type { UserScope } from '../../accounts/index.js'
import { isSlugTaken } from './domain-slugs.queries.js'
import { dnsResolver, type Resolver } from './resolver.js'
import { hasWwwPrefix, isServiceHost, normaliseSlug } from './slug.js'

export const DomainValidation = z.object({
  status: z
    .enum(['available', 'conflict', 'has site', 'invalid'])
    .meta({ description: '`conflict`: already in use on this installation. `has site`: its DNS already points to addresses.' }),
  message: z.string().optional().meta({ description: 'Why the name is invalid.' }),
})

/**
 * Checks whether a name could be added as a domain. Only DNS is queried, never the site: a name without addresses serves nothing that could
 * be lost.
 */
export async function validateDomain(
  scope: UserScope,
  text: string,
  resolver: Resolver = dnsResolver(scope.config.dnsServers),
): Promise<z.infer<typeof DomainValidation>> {
  const slug = normaliseSlug(text)
  if (!slug) return { status: 'invalid', message: 'Not a valid host name.' }
  if (hasWwwPrefix(slug)) return { status: 'invalid', message: 'Remove www. from the name: visitors who type it reach the same domain.' }
  if (isServiceHost(scope.config, slug) || (await isSlugTaken(scope, slug))) return { status: 'conflict' }
  try {
    return { status: (await resolver.addresses(slug)).length > 0 ? 'has site' : 'available' }
  } catch (error) {
    scope.log.warn({ err: error, domain: slug }, 'DNS lookup of a name failed')
    return { status: 'invalid', message: 'The DNS lookup of this name failed. Try again later.' }
  }
}
