import { z } from 'zod'
import { throttle, type WorkspaceScope } from '../../accounts/index.js'
import { seconds } from '../../kernel/time.js'
import type { DomainStatus } from './domain-input.schema.js'
import { noRegistrar, type Registrar } from './registrar.js'

export const SearchAvailableDomains = z.object({
  domain: z
    .string()
    .toLowerCase()
    .regex(/^[a-z0-9-]{1,60}\.link$/, 'One name that ends in .link'),
})

/** A registrar is asked about one name so often. */
const pace = { requests: 1, window: seconds(5) }
const beginnings = ['get', 'try', 'use']

/** Whether a name can be bought, and those that are like it. */
export async function searchAvailableDomains(
  scope: WorkspaceScope,
  { domain }: z.infer<typeof SearchAvailableDomains>,
  registrar: Registrar = noRegistrar,
): Promise<z.infer<typeof DomainStatus>[]> {
  await throttle(scope, `domain-search:${domain}`, pace)
  return registrar.statusOf([domain, ...beginnings.map((beginning) => beginning + domain)])
}
