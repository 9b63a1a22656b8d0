/**
 * Partner accounts: the users who act for a partner, their roles and invites, and the profile of the partner. A partner exists as soon as a
 * program enrols an email address; the account becomes that of a user who proves the address. Requests of a user act for the partner that
 * the user selected last.
 */
export { partnerPermissionMissing } from './errors.js'
export { sendPartnerSignUpJob, sendPartnerUserInviteJob } from './jobs.js'
export { partnerAnalyticsRate, partnerUserRate } from './limits.js'
export { changePartnerPreferences, changePartnerPreferencesSchema, partnerPreferences, PartnerPreferences } from './members/preferences.js'
export { movePartnerUsers, partnerEmailsFor, replaceLastOwner } from './members/partner-users.queries.js'
export {
  changePartnerRole,
  changePartnerRoleSchema,
  listPartnerAccounts,
  listPartnerUsers,
  PartnerAccountParams,
  PartnerAccountSchema,
  PartnerUserSchema,
  removePartnerUser,
  removePartnerUserSchema,
  selectPartnerAccount,
} from './members/partner-users.js'
export {
  acceptPartnerUserInvite,
  acceptPartnerUserInviteSchema,
  changePartnerUserInvite,
  changePartnerUserInviteSchema,
  deleteExpiredPartnerUserInvites,
  invitePartnerUser,
  invitePartnerUserSchema,
  listPartnerUserInvites,
  PartnerUserInviteSchema,
  sendPartnerUserInvite,
  withdrawPartnerUserInvite,
  withdrawPartnerUserInviteSchema,
} from './members/partner-user-invites.js'
export { partnerSignUpPath } from './page-paths.js'
export { type PartnerScope, selectedPartner } from './partner-scope.js'
export { hasPartnerPermission, type PartnerPermission, partnerPermissions, type PartnerRole, partnerRoles } from './permissions.js'
export { createPartnerAccount, getPartnerProfile, submitPartnerProfile, updatePartnerProfile } from './profile/partner-profile.js'
export { createPartnerAccountSchema, PartnerProfileSchema, PlatformSchema, updatePartnerProfileSchema } from './profile/profile.schema.js'
export { setPlatforms } from './profile/platforms.queries.js'
export { partnerOfUser } from './sign-up/open-partner-account.js'
export {
  completePartnerSignUp,
  completePartnerSignUpSchema,
  type PartnerSignUpPreview,
  readPartnerSignUp,
  requestPartnerSignUp,
  requestPartnerSignUpSchema,
  sendPartnerSignUp,
} from './sign-up/sign-up.js'
