import { z } from 'zod'
import { roleNeedsPlan } from '../errors.js'
import { type Role, roles } from '../member.entity.js'
import { type PlanRow, planRow, planRows } from '../plans.js'

/** The lowest plan on which a role can be given. */
const from: Record<Role, PlanRow> = { owner: 'free', member: 'free', viewer: 'business', billing: 'advanced' }

export const RoleField = z.enum(roles)

/** Refuses a role that the plan does not include. */
export function requireRoleOnPlan(role: Role, { plan }: { plan: string }): void {
  if (planRows.indexOf(planRow(plan)) < planRows.indexOf(from[role])) throw roleNeedsPlan(role, from[role])
}
