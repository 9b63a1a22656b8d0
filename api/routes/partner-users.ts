/** Users of partner accounts, their roles and invites. */
import {
  acceptPartnerUserInvite,
  acceptPartnerUserInviteSchema,
  changePartnerRole,
  changePartnerRoleSchema,
  changePartnerUserInvite,
  changePartnerUserInviteSchema,
  invitePartnerUser,
  invitePartnerUserSchema,
  listPartnerUserInvites,
  listPartnerUsers,
  PartnerUserInviteSchema,
  PartnerUserSchema,
  removePartnerUser,
  removePartnerUserSchema,
  withdrawPartnerUserInvite,
  withdrawPartnerUserInviteSchema,
} from '../../shared/partner-accounts/index.js'
import { partner } from '../access/partner.js'
import { user } from '../access/user.js'
import { endpoint } from '../endpoint.js'

const ofPartner = { access: partner(), rate: 'api', hidden: true } as const
const ofUser = { access: user, rate: 'api', hidden: true } as const
const users = '/partner-profile/users'
const invites = '/partner-profile/invites'

export const partnerUsers = [
  endpoint({
    ...ofPartner,
    id: 'listPartnerUsers',
    method: 'GET',
    path: users,
    summary: 'List the users of your partner account',
    output: PartnerUserSchema.array(),
    run: ({ scope }) => listPartnerUsers(scope),
  }),
  endpoint({
    ...ofPartner,
    access: partner('users.update'),
    id: 'changePartnerRole',
    method: 'PATCH',
    path: users,
    summary: 'Change the role of a user',
    refusesImpersonation: true,
    body: changePartnerRoleSchema,
    run: ({ scope, body }) => changePartnerRole(scope, body),
  }),
  endpoint({
    ...ofPartner,
    id: 'removePartnerUser',
    method: 'DELETE',
    path: users,
    summary: 'Remove a user, or leave the account yourself',
    query: removePartnerUserSchema,
    run: ({ scope, query }) => removePartnerUser(scope, query),
  }),
  endpoint({
    ...ofPartner,
    id: 'listPartnerUserInvites',
    method: 'GET',
    path: invites,
    summary: 'List the invites to your partner account',
    output: PartnerUserInviteSchema.array(),
    run: ({ scope }) => listPartnerUserInvites(scope),
  }),
  endpoint({
    ...ofPartner,
    access: partner('user_invites.create'),
    id: 'invitePartnerUser',
    method: 'POST',
    path: invites,
    summary: 'Invite a person to your partner account',
    status: 201,
    refusesImpersonation: true,
    body: invitePartnerUserSchema,
    output: PartnerUserInviteSchema,
    run: ({ scope, body }) => invitePartnerUser(scope, body),
  }),
  endpoint({
    ...ofPartner,
    access: partner('user_invites.update'),
    id: 'changePartnerUserInvite',
    method: 'PATCH',
    path: invites,
    summary: 'Change the role of an invite',
    refusesImpersonation: true,
    body: changePartnerUserInviteSchema,
    output: PartnerUserInviteSchema,
    run: ({ scope, body }) => changePartnerUserInvite(scope, body),
  }),
  endpoint({
    ...ofPartner,
    access: partner('user_invites.delete'),
    id: 'withdrawPartnerUserInvite',
    method: 'DELETE',
    path: invites,
    summary: 'Withdraw an invite',
    query: withdrawPartnerUserInviteSchema,
    run: ({ scope, query }) => withdrawPartnerUserInvite(scope, query),
  }),
  endpoint({
    ...ofUser,
    id: 'acceptPartnerUserInvite',
    method: 'POST',
    path: `${invites}/accept`,
    summary: 'Join the partner account that invited you',
    refusesImpersonation: true,
    body: acceptPartnerUserInviteSchema,
    run: ({ scope, body }) => acceptPartnerUserInvite(scope, body),
  }),
]
