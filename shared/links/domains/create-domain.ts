import type { WorkspaceScope } from '../../accounts/index.js'
import { newId } from '../../kernel/ids.js'
import { orTaken } from '../../kernel/or-taken.js'
import { Domain } from '../domain.entity.js'
import { domainTaken } from '../errors.js'
import { requireRoom } from '../quota.queries.js'
import { tellDomainChange } from '../tell-change.js'
import type { CreateDomain } from './domain-input.schema.js'
import { hasPrimaryDomain } from './domain-list.queries.js'
import { settingsOf } from './domain-settings.js'
import { type DomainAnswer, presentDomain } from './present-domain.js'
import { requireFreeSlug } from './require-slug.js'
import { createRootLink } from './root-link.js'

/** Adds a domain, with the link of its bare name. A workspace's first one becomes its primary one. */
export async function createDomain(scope: WorkspaceScope, { slug: name, archived, ...said }: CreateDomain): Promise<DomainAnswer> {
  const settings = settingsOf(scope, said)
  const slug = await requireFreeSlug(scope, name)
  await requireRoom(scope, scope.workspace, 'domains')
  const now = scope.now()
  const primary = !archived && !(await hasPrimaryDomain(scope, scope.workspace.id))
  const domain = scope.em.create(Domain, {
    id: newId('dom_', now.getTime()),
    slug,
    workspaceId: scope.workspace.id,
    verified: false,
    primary,
    archived,
    caseSensitive: false,
    deepviewData: {},
    ...settings,
    createdAt: now,
    updatedAt: now,
  })
  scope.em.persist(domain)
  await orTaken(scope.em.flush(), () => domainTaken(slug))
  await createRootLink(scope, slug)
  tellDomainChange(scope, slug)
  return presentDomain(domain)
}
