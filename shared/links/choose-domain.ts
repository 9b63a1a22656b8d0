/** Chooses and checks the domain of a link. */
import type { WorkspaceScope } from '../accounts/index.js'
import type { Domain } from './domain.entity.js'
import { domainBySlug, type LinkDomain } from './domain.queries.js'
import { findByName } from './domains/slug.js'
import { domainMoveInProgress, domainSlugNotFound, domainNotUsable } from './errors.js'
import type { KeyDomain } from './keys.js'
import type { LinkLookup } from './link-lookup.js'
import type { KeyScope } from './link-scope.js'

/** Shared domains belong to the service; every workspace may use them. */
export const isSharedDomain = ({ workspaceId }: Pick<Domain, 'workspaceId'>) => !workspaceId

export const keyDomainOf = (domain: LinkDomain): KeyDomain => ({ shared: isSharedDomain(domain), caseSensitive: domain.caseSensitive })

const isUsableByWorkspace = ({ workspace }: Pick<KeyScope, 'workspace'>, domain: LinkDomain) =>
  isSharedDomain(domain) || domain.workspaceId === workspace?.id

/** Returns the domain for a link. A domain of another workspace is refused with the same error as an unknown one. */
export async function domainForLink(
  scope: Pick<KeyScope, 'config' | 'workspace'>,
  requested: string | undefined,
  lookup: Pick<LinkLookup, 'domain' | 'defaultDomain'>,
): Promise<LinkDomain> {
  const domain = requested ? await findByName(requested, lookup.domain) : await lookup.defaultDomain()
  if (!domain || !isUsableByWorkspace(scope, domain)) throw domainNotUsable(requested ?? scope.config.shortDomain)
  return requireNotMoving(domain)
}

/** Refuses a domain whose links are being moved to its new name: until all have moved, the set of taken keys is not known. */
export function requireNotMoving<Known extends LinkDomain>(domain: Known): Known {
  if (domain.movedFrom) throw domainMoveInProgress(domain.slug)
  return domain
}

/** Returns the domain to filter a list by. A domain of another workspace gets the same error as an unknown one. */
export async function requireUsableDomain(scope: WorkspaceScope, requested: string): Promise<Domain> {
  const domain = await findByName(requested, (slug) => domainBySlug(scope, slug))
  if (!domain || !isUsableByWorkspace(scope, domain)) throw domainSlugNotFound(requested)
  return domain
}
