import { z } from 'zod'
import { throttle, type WorkspaceScope } from '../../accounts/index.js'
import { seconds } from '../../kernel/time.js'
import type { DomainStatus } from './domain-input.schema.js'
import { openRegistrar } from './registrar.js'

export const SearchAvailableDomains = z.object({
  domain: z
    .string()
    .toLowerCase()
    .regex(/^[a-z0-9-]{1,60}\.link$/, 'must be one name that ends in .link'),
})

/** Limits registrar queries per name. */
const searchRate = { requests: 1, windowMs: seconds(5) }
const prefixes = ['get', 'try', 'use']

/** Availability of a name and of its variants with a prefix. */
export async function searchAvailableDomains(
  scope: WorkspaceScope,
  { domain }: z.infer<typeof SearchAvailableDomains>,
): Promise<z.infer<typeof DomainStatus>[]> {
  await throttle(scope, `domain-search:${domain}`, searchRate)
  return openRegistrar(scope).statusOf(namesLike(domain))
}

/** The name and its variants with a prefix. */
export const namesLike = (domain: string): string[] => [domain, ...prefixes.map((prefix) => prefix + domain)]
