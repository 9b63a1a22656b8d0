import type { WorkspaceScope } from '../../accounts/index.js'
import { mapUniqueViolation } from '../../kernel/db/map-unique-violation.js'
import type { Domain } from '../domain.entity.js'
import { domainMoveInProgress, domainTaken } from '../errors.js'
import { invalidateDomain } from '../invalidate-links.js'
import { moveLinksToRenamedDomain } from '../jobs.js'
import type { UpdateDomain } from './domain-input.schema.js'
import { clearArchivedPrimaryDomain, ensurePrimaryDomain, lockPrimaryDomain } from './domain-list.queries.js'
import { settingsToColumns } from './domain-settings.js'
import { type DomainResponse, presentDomain } from './present-domain.js'
import { requireDomain } from './require-domain.js'
import { requireFreeSlug } from './require-free-slug.js'
import { requireNotRegistered } from './require-not-registered.js'
import { normaliseSlug } from './slug.js'

/**
 * Updates the given settings of a domain. A rename resets its verification and starts a job that moves its links. If it was primary and is
 * archived, another domain becomes primary.
 */
export async function updateDomain(
  scope: WorkspaceScope,
  slug: string,
  { slug: name, archived, ...input }: UpdateDomain,
): Promise<DomainResponse> {
  const domain = await requireDomain(scope, slug)
  const columns = { ...(await settingsToColumns(scope, input)), ...(archived === undefined ? {} : { archived }) }
  const isRenamed = name !== undefined && normaliseSlug(name) !== domain.slug
  if (!isRenamed && Object.keys(columns).length === 0) return presentDomain(domain)
  invalidateDomain(scope, domain.slug)
  Object.assign(domain, columns, { updatedAt: scope.now() })
  if (isRenamed) await rename(scope, domain, name)
  await mapUniqueViolation(scope.em.flush(), () => domainTaken(domain.slug))
  if (archived !== undefined) await replaceArchivedPrimary(scope, domain)
  return presentDomain(domain)
}

async function replaceArchivedPrimary(scope: WorkspaceScope, domain: Domain): Promise<void> {
  const { id } = scope.workspace
  await lockPrimaryDomain(scope, id)
  await clearArchivedPrimaryDomain(scope, id)
  await ensurePrimaryDomain(scope, id)
  await scope.em.refresh(domain)
}

async function rename(scope: WorkspaceScope, domain: Domain, name: string): Promise<void> {
  requireNotRegistered(scope, domain)
  if (domain.movedFrom) throw domainMoveInProgress(domain.slug)
  const formerSlug = domain.slug
  const slug = await requireFreeSlug(scope, name, formerSlug)
  Object.assign(domain, { slug, movedFrom: formerSlug, verified: false, lastChecked: null })
  invalidateDomain(scope, slug)
  scope.enqueue(moveLinksToRenamedDomain, { domainId: domain.id })
}
