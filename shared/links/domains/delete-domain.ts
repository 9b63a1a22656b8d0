import type { WorkspaceScope } from '../../accounts/index.js'
import type { Scope } from '../../kernel/scope.js'
import type { Domain } from '../domain.entity.js'
import { invalidateDomain } from '../invalidate-links.js'
import { deleteLinksOfDomain } from '../jobs.js'
import { lockPrimaryDomain, ensurePrimaryDomain } from './domain-list.queries.js'
import { requireDomain } from './require-domain.js'

/** Marks a domain as deleted, which stops its redirects at once; a job deletes its links. If it was primary, another domain becomes primary. */
export async function deleteDomain(scope: WorkspaceScope, slug: string): Promise<{ slug: string }> {
  const domain = await requireDomain(scope, slug)
  await removeDomain(scope, domain)
  return { slug: domain.slug }
}

export async function removeDomain(scope: Scope, domain: Domain): Promise<void> {
  const { workspaceId } = domain
  if (workspaceId) await lockPrimaryDomain(scope, workspaceId)
  Object.assign(domain, { deletedAt: scope.now(), primary: false })
  await scope.em.flush()
  if (workspaceId) await ensurePrimaryDomain(scope, workspaceId)
  scope.enqueue(deleteLinksOfDomain, { domainId: domain.id })
  invalidateDomain(scope, domain.slug)
}
