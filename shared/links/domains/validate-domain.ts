import { z } from 'zod'
import type { UserScope } from '../../accounts/index.js'
import { isSlugTaken } from './domain-slugs.queries.js'
import { dnsResolver, type Resolver } from './resolver.js'
import { beginsWithWww, isOfService, slugOf } from './slug.js'

export const DomainValidation = z.object({
  status: z
    .enum(['available', 'conflict', 'has site', 'invalid'])
    .meta({ description: '`conflict`: somebody has it here. `has site`: its DNS leads somewhere already.' }),
  message: z.string().optional().meta({ description: 'Why it is invalid.' }),
})

/** Whether a name could be added as a domain. Asks the DNS and nobody else: where nothing answers, nothing can be lost. */
export async function validateDomain(
  scope: UserScope,
  text: string,
  resolver: Resolver = dnsResolver(scope.config.dnsServers),
): Promise<z.infer<typeof DomainValidation>> {
  const slug = slugOf(text)
  if (!slug) return { status: 'invalid', message: 'This is not the name of a host.' }
  if (beginsWithWww(slug)) return { status: 'invalid', message: 'Leave out www.: it reaches the domain without it.' }
  if (isOfService(scope.config, slug) || (await isSlugTaken(scope, slug))) return { status: 'conflict' }
  try {
    return { status: (await resolver.addresses(slug)).length > 0 ? 'has site' : 'available' }
  } catch (error) {
    scope.log.warn({ err: error, domain: slug }, 'the DNS could not be asked about a name')
    return { status: 'invalid', message: 'The DNS could not be asked about this name. Try again later.' }
  }
}
