import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { checkDomain } from './check-domain.js'
import { domainStatuses } from './domain-check.js'
import { requireDomain } from './require-domain.js'

export const DomainVerification = z.object({
  domain: z.string(),
  status: z.enum(domainStatuses),
  verified: z.boolean(),
  lastChecked: z.string(),
  records: z
    .array(z.object({ type: z.string(), name: z.string(), value: z.string(), found: z.string().array(), isRight: z.boolean() }))
    .meta({ description: 'DNS records to create, each with what stands in its place now.' }),
})

/** Looks at the DNS now, and says which records have to be created. */
export async function verifyDomain(scope: WorkspaceScope, slug: string): Promise<z.infer<typeof DomainVerification>> {
  const domain = await requireDomain(scope, slug)
  const { status, records } = await checkDomain(scope, domain)
  const verified = status === 'Unknown Error' ? domain.verified : status === 'Valid Configuration'
  return { domain: domain.slug, status, verified, lastChecked: scope.now().toISOString(), records }
}
