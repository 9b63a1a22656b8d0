import { z } from 'zod'
import { roleNotGrantable, roleRequiresPlan } from '../errors.js'
import { type Role, roles } from '../member.entity.js'
import { rolePermissions } from '../permissions.js'
import { type PlanTier, planTier, planTiers } from '../plans.js'
import type { WorkspaceScope } from '../workspace-scope.js'

/** The lowest plan that includes each role. */
const minPlanOfRole: Record<Role, PlanTier> = { owner: 'free', member: 'free', viewer: 'business', billing: 'advanced' }

export const RoleField = z.enum(roles)

/**
 * Refuses a role that the plan does not include, and one with permissions that the caller lacks: a key with scopes, which may be in other
 * hands than its user, gives nobody more than it has.
 */
export function requireGrantableRole(role: Role, { workspace: { plan }, actor }: Pick<WorkspaceScope, 'workspace' | 'actor'>): void {
  if (planTiers.indexOf(planTier(plan)) < planTiers.indexOf(minPlanOfRole[role])) throw roleRequiresPlan(role, minPlanOfRole[role])
  if ([...rolePermissions[role]].some((permission) => !actor.permissions.has(permission))) throw roleNotGrantable(role)
}
