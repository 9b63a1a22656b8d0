/** Platform administrators: users who may use the operator's endpoints by their session. */
import { z } from 'zod'
import { Email, type Role, roles, User, type UserScope } from '../../accounts/index.js'
import type { AdminScope } from '../../kernel/scope.js'
import { lastPlatformOwner, userNotFound } from '../errors.js'
import { findPlatformRole, lockPlatformAdmins, platformAdmins } from './platform-admins.queries.js'

export const PlatformAdminSchema = z.object({
  id: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  role: z.enum(roles),
  isAppointed: z.boolean().meta({ description: 'False for a member of the platform workspace, whose role applies there.' }),
  createdAt: z.string(),
})
export type PlatformAdmin = z.infer<typeof PlatformAdminSchema>
export const PlatformAdmins = PlatformAdminSchema.array()

export const appointPlatformAdminSchema = z.object({
  email: Email,
  role: z.enum(roles).nullable().meta({ description: 'Null ends the appointment.' }),
})
export const AppointedPlatformAdmin = z.object({ id: z.string(), email: z.string().nullable(), role: z.enum(roles).nullable() })

export const OwnPlatformRole = z.object({
  role: z.enum(roles).nullable().meta({ description: 'Null if you are no platform administrator.' }),
})

/** The role of the calling user as a platform administrator. */
export const getOwnPlatformRole = async (scope: UserScope): Promise<z.infer<typeof OwnPlatformRole>> => ({
  role: await findPlatformRole(scope, scope.user.id),
})

export const listPlatformAdmins = (scope: AdminScope): Promise<PlatformAdmin[]> => platformAdmins(scope)

/** Appoints a user, or ends the appointment. An owner cannot remove the last owner, which would leave the admin key only. */
export async function appointPlatformAdmin(
  scope: AdminScope,
  { email, role }: { email: string; role: Role | null },
): Promise<z.infer<typeof AppointedPlatformAdmin>> {
  await lockPlatformAdmins(scope)
  const user = await scope.em.findOne(User, { email: { $ilike: email.replaceAll(/[\\%_]/g, '\\$&') }, isMachine: false })
  if (!user) throw userNotFound()
  user.platformRole = role
  await scope.em.flush()
  const owners = (await platformAdmins(scope)).filter((admin) => admin.role === 'owner')
  if (scope.operator.userId !== null && owners.length === 0) throw lastPlatformOwner()
  return { id: user.id, email: user.email ?? null, role }
}
