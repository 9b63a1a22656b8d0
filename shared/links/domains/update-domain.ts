import type { WorkspaceScope } from '../../accounts/index.js'
import { orTaken } from '../../kernel/or-taken.js'
import type { Domain } from '../domain.entity.js'
import { domainBusy, domainTaken } from '../errors.js'
import { moveLinksToName } from '../jobs.js'
import { tellDomainChange } from '../tell-change.js'
import type { UpdateDomain } from './domain-input.schema.js'
import { settingsOf } from './domain-settings.js'
import { type DomainAnswer, presentDomain } from './present-domain.js'
import { requireDomain } from './require-domain.js'
import { requireFreeSlug } from './require-slug.js'
import { slugOf } from './slug.js'

/** Changes what was said of a domain and leaves the rest. Under another name it has to be verified anew, and a job moves its links there. */
export async function updateDomain(
  scope: WorkspaceScope,
  slug: string,
  { slug: name, archived, ...said }: UpdateDomain,
): Promise<DomainAnswer> {
  const domain = await requireDomain(scope, slug)
  const columns = { ...settingsOf(scope, said), ...(archived === undefined ? {} : { archived }) }
  const isRenamed = name !== undefined && slugOf(name) !== domain.slug
  if (!isRenamed && Object.keys(columns).length === 0) return presentDomain(domain)
  tellDomainChange(scope, domain.slug)
  Object.assign(domain, columns, { updatedAt: scope.now() })
  if (isRenamed) await rename(scope, domain, name)
  await orTaken(scope.em.flush(), () => domainTaken(domain.slug))
  return presentDomain(domain)
}

async function rename(scope: WorkspaceScope, domain: Domain, name: string): Promise<void> {
  if (domain.movedFrom) throw domainBusy(domain.slug)
  const before = domain.slug
  const slug = await requireFreeSlug(scope, name, before)
  Object.assign(domain, { slug, movedFrom: before, verified: false, lastChecked: null })
  tellDomainChange(scope, slug)
  scope.enqueue(moveLinksToName, { domainId: domain.id })
}
