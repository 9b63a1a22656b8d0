import type { WorkspaceScope } from '../../accounts/index.js'
import { lockPrimary, withdrawPrimary } from './domain-list.queries.js'
import { type DomainAnswer, presentDomain } from './present-domain.js'
import { requireDomain } from './require-domain.js'

/** From now on links without a domain of their own are made here; no other domain of the workspace is the primary one. */
export async function setPrimaryDomain(scope: WorkspaceScope, slug: string): Promise<DomainAnswer> {
  await lockPrimary(scope, scope.workspace.id)
  await withdrawPrimary(scope, scope.workspace.id)
  const domain = await requireDomain(scope, slug)
  Object.assign(domain, { primary: true, updatedAt: scope.now() })
  await scope.em.flush()
  return presentDomain(domain)
}
