import type { WorkspaceScope } from '../../accounts/index.js'
import { Domain } from '../domain.entity.js'
import { domainMissing } from '../errors.js'

/** The workspace's domain of that name. One of another workspace, or of the service, is not found. */
export async function requireDomain({ em, workspace }: WorkspaceScope, slug: string): Promise<Domain> {
  const domain = await em.findOne(Domain, { slug: slug.toLowerCase(), workspaceId: workspace.id, deletedAt: null })
  if (!domain) throw domainMissing()
  return domain
}
