/** Invites of partners, and the pages behind their links: HTML without scripts. */
import { PageToken, plansWith } from '../../shared/accounts/index.js'
import {
  acceptPartnerInviteByLink,
  acceptProgramInvite,
  AnsweredProgramInvite,
  declinePartnerInviteByLink,
  declineProgramInvite,
  ChangedPartnerInvite,
  deletePartnerInvite,
  getPartnerInvitesQuerySchema,
  invitePartner,
  invitePartnerBodySchema,
  invitePartners,
  invitePartnersBodySchema,
  listPartnerInvites,
  listProgramInvites,
  PartnerInviteParams,
  partnerInvitePath,
  PartnerInviteSchema,
  ProgramInviteParams,
  ProgramInviteSchema,
  readPartnerInvite,
  resendPartnerInvite,
  SentPartnerInvite,
  SentPartnerInvites,
} from '../../shared/partners/index.js'
import { unauthenticated } from '../access/unauthenticated.js'
import { user } from '../access/user.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'
import { errorPage, messagePage, portalLink } from '../pages/message.js'
import { partnerInvitePage } from '../pages/partner-invite.js'

const plans = plansWith('programs')
const read = { access: workspace('groups.read'), rate: 'api', plans, hidden: true } as const
const write = { access: workspace('groups.write'), rate: 'api', plans, hidden: true } as const
const ofUser = { access: user, rate: 'api', hidden: true } as const
const pages = { access: unauthenticated, rate: 'none', hidden: true, errorPage } as const

export const partnerInvites = [
  endpoint({
    ...read,
    id: 'listPartnerInvites',
    method: 'GET',
    path: '/partners/invites',
    summary: 'List invites of partners',
    query: getPartnerInvitesQuerySchema,
    output: PartnerInviteSchema.array(),
    run: ({ scope, query }) => listPartnerInvites(scope, query),
  }),
  endpoint({
    ...write,
    id: 'invitePartner',
    method: 'POST',
    path: '/partners/invites',
    summary: 'Invite a partner',
    description: 'Sends an email. The links of the partner work at once, and commissions accrue before the partner accepts.',
    status: 201,
    body: invitePartnerBodySchema,
    output: SentPartnerInvite,
    run: ({ scope, body }) => invitePartner(scope, body),
  }),
  endpoint({
    ...write,
    id: 'bulkInvitePartners',
    method: 'POST',
    path: '/partners/invites/bulk',
    summary: 'Invite up to 50 partners',
    status: 201,
    body: invitePartnersBodySchema,
    output: SentPartnerInvites,
    run: ({ scope, body }) => invitePartners(scope, body),
  }),
  endpoint({
    ...write,
    id: 'resendPartnerInvite',
    method: 'POST',
    path: '/partners/invites/{partnerId}/resend',
    summary: 'Send the email of an invite again',
    params: PartnerInviteParams,
    output: ChangedPartnerInvite,
    run: ({ scope, params }) => resendPartnerInvite(scope, params.partnerId),
  }),
  endpoint({
    ...write,
    id: 'deletePartnerInvite',
    method: 'DELETE',
    path: '/partners/invites/{partnerId}',
    summary: 'Delete an invite that was not answered or was declined',
    params: PartnerInviteParams,
    output: ChangedPartnerInvite,
    run: ({ scope, params }) => deletePartnerInvite(scope, params.partnerId),
  }),
  endpoint({
    ...ofUser,
    id: 'listProgramInvites',
    method: 'GET',
    path: '/user/program-invites',
    summary: 'List your invites to partner programs',
    output: ProgramInviteSchema.array(),
    run: ({ scope }) => listProgramInvites(scope),
  }),
  endpoint({
    ...ofUser,
    id: 'acceptProgramInvite',
    method: 'POST',
    path: '/user/program-invites/{programId}/accept',
    summary: 'Accept an invite to a partner program',
    params: ProgramInviteParams,
    output: AnsweredProgramInvite,
    run: ({ scope, params }) => acceptProgramInvite(scope, params.programId),
  }),
  endpoint({
    ...ofUser,
    id: 'declineProgramInvite',
    method: 'POST',
    path: '/user/program-invites/{programId}/decline',
    summary: 'Decline an invite to a partner program',
    params: ProgramInviteParams,
    output: AnsweredProgramInvite,
    run: ({ scope, params }) => declineProgramInvite(scope, params.programId),
  }),
  endpoint({
    ...pages,
    id: 'partnerInvitePage',
    method: 'GET',
    path: partnerInvitePath,
    query: PageToken,
    run: async ({ scope, query }) => partnerInvitePage({ path: partnerInvitePath, ...(await readPartnerInvite(scope, query)) }),
  }),
  endpoint({
    ...pages,
    id: 'acceptPartnerInviteForm',
    method: 'POST',
    path: `${partnerInvitePath}/accept/form`,
    body: PageToken,
    acceptsForm: true,
    run: ({ scope, body }) =>
      acceptPartnerInviteByLink(scope, body).then(({ programName }) =>
        messagePage('Invite accepted', `You are now a partner of ${programName}.`, portalLink),
      ),
  }),
  endpoint({
    ...pages,
    id: 'declinePartnerInviteForm',
    method: 'POST',
    path: `${partnerInvitePath}/decline/form`,
    body: PageToken,
    acceptsForm: true,
    run: ({ scope, body }) =>
      declinePartnerInviteByLink(scope, body).then(({ programName }) =>
        messagePage('Invite declined', `You do not take part in the partner program of ${programName}.`),
      ),
  }),
]
