import { z } from 'zod'
import { notFound } from '../kernel/errors.js'
import type { Scope } from '../kernel/scope.js'
import { Domain } from './domain.entity.js'

export const IsDomainAllowed = z.object({ domain: z.string().min(1).max(253).toLowerCase() })

/**
 * Whether a certificate may be made for a host: our own address, or a short domain that somebody added. Asked by the TLS proxy before it
 * bothers an authority; a refusal is `not_found`.
 */
export async function isDomainAllowed({ em, config }: Scope, { domain }: z.infer<typeof IsDomainAllowed>) {
  const isOurs = domain === new URL(config.baseUrl).hostname
  if (!isOurs && (await em.count(Domain, { slug: domain.replace(/^www\./, ''), archived: false, deletedAt: null })) === 0)
    throw notFound(`No short domain ${domain} is known here.`)
  return { domain, allowed: true }
}
