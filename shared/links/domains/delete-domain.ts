import type { WorkspaceScope } from '../../accounts/index.js'
import type { Scope } from '../../kernel/scope.js'
import type { Domain } from '../domain.entity.js'
import { domainOfProgram } from '../errors.js'
import { invalidateDomain } from '../invalidate-links.js'
import { deleteLinksOfDomain } from '../jobs.js'
import { isDomainOfProgram } from '../program-references.queries.js'
import { lockPrimaryDomain, ensurePrimaryDomain } from './domain-list.queries.js'
import { requireDomain } from './require-domain.js'
import { requireNotRegistered } from './require-not-registered.js'

/**
 * Marks a domain as deleted, which stops its redirects at once; a job deletes its links. If it was primary, another domain becomes primary.
 * Refused for the domain of a program and for one that was registered here.
 */
export async function deleteDomain(scope: WorkspaceScope, slug: string): Promise<{ slug: string }> {
  const domain = await requireDomain(scope, slug)
  requireNotRegistered(scope, domain)
  if (await isDomainOfProgram(scope, domain.slug)) throw domainOfProgram(domain.slug)
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
