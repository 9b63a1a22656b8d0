import type { WorkspaceScope } from '../../accounts/index.js'
import { invalidateDomain } from '../invalidate-links.js'
import { deleteLinksOfDomain } from '../jobs.js'
import { lockPrimaryDomain, ensurePrimaryDomain } from './domain-list.queries.js'
import { requireDomain } from './require-domain.js'

/** Marks a domain as deleted, which stops its redirects at once; a job deletes its links. If it was primary, another domain becomes primary. */
export async function deleteDomain(scope: WorkspaceScope, slug: string): Promise<{ slug: string }> {
  await lockPrimaryDomain(scope, scope.workspace.id)
  const domain = await requireDomain(scope, slug)
  Object.assign(domain, { deletedAt: scope.now(), primary: false })
  await scope.em.flush()
  await ensurePrimaryDomain(scope, scope.workspace.id)
  scope.enqueue(deleteLinksOfDomain, { domainId: domain.id })
  invalidateDomain(scope, domain.slug)
  return { slug: domain.slug }
}
