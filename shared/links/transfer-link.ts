import { z } from 'zod'
import { limitExceeded, planRow, type Workspace, type WorkspaceScope } from '../accounts/index.js'
import { isShared } from './choose-domain.js'
import { domainBySlug } from './domain.queries.js'
import { handOverLink, takeRoomForLinks, workspaceOfUser } from './domains/domain-moves.queries.js'
import { linkOfOwnDomain, linkStaysHere, notWriterThere, workspaceForLinkNotFound } from './errors.js'
import { requireFolderOf } from './folder-access.js'
import { addToTotalLinks } from './link.queries.js'
import type { LinkAnswer } from './link.schema.js'
import { presentLink } from './present-link.js'
import { requireLink } from './require-link.js'
import { tellChange } from './tell-change.js'
import { tellOfLinks } from './tell-of-links.js'

export const TransferLink = z.object({ newWorkspaceId: z.string() })

/**
 * Hands a link of a shared domain to another workspace of the caller's, where it begins anew: without counts, tags and folder. It is told
 * as deleted here and as created there.
 */
export async function transferLink(
  scope: WorkspaceScope,
  linkId: string,
  { newWorkspaceId }: z.infer<typeof TransferLink>,
): Promise<LinkAnswer> {
  const link = await requireLink(scope, linkId, { locked: true })
  await requireFolderOf(scope, link, 'folders.links.write')
  const domain = await domainBySlug(scope, link.domain)
  if (!domain || !isShared(domain)) throw linkOfOwnDomain()
  if (newWorkspaceId === scope.workspace.id) throw linkStaysHere()
  const there = await workspaceOfUser(scope, newWorkspaceId)
  if (!there) throw workspaceForLinkNotFound()
  if (!['owner', 'member'].includes(there.role)) throw notWriterThere()
  await requireRoomFor(scope, there.workspace)
  await tellOfLinks(scope, 'link.deleted', [link])
  const moved = await handOverLink(scope, link.id, newWorkspaceId)
  await addToTotalLinks(scope, scope.workspace.id, -1)
  await addToTotalLinks(scope, newWorkspaceId, 1)
  await tellOfLinks({ ...scope, workspace: there.workspace }, 'link.created', [moved])
  tellChange(scope, link)
  return presentLink(scope.config, moved, [])
}

async function requireRoomFor(scope: WorkspaceScope, { id, plan, linksLimit }: Workspace): Promise<void> {
  if (!(await takeRoomForLinks(scope, id, 1, planRow(plan) !== 'enterprise')))
    throw limitExceeded({ plan, limit: linksLimit, resource: 'links' })
}
