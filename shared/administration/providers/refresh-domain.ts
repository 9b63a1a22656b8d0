import { z } from 'zod'
import type { AdminScope } from '../../kernel/scope.js'
import { asciiDomain, Domain, verifyDomain } from '../../links/index.js'
import { domainNotFound } from '../errors.js'
import type { Success } from '../success.schema.js'
import { ownerScope } from '../workspaces/owner-scope.js'

export const refreshDomainBodySchema = z.object({ domain: z.string().min(1).max(190).overwrite(asciiDomain) })

/**
 * Checks the DNS records of the domain now. This installation is its own host: certificates follow the records. Requires that no
 * transaction is open.
 */
export async function refreshDomain(
  scope: AdminScope,
  { domain: slug }: z.infer<typeof refreshDomainBodySchema>,
): Promise<z.infer<typeof Success>> {
  const domain = await scope.em.findOne(Domain, { slug })
  const owner = domain?.workspaceId ? await ownerScope(scope, domain.workspaceId) : null
  if (!owner) throw domainNotFound(slug)
  await verifyDomain(owner, slug)
  return { success: true }
}
