import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { checkDomainDns } from './check-domain-dns.js'
import { verificationStatuses } from './dns-verification.js'
import { requireDomain } from './require-domain.js'

export const DomainVerification = z.object({
  domain: z.string(),
  status: z.enum(verificationStatuses),
  verified: z.boolean(),
  lastChecked: z.string(),
  records: z
    .array(z.object({ type: z.string(), name: z.string(), value: z.string(), found: z.string().array(), isRight: z.boolean() }))
    .meta({ description: 'DNS records to create, each with the values found now.' }),
})

/** Checks the DNS of a domain now and returns the records that must exist. */
export async function verifyDomain(scope: WorkspaceScope, slug: string): Promise<z.infer<typeof DomainVerification>> {
  const domain = await requireDomain(scope, slug)
  const { status, records } = await checkDomainDns(scope, domain)
  const verified = status === 'Unknown Error' ? domain.verified : status === 'Valid Configuration'
  return { domain: domain.slug, status, verified, lastChecked: scope.now().toISOString(), records }
}
