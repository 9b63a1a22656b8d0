/** Partner accounts: sign-up, the profile and preferences. */
import { PageToken } from '../../shared/accounts/index.js'
import { storeImages } from '../../shared/files/index.js'
import { fetchPreviewImage, metatagsTtlMs, PreviewImageQuery, previewImageTypes } from '../../shared/links/index.js'
import {
  changePartnerPreferences,
  changePartnerPreferencesSchema,
  completePartnerSignUp,
  completePartnerSignUpSchema,
  createPartnerAccount,
  createPartnerAccountSchema,
  getPartnerProfile,
  listPartnerAccounts,
  PartnerAccountParams,
  PartnerAccountSchema,
  partnerPreferences,
  PartnerPreferences,
  PartnerProfileSchema,
  partnerSignUpPath,
  readPartnerSignUp,
  requestPartnerSignUp,
  requestPartnerSignUpSchema,
  selectPartnerAccount,
  submitPartnerProfile,
  updatePartnerProfile,
  updatePartnerProfileSchema,
} from '../../shared/partner-accounts/index.js'
import { partner } from '../access/partner.js'
import { loggedInRedirect, loggedInReply } from '../access/session-cookie.js'
import { unauthenticated } from '../access/unauthenticated.js'
import { user } from '../access/user.js'
import { endpoint } from '../endpoint.js'
import { bytes, json } from '../http/reply.js'
import { redirectToLogIn } from '../pages/log-in.js'
import { errorPage, messagePage } from '../pages/message.js'
import { partnerSignUpPage, partnerStartPage, partnerStartPath } from '../pages/partner-sign-up.js'

const ofPartner = { access: partner(), rate: 'api', hidden: true } as const
const ofUser = { access: user, rate: 'api', hidden: true } as const
const anyone = { access: unauthenticated, rate: 'none', hidden: true } as const

export const partnerAccounts = [
  endpoint({
    ...anyone,
    id: 'requestPartnerSignUp',
    method: 'POST',
    path: '/partner-profile/sign-up',
    summary: 'Send a link that opens a partner account',
    status: 202,
    body: requestPartnerSignUpSchema,
    run: async ({ scope, body }) => json(await requestPartnerSignUp(scope, body), {}, 202),
  }),
  endpoint({
    ...anyone,
    id: 'completePartnerSignUp',
    method: 'POST',
    path: '/partner-profile/sign-up/complete',
    summary: 'Open a partner account with the link of the email',
    body: completePartnerSignUpSchema,
    run: async ({ scope, body }) => {
      const { partnerId, session } = await completePartnerSignUp(scope, body)
      return session ? loggedInReply(session, scope.config, { partnerId }) : json({ partnerId })
    },
  }),
  endpoint({
    ...anyone,
    id: 'partnerStartPage',
    method: 'GET',
    path: partnerStartPath,
    run: async () => partnerStartPage(),
  }),
  endpoint({
    ...anyone,
    id: 'partnerStartForm',
    method: 'POST',
    path: partnerStartPath,
    body: requestPartnerSignUpSchema,
    acceptsForm: true,
    errorPage: partnerStartPage,
    run: ({ scope, body }) =>
      requestPartnerSignUp(scope, body).then(() =>
        messagePage('Check your email', 'We have sent you a link that opens your partner account. It is valid for one day.'),
      ),
  }),
  endpoint({
    ...anyone,
    id: 'partnerSignUpPage',
    method: 'GET',
    path: partnerSignUpPath,
    query: PageToken,
    errorPage,
    run: async ({ scope, query }) => partnerSignUpPage(await readPartnerSignUp(scope, query)),
  }),
  endpoint({
    ...anyone,
    id: 'partnerSignUpForm',
    method: 'POST',
    path: `${partnerSignUpPath}/form`,
    body: completePartnerSignUpSchema,
    acceptsForm: true,
    errorPage,
    run: async ({ scope, body }) => {
      const { session } = await completePartnerSignUp(scope, body)
      return session ? loggedInRedirect('/portal', session, scope.config) : redirectToLogIn('/portal')
    },
  }),
  endpoint({
    ...ofPartner,
    id: 'getPartnerProfile',
    method: 'GET',
    path: '/partner-profile',
    summary: 'Retrieve your partner profile',
    output: PartnerProfileSchema,
    run: ({ scope }) => getPartnerProfile(scope),
  }),
  endpoint({
    ...ofPartner,
    id: 'getPartnerImage',
    method: 'GET',
    path: '/partner-profile/image',
    summary: 'Load an image of another origin, such as the logo of a program',
    query: PreviewImageQuery,
    contentTypes: [...previewImageTypes],
    transaction: false,
    run: async ({ scope, query }) => {
      const { body, type } = await fetchPreviewImage(scope, query)
      return bytes(body, type, { 'Cache-Control': `private, max-age=${metatagsTtlMs / 1000}` })
    },
  }),
  endpoint({
    ...ofUser,
    id: 'createPartnerAccount',
    method: 'POST',
    path: '/partner-profile',
    summary: 'Open the partner account of your email address',
    status: 201,
    body: createPartnerAccountSchema,
    output: PartnerProfileSchema,
    run: ({ scope, body }) => createPartnerAccount(scope, body),
  }),
  endpoint({
    ...ofPartner,
    access: partner('partner_profile.update'),
    id: 'updatePartnerProfile',
    method: 'PATCH',
    path: '/partner-profile',
    summary: 'Update your partner profile',
    body: updatePartnerProfileSchema,
    output: PartnerProfileSchema,
    prepare: ({ scope, body }) => storeImages(scope, body, ['image']),
    run: ({ scope, body }) => updatePartnerProfile(scope, body),
  }),
  endpoint({
    ...ofPartner,
    access: partner('partner_profile.update'),
    id: 'submitPartnerProfile',
    method: 'POST',
    path: '/partner-profile/submit',
    summary: 'Request to be listed in the partner network',
    output: PartnerProfileSchema,
    run: ({ scope }) => submitPartnerProfile(scope),
  }),
  endpoint({
    ...ofUser,
    id: 'listPartnerAccounts',
    method: 'GET',
    path: '/partner-profile/accounts',
    summary: 'List the partner accounts you may act for',
    output: PartnerAccountSchema.array(),
    run: ({ scope }) => listPartnerAccounts(scope),
  }),
  endpoint({
    ...ofUser,
    id: 'selectPartnerAccount',
    method: 'POST',
    path: '/partner-profile/accounts/{partnerId}/select',
    summary: 'Act for another of your partner accounts',
    params: PartnerAccountParams,
    run: ({ scope, params }) => selectPartnerAccount(scope, params.partnerId),
  }),
  endpoint({
    ...ofPartner,
    id: 'getPartnerPreferences',
    method: 'GET',
    path: '/partner-profile/notification-preferences',
    summary: 'Retrieve which emails you receive',
    output: PartnerPreferences,
    run: ({ scope }) => partnerPreferences(scope),
  }),
  endpoint({
    ...ofPartner,
    id: 'changePartnerPreferences',
    method: 'PATCH',
    path: '/partner-profile/notification-preferences',
    summary: 'Choose which emails you receive',
    body: changePartnerPreferencesSchema,
    output: PartnerPreferences,
    run: ({ scope, body }) => changePartnerPreferences(scope, body),
  }),
]
