import { z } from 'zod'
import { notFound } from '../kernel/errors.js'
import type { Scope } from '../kernel/scope.js'
import { Domain } from './domain.entity.js'
import { requestedSlugs } from './domains/slug.js'

export const IsDomainAllowed = z.object({ domain: z.string().min(1).max(253).toLowerCase() })

/**
 * Whether the TLS proxy may request a certificate for a host: the host of BASE_URL or a short domain, also an archived one, whose links
 * keep redirecting. Throws `not_found` for any other host.
 */
export async function isDomainAllowed({ em, config }: Scope, { domain }: z.infer<typeof IsDomainAllowed>) {
  const isBaseHost = domain === new URL(config.baseUrl).hostname
  if (!isBaseHost && (await em.count(Domain, { slug: requestedSlugs(domain), deletedAt: null })) === 0)
    throw notFound(`Domain ${domain} not found.`)
  return { domain, allowed: true }
}
