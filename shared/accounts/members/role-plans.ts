import { z } from 'zod'
import { roleRequiresPlan } from '../errors.js'
import { type Role, roles } from '../member.entity.js'
import { type PlanTier, planTier, planTiers } from '../plans.js'

/** The lowest plan that includes each role. */
const minPlanOfRole: Record<Role, PlanTier> = { owner: 'free', member: 'free', viewer: 'business', billing: 'advanced' }

export const RoleField = z.enum(roles)

/** Refuses a role that the plan does not include. */
export function requireRoleOnPlan(role: Role, { plan }: { plan: string }): void {
  if (planTiers.indexOf(planTier(plan)) < planTiers.indexOf(minPlanOfRole[role])) throw roleRequiresPlan(role, minPlanOfRole[role])
}
