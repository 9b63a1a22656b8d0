import { z } from 'zod'
import { ImageInput } from '../../files/index.js'
import { mapUniqueViolation } from '../../kernel/db/map-unique-violation.js'
import { impersonationRefused, publishableKeyTaken, slugTaken } from '../errors.js'
import { requireFeature } from '../plans.js'
import type { WorkspaceScope } from '../workspace-scope.js'
import { attributionModels, Workspace } from '../workspace.entity.js'
import { describeWorkspace } from './get-workspace.js'
import { requireFreeSlug } from './require-free-slug.js'
import { AttributionWindowDays, Hostname, WorkspaceName, WorkspaceSlug } from './workspace-input.schema.js'
import { moveDefaultWorkspace } from './workspace.queries.js'

export const UpdateWorkspace = z.object({
  name: WorkspaceName.optional(),
  slug: WorkspaceSlug.optional(),
  logo: ImageInput.nullable().optional(),
  conversionEnabled: z.boolean().optional(),
  allowedHostnames: Hostname.array().max(100).nullable().optional(),
  attributionModel: z.enum(attributionModels).optional(),
  attributionWindowDays: AttributionWindowDays.nullable().optional(),
  publishableKey: z
    .string()
    .max(71)
    .regex(/^svc_pk_[A-Za-z0-9_-]{16,64}$/, 'Must be `svc_pk_` followed by 16 to 64 letters, digits, dashes or underscores')
    .nullable()
    .optional(),
})

/**
 * Changes the given settings. Null removes the logo, the allowed hostnames, the attribution window or the publishable key, which an
 * operator in the place of the user cannot change.
 */
export async function updateWorkspace(scope: WorkspaceScope, { slug, publishableKey, ...changes }: z.infer<typeof UpdateWorkspace>) {
  const { em, actor, now } = scope
  if (publishableKey !== undefined && actor.isImpersonated) throw impersonationRefused()
  if (changes.conversionEnabled) requireFeature(scope.workspace, 'conversionTracking')
  const workspace = await em.findOneOrFail(Workspace, scope.workspace.id)
  if (slug !== undefined && slug !== workspace.slug) await rename(scope, workspace, slug)
  if (publishableKey !== undefined) {
    workspace.publishableKey = publishableKey
    await mapUniqueViolation(em.flush(), publishableKeyTaken)
  }
  em.assign(workspace, { ...changes, updatedAt: now() }, { ignoreUndefined: true })
  return describeWorkspace(scope, workspace, actor.user.id)
}

async function rename(scope: WorkspaceScope, workspace: Workspace, slug: string): Promise<void> {
  const { em } = scope
  await requireFreeSlug(scope, slug)
  await moveDefaultWorkspace(em, workspace.slug, slug)
  workspace.slug = slug
  await mapUniqueViolation(em.flush(), () => slugTaken(slug))
}
