import type { WorkspaceScope } from '../../accounts/index.js'
import { domainArchived } from '../errors.js'
import { lockPrimaryDomain, clearPrimaryDomain } from './domain-list.queries.js'
import { type DomainResponse, presentDomain } from './present-domain.js'
import { requireDomain } from './require-domain.js'

/** Makes this the only primary domain of the workspace: the default for new links without a domain. */
export async function setPrimaryDomain(scope: WorkspaceScope, slug: string): Promise<DomainResponse> {
  await lockPrimaryDomain(scope, scope.workspace.id)
  await clearPrimaryDomain(scope, scope.workspace.id)
  const domain = await requireDomain(scope, slug)
  if (domain.archived) throw domainArchived(domain.slug)
  Object.assign(domain, { primary: true, updatedAt: scope.now() })
  await scope.em.flush()
  return presentDomain(domain)
}
