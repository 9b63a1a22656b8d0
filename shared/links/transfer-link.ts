import { z } from 'zod'
import { limitExceeded, type Workspace, type WorkspaceScope } from '../accounts/index.js'
import { idText } from '../kernel/input-fields.js'
import { isSharedDomain } from './choose-domain.js'
import { domainBySlug } from './domain.queries.js'
import { transferLinkRow, lockWorkspaces, reserveLinksUsage, findWorkspaceAndRole } from './domains/domain-moves.queries.js'
import { linkNotOnSharedDomain, linkAlreadyInWorkspace, cannotCreateLinksInTarget, targetWorkspaceNotFound } from './errors.js'
import { requireFolderOfLink } from './folder-access.js'
import { invalidateLinks } from './invalidate-links.js'
import { addToTotalLinks } from './link.queries.js'
import type { LinkResponse } from './link.schema.js'
import { presentLink } from './present-link.js'
import { publishLinkEvents } from './publish-link-events.js'
import { requireLink } from './require-link.js'

export const TransferLink = z.object({ newWorkspaceId: idText() })

/**
 * Transfers a link on a shared domain to another workspace of the caller. There it starts without counts, tags and folder. Publishes
 * `link.deleted` in this workspace and `link.created` in the other.
 */
export async function transferLink(
  scope: WorkspaceScope,
  linkId: string,
  { newWorkspaceId }: z.infer<typeof TransferLink>,
): Promise<LinkResponse> {
  const link = await requireLink(scope, linkId, { locked: true })
  await requireFolderOfLink(scope, link, 'folders.links.write')
  const domain = await domainBySlug(scope, link.domain)
  if (!domain || !isSharedDomain(domain)) throw linkNotOnSharedDomain()
  if (newWorkspaceId === scope.workspace.id) throw linkAlreadyInWorkspace()
  const target = await findWorkspaceAndRole(scope, newWorkspaceId)
  if (!target) throw targetWorkspaceNotFound()
  if (!['owner', 'member'].includes(target.role)) throw cannotCreateLinksInTarget()
  await lockWorkspaces(scope, [scope.workspace.id, newWorkspaceId])
  await reserveLinkQuota(scope, target.workspace)
  await publishLinkEvents(scope, 'link.deleted', [link])
  const moved = await transferLinkRow(scope, link.id, newWorkspaceId)
  await addToTotalLinks(scope, scope.workspace.id, -1)
  await addToTotalLinks(scope, newWorkspaceId, 1)
  await publishLinkEvents({ ...scope, workspace: target.workspace }, 'link.created', [moved])
  invalidateLinks(scope, link)
  return presentLink(scope, moved, [])
}

async function reserveLinkQuota(scope: WorkspaceScope, { id, plan, linksLimit }: Workspace): Promise<void> {
  if (!(await reserveLinksUsage(scope, id, 1))) throw limitExceeded({ plan, limit: linksLimit, resource: 'links' })
}
