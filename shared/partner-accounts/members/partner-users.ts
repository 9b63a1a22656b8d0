/** The users of a partner account. */
import { z } from 'zod'
import type { UserScope } from '../../accounts/index.js'
import { lastPartnerOwner, partnerAccountNotFound, partnerPermissionMissing, partnerUserNotFound } from '../errors.js'
import type { PartnerScope } from '../partner-scope.js'
import { PartnerUser } from '../partner-user.entity.js'
import { hasPartnerPermission, partnerRoles } from '../permissions.js'
import {
  accountsOfUser,
  countPartnerUsers,
  lockPartnerAccount,
  type PartnerAccountRow,
  type PartnerUserRow,
  selectPartnerOfUser,
  usersOfPartner,
} from './partner-users.queries.js'

export const partnerRole = z.enum(partnerRoles)

export const PartnerUserSchema = z.object({
  id: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  image: z.string().nullable(),
  role: partnerRole,
  createdAt: z.string(),
})

export const PartnerAccountSchema = z.object({
  partnerId: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  image: z.string().nullable(),
  role: partnerRole,
})

export const changePartnerRoleSchema = z.object({ userId: z.string().max(100), role: partnerRole })
export const removePartnerUserSchema = z.object({ userId: z.string().max(100) })
export const PartnerAccountParams = z.object({ partnerId: z.string() })

/** At most `maxPartnerUsers`. */
export const listPartnerUsers = (scope: PartnerScope): Promise<PartnerUserRow[]> => usersOfPartner(scope, scope.partner.id)

/** Changes the role of a user. The last owner stays owner. */
export async function changePartnerRole(
  scope: PartnerScope,
  { userId, role }: z.infer<typeof changePartnerRoleSchema>,
): Promise<{ id: string; role: z.infer<typeof partnerRole> }> {
  const membership = await requirePartnerUser(scope, userId)
  if (membership.role === 'owner' && role !== 'owner') await requireOtherOwner(scope)
  membership.role = role
  return { id: userId, role }
}

/** Ends the caller's own membership, or with `users.delete` that of others. The last owner stays. */
export async function removePartnerUser(scope: PartnerScope, { userId }: z.infer<typeof removePartnerUserSchema>): Promise<{ id: string }> {
  if (userId !== scope.user.id && !hasPartnerPermission(scope.partnerRole, 'users.delete')) throw partnerPermissionMissing('users.delete')
  const membership = await requirePartnerUser(scope, userId)
  if (membership.role === 'owner') await requireOtherOwner(scope)
  await scope.em.remove(membership).flush()
  return { id: userId }
}

async function requirePartnerUser(scope: PartnerScope, userId: string): Promise<PartnerUser> {
  const { em, partner } = scope
  await lockPartnerAccount(scope, partner.id)
  const membership = await em.findOne(PartnerUser, { partnerId: partner.id, userId }, { refresh: true })
  if (!membership) throw partnerUserNotFound()
  return membership
}

async function requireOtherOwner(scope: PartnerScope): Promise<void> {
  if ((await countPartnerUsers(scope, scope.partner.id)).owners < 2) throw lastPartnerOwner()
}

/** The partner accounts that the user may act for; the selected one first. */
export const listPartnerAccounts = (scope: UserScope): Promise<PartnerAccountRow[]> => accountsOfUser(scope, scope.user.id)

/** From now on, requests of the user act for this partner account. */
export async function selectPartnerAccount(scope: UserScope, partnerId: string): Promise<{ partnerId: string }> {
  if (!(await selectPartnerOfUser(scope, partnerId, scope.user.id))) throw partnerAccountNotFound()
  return { partnerId }
}
