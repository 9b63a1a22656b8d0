/** What the users of a partner account may do. Reading needs no permission. */
export const partnerRoles = ['owner', 'member'] as const
export type PartnerRole = (typeof partnerRoles)[number]

export const partnerPermissions = [
  'users.update',
  'users.delete',
  'user_invites.create',
  'user_invites.update',
  'user_invites.delete',
  'partner_profile.update',
  'payout_settings.update',
  'postbacks.read',
  'postbacks.write',
] as const
export type PartnerPermission = (typeof partnerPermissions)[number]

const permissionsOfRole: Record<PartnerRole, ReadonlySet<PartnerPermission>> = {
  owner: new Set(partnerPermissions),
  member: new Set(),
}

export const hasPartnerPermission = (role: PartnerRole, permission: PartnerPermission): boolean => permissionsOfRole[role].has(permission)
