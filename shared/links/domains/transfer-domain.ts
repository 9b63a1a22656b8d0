import type { z } from 'zod'
import { limitExceeded, throttle, type Workspace, type WorkspaceScope } from '../../accounts/index.js'
import { hours } from '../../kernel/time.js'
import {
  domainMoveInProgress,
  domainAlreadyInWorkspace,
  domainOfProgram,
  domainTransferInProgress,
  notOwnerOfTarget,
  targetWorkspaceNotFound,
} from '../errors.js'
import { moveLinksToWorkspace } from '../jobs.js'
import { isDomainOfProgram } from '../program-references.queries.js'
import { requireQuota } from '../quota.queries.js'
import type { TransferDomain, TransferredDomain } from './domain-input.schema.js'
import { hasPrimaryDomain, lockPrimaryDomain, ensurePrimaryDomain } from './domain-list.queries.js'
import { countLinksOfDomain, reserveLinksUsage, findWorkspaceAndRole } from './domain-moves.queries.js'
import { requireDomain } from './require-domain.js'
import { requireNotRegistered } from './require-not-registered.js'

const transferRate = { requests: 5, windowMs: hours(1) }

/**
 * Transfers a domain to another workspace that the caller owns; a job moves its links without counters, tags and folders. Refused for the
 * domain of a program, whose partners would lose their links.
 */
export async function transferDomain(
  scope: WorkspaceScope,
  slug: string,
  { newWorkspaceId }: TransferDomain,
): Promise<z.infer<typeof TransferredDomain>> {
  const { workspace, actor } = scope
  const domain = await requireDomain(scope, slug)
  requireNotRegistered(scope, domain)
  if (await isDomainOfProgram(scope, domain.slug)) throw domainOfProgram(domain.slug)
  if (newWorkspaceId === workspace.id) throw domainAlreadyInWorkspace()
  await throttle(scope, `domain-transfers:${workspace.id}`, transferRate)
  const target = await findWorkspaceAndRole(scope, newWorkspaceId)
  if (!target) throw targetWorkspaceNotFound()
  if (target.role !== 'owner') throw notOwnerOfTarget()
  if (domain.movedFrom) throw domainMoveInProgress(domain.slug)
  await lockBoth(scope, workspace, target.workspace)
  await requireQuota(scope, target.workspace, 'domains')
  const { all: links, elsewhere } = await countLinksOfDomain(scope, domain.id)
  if (elsewhere > 0) throw domainTransferInProgress(domain.slug)
  await requireLinkQuota(scope, target.workspace, links)
  const primary = !domain.archived && !(await hasPrimaryDomain(scope, newWorkspaceId))
  Object.assign(domain, { workspaceId: newWorkspaceId, primary, updatedAt: scope.now() })
  await scope.em.flush()
  await ensurePrimaryDomain(scope, workspace.id)
  scope.enqueue(moveLinksToWorkspace, { domainId: domain.id, from: workspace.id, to: newWorkspaceId, userId: actor.user.id })
  return { slug: domain.slug, workspaceId: newWorkspaceId, links }
}

// Sorted, so that two opposite transfers cannot deadlock.
async function lockBoth(scope: WorkspaceScope, ...workspaces: Workspace[]): Promise<void> {
  for (const id of workspaces.map((workspace) => workspace.id).toSorted()) await lockPrimaryDomain(scope, id)
}

async function requireLinkQuota(scope: WorkspaceScope, target: Workspace, links: number): Promise<void> {
  if (!(await reserveLinksUsage(scope, target.id, links)))
    throw limitExceeded({ plan: target.plan, limit: target.linksLimit, resource: 'links' })
}
