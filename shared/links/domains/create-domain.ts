import type { WorkspaceScope } from '../../accounts/index.js'
import { mapUniqueViolation } from '../../kernel/db/map-unique-violation.js'
import { newId } from '../../kernel/ids.js'
import { Domain } from '../domain.entity.js'
import { domainTaken } from '../errors.js'
import { invalidateDomain } from '../invalidate-links.js'
import { requireQuota } from '../quota.queries.js'
import type { CreateDomain } from './domain-input.schema.js'
import { hasPrimaryDomain } from './domain-list.queries.js'
import { settingsToColumns } from './domain-settings.js'
import { type DomainResponse, presentDomain } from './present-domain.js'
import { requireFreeSlug } from './require-free-slug.js'
import { createRootLink } from './root-link.js'

/** Creates a domain and its root link. The first active domain of a workspace becomes its primary domain. */
export async function createDomain(
  scope: WorkspaceScope,
  { slug: name, archived, caseSensitive, ...input }: CreateDomain,
): Promise<DomainResponse> {
  const settings = await settingsToColumns(scope, input)
  const slug = await requireFreeSlug(scope, name)
  await requireQuota(scope, scope.workspace, 'domains')
  const now = scope.now()
  const primary = !archived && !(await hasPrimaryDomain(scope, scope.workspace.id))
  const domain = scope.em.create(Domain, {
    id: newId('dom_', now.getTime()),
    slug,
    workspaceId: scope.workspace.id,
    verified: false,
    primary,
    archived,
    caseSensitive,
    deepviewData: {},
    ...settings,
    createdAt: now,
    updatedAt: now,
  })
  scope.em.persist(domain)
  await mapUniqueViolation(scope.em.flush(), () => domainTaken(slug))
  await createRootLink(scope, slug)
  invalidateDomain(scope, slug)
  return presentDomain(domain)
}
