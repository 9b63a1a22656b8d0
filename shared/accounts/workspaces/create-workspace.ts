import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { ImageInput } from '../../files/index.js'
import { mapUniqueViolation } from '../../kernel/db/map-unique-violation.js'
import { newId } from '../../kernel/ids.js'
import { slugTaken, tooManyFreeWorkspaces } from '../errors.js'
import { maxFreeWorkspaces } from '../limits.js'
import { Member } from '../member.entity.js'
import { planHas, planTier, workspaceLimits } from '../plans.js'
import { newPublishableKey } from '../tokens/keys.js'
import { User } from '../user.entity.js'
import type { UserScope } from '../workspace-scope.js'
import { type Plan, Workspace } from '../workspace.entity.js'
import { presentWorkspace } from './present-workspace.js'
import { requireFreeSlug } from './require-free-slug.js'
import { WorkspaceName, WorkspaceSlug } from './workspace-input.schema.js'
import { countOwnedOnPlan } from './workspace.queries.js'

export const CreateWorkspace = z.object({
  name: WorkspaceName,
  slug: WorkspaceSlug,
  logo: ImageInput.nullish(),
  conversionEnabled: z.boolean().default(false),
})

/** Refuses a workspace beyond the limit of the user, and a slug that is taken or reserved. */
export async function requireCreatableWorkspace(scope: UserScope, { slug }: { slug: string }): Promise<void> {
  const { em, user, config } = scope
  const { plan } = config.bootstrap
  if (planTier(plan) === 'free' && (await countOwnedOnPlan(em, user.id, plan)) >= maxFreeWorkspaces) throw tooManyFreeWorkspaces()
  await requireFreeSlug(scope, slug)
}

/** Creates a workspace owned by the caller, on the default plan of the installation. */
export async function createWorkspace(scope: UserScope, input: z.infer<typeof CreateWorkspace>) {
  const { em, user, config, now } = scope
  const { plan } = config.bootstrap
  await requireCreatableWorkspace(scope, input)
  const workspace = newWorkspace(em, { ...input, plan, publishableKey: newPublishableKey(), now: now() })
  await mapUniqueViolation(em.flush(), () => slugTaken(input.slug))
  em.persist(
    em.create(Member, { id: newId('mem_', now().getTime()), workspaceId: workspace.id, userId: user.id, role: 'owner', createdAt: now() }),
  )
  const owner = await em.findOneOrFail(User, user.id)
  owner.defaultWorkspace ??= workspace.slug
  return presentWorkspace(scope, workspace, {
    users: [{ role: 'owner', defaultFolderId: null }],
    foldersUsage: 0,
    domains: [],
    payoutsUsage: 0,
    payoutFeeWaiverUsage: 0,
  })
}

interface NewWorkspace {
  name: string
  slug: string
  logo?: string | null | undefined
  conversionEnabled?: boolean
  plan: Plan
  publishableKey: string | null
  now: Date
}

/** Adds a workspace with the limits of its plan to the unit of work. */
export function newWorkspace(
  em: EntityManager,
  { name, slug, logo = null, conversionEnabled = false, plan, publishableKey, now }: NewWorkspace,
): Workspace {
  const workspace = em.create(Workspace, {
    id: newId('ws_', now.getTime()),
    name,
    slug,
    logo,
    plan,
    trialEndsAt: null,
    publishableKey,
    allowedHostnames: null,
    conversionEnabled: conversionEnabled && planHas(plan, 'conversionTracking'),
    ...workspaceLimits(plan),
    billingCycleStart: now.getUTCDate(),
    billingPeriodStart: now,
    createdAt: now,
    updatedAt: now,
  })
  em.persist(workspace)
  return workspace
}
