import type { WorkspaceScope } from '../../accounts/index.js'
import { deleteLinksOfDomain } from '../jobs.js'
import { tellDomainChange } from '../tell-change.js'
import { lockPrimary, promoteAnother } from './domain-list.queries.js'
import { requireDomain } from './require-domain.js'

/** Deletes a domain: it answers nobody any more; a job deletes its links. Where it was the primary one, another becomes it. */
export async function deleteDomain(scope: WorkspaceScope, slug: string): Promise<{ slug: string }> {
  await lockPrimary(scope, scope.workspace.id)
  const domain = await requireDomain(scope, slug)
  Object.assign(domain, { deletedAt: scope.now(), primary: false })
  await scope.em.flush()
  await promoteAnother(scope, scope.workspace.id)
  scope.enqueue(deleteLinksOfDomain, { domainId: domain.id })
  tellDomainChange(scope, domain.slug)
  return { slug: domain.slug }
}
