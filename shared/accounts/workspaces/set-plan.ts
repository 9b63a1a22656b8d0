import { z } from 'zod'
import { maxInstantLength } from '../../kernel/input-fields.js'
import type { AdminScope } from '../../kernel/scope.js'
import { workspaceNotFound } from '../errors.js'
import { planChanged } from '../events.js'
import { unlimited, workspaceLimits } from '../plans.js'
import { plans, Workspace } from '../workspace.entity.js'
import { describeWorkspace } from './get-workspace.js'

const limit = z.int().min(0).max(unlimited).optional()

export const SetPlan = z.object({
  plan: z.enum(plans).optional(),
  trialEndsAt: z.iso.datetime().max(maxInstantLength).nullable().optional(),
  usageLimit: limit,
  linksLimit: limit,
  domainsLimit: limit,
  tagsLimit: limit,
  foldersLimit: limit,
  usersLimit: limit,
  partnersLimit: limit,
  groupsLimit: limit,
  partnerTagsLimit: limit,
})

/** Sets plan, trial and limits of a workspace. A plan sets its default limits; explicit limits override them. */
export async function setPlan(scope: AdminScope, idOrSlug: string, { plan, trialEndsAt, ...limits }: z.infer<typeof SetPlan>) {
  const { em, now, announce } = scope
  const workspace = await em.findOne(Workspace, idOrSlug.startsWith('ws_') ? { id: idOrSlug } : { slug: idOrSlug.toLowerCase() })
  if (!workspace) throw workspaceNotFound()
  if (plan) {
    em.assign(workspace, { plan, ...workspaceLimits(plan) })
    announce(planChanged, { workspaceId: workspace.id })
  }
  if (trialEndsAt !== undefined) workspace.trialEndsAt = trialEndsAt === null ? null : new Date(trialEndsAt)
  em.assign(workspace, { ...limits, updatedAt: now() }, { ignoreUndefined: true })
  return describeWorkspace(scope, workspace, null)
}
