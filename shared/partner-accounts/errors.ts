import { badRequest, conflict, forbidden, notFound, ServiceError } from '../kernel/errors.js'
import type { PartnerPermission } from './permissions.js'

export const partnerAccountNotFound = () => notFound('Your user account has no partner account. Create one with POST /partner-profile.')
export const partnerPermissionMissing = (permission: PartnerPermission) =>
  forbidden(`Your role in this partner account lacks the permission \`${permission}\`.`)
export const userWithoutEmail = () => badRequest('Your user account has no email address. Add one with PATCH /user first.')
export const partnerAccountExists = () => conflict('You have a partner account already.')
export const partnerAccountHasUsers = () =>
  conflict('Other users manage the partner account of your email address. Ask one of them to invite you.')
export const partnerUserNotFound = () => notFound('User not found in this partner account.')
export const partnerUserInviteNotFound = () => notFound('Invite not found.')
export const lastPartnerOwner = () => badRequest('A partner account needs at least one owner. Make another user an owner first.')
export const alreadyPartnerUser = (email: string) => badRequest(`${email} is already a user of this partner account.`)
export const tooManyPartnerUsers = (limit: number) =>
  new ServiceError('exceeded_limit', `A partner account has at most ${limit} users and pending invites.`)
export const partnerUsernameTaken = (username: string) => conflict(`The username \`${username}\` is already in use.`)
export const partnerEmailTaken = () => conflict('This email address is used by another partner account.')
export const emailIsNotYours = () => badRequest('email: Must be the address of your own user account.')
export const profileIncomplete = (fields: readonly string[]) =>
  badRequest(`Complete your profile before you submit it: ${fields.join(', ')}.`)
export const profileSubmittedAlready = () => badRequest('Your profile was submitted already.')
export const nameAndPasswordRequired = () => badRequest('name, password: Required, because no user account has this email address yet.')
