import type { WorkspaceScope } from '../../accounts/index.js'
import { Domain } from '../domain.entity.js'
import { domainNotFound } from '../errors.js'
import { asciiDomain } from './slug.js'

/** Finds a domain of the workspace by name. Domains of other workspaces and shared domains are reported as not found. */
export async function requireDomain({ em, workspace }: WorkspaceScope, slug: string): Promise<Domain> {
  const domain = await em.findOne(Domain, { slug: asciiDomain(slug), workspaceId: workspace.id, deletedAt: null })
  if (!domain) throw domainNotFound()
  return domain
}
