import type { z } from 'zod'
import { limitExceeded, planRow, throttle, type Workspace, type WorkspaceScope } from '../../accounts/index.js'
import { hours } from '../../kernel/time.js'
import { domainBusy, domainStaysHere, notOwnerThere, workspaceForDomainNotFound } from '../errors.js'
import { moveLinksToWorkspace } from '../jobs.js'
import { requireRoom } from '../quota.queries.js'
import type { TransferDomain, TransferredDomain } from './domain-input.schema.js'
import { hasPrimaryDomain, lockPrimary, promoteAnother } from './domain-list.queries.js'
import { countLinksOfDomain, takeRoomForLinks, workspaceOfUser } from './domain-moves.queries.js'
import { requireDomain } from './require-domain.js'

const transfers = { requests: 5, window: hours(1) }

/** Hands a domain to another workspace of the caller's; a job takes its links there, without counters, tags and folders. */
export async function transferDomain(
  scope: WorkspaceScope,
  slug: string,
  { newWorkspaceId }: TransferDomain,
): Promise<z.infer<typeof TransferredDomain>> {
  const { workspace, actor } = scope
  const domain = await requireDomain(scope, slug)
  if (newWorkspaceId === workspace.id) throw domainStaysHere()
  await throttle(scope, `domain-transfers:${workspace.id}`, transfers)
  const there = await workspaceOfUser(scope, newWorkspaceId)
  if (!there) throw workspaceForDomainNotFound()
  if (there.role !== 'owner') throw notOwnerThere()
  if (domain.movedFrom) throw domainBusy(domain.slug)
  await lockBoth(scope, workspace, there.workspace)
  await requireRoom(scope, there.workspace, 'domains')
  const links = await countLinksOfDomain(scope, domain.id)
  await requireRoomForLinks(scope, there.workspace, links)
  const primary = !domain.archived && !(await hasPrimaryDomain(scope, newWorkspaceId))
  Object.assign(domain, { workspaceId: newWorkspaceId, primary, updatedAt: scope.now() })
  await scope.em.flush()
  await promoteAnother(scope, workspace.id)
  scope.enqueue(moveLinksToWorkspace, { domainId: domain.id, from: workspace.id, to: newWorkspaceId, userId: actor.user.id })
  return { slug: domain.slug, workspaceId: newWorkspaceId, links }
}

// Always in the same order, so that two who hand domains to each other don't wait for one another.
async function lockBoth(scope: WorkspaceScope, ...workspaces: Workspace[]): Promise<void> {
  for (const id of workspaces.map((one) => one.id).toSorted()) await lockPrimary(scope, id)
}

async function requireRoomForLinks(scope: WorkspaceScope, there: Workspace, links: number): Promise<void> {
  const isLimited = planRow(there.plan) !== 'enterprise'
  if (!(await takeRoomForLinks(scope, there.id, links, isLimited)))
    throw limitExceeded({ plan: there.plan, limit: there.linksLimit, resource: 'links' })
}
