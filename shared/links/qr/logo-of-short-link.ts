import { planHas, Workspace } from '../../accounts/index.js'
import type { Scope } from '../../kernel/scope.js'
import { isSharedDomain, keyDomainOf } from '../choose-domain.js'
import { Domain } from '../domain.entity.js'
import { findByName } from '../domains/slug.js'
import { keyOfPath, lookupKeyOf } from '../keys.js'
import { Link } from '../link.entity.js'

/**
 * The address of the logo of the domain, or else of its workspace; on a shared domain, of the workspace of the link. Only verified domains
 * count: an unverified claim must not put a logo on QR codes of the real owner.
 */
export async function logoOfShortLink({ em }: Scope, url: string): Promise<string | null> {
  const { hostname, pathname } = new URL(url)
  const domain = await findByName(hostname, (slug) => em.findOne(Domain, { slug, verified: true, archived: false, deletedAt: null }))
  if (!domain) return null
  if (domain.logo) return domain.logo
  const owner = isSharedDomain(domain)
    ? await em.findOne(
        Link,
        { domain: domain.slug, lookupKey: lookupKeyOf(keyOfPath(pathname), keyDomainOf(domain)) },
        { fields: ['workspaceId'] },
      )
    : domain
  if (!owner?.workspaceId) return null
  const workspace = await em.findOne(Workspace, { id: owner.workspaceId }, { fields: ['logo', 'plan'] })
  return workspace && planHas(workspace.plan, 'domainSettings') ? (workspace.logo ?? null) : null
}
