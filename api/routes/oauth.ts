/** Apps that act for people, and how they get to. */
import {
  allowAccess, AppParams, AppSchema, AppWithSecret, Authorize, AuthorizeForm, AuthorizeQuery, CallbackUrl, CreateApp, createApp, deleteApp, denyAccess, endInstallation, getApp, GrantAccess, grantAccess, InstallationSchema, listApps,
  listInstallations, readAccessRequest, RevokeAccess, revokeAccess, rotateAppSecret, UpdateApp, updateApp, UserInfo, userInfo, VerifyApp, verifyApp,
} from '../../shared/accounts/index.js'
import { admin } from '../access/admin.js'
import { oauthClient } from '../access/oauth-client.js'
import { oauthRefusal } from '../access/oauth-refusal.js'
import { sessionOnly } from '../access/user.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'
import { json, redirect } from '../http/reply.js'
import { consentPage } from '../pages/consent.js'
import { logInFirst } from '../pages/log-in.js'
import { refusalPage } from '../pages/message.js'

const read = { hidden: true, rate: 'api', access: workspace('oauth_apps.read') } as const
const write = { hidden: true, rate: 'api', access: workspace('oauth_apps.write') } as const
const one = { path: '/oauth/apps/{id}', params: AppParams } as const

export const oauth = [
  endpoint({ ...read, id: 'listOauthApps', method: 'GET', path: '/oauth/apps', output: AppSchema.array(), run: ({ scope }) => listApps(scope) }),
  endpoint({ ...write, id: 'createOauthApp', method: 'POST', path: '/oauth/apps', body: CreateApp, output: AppWithSecret, run: ({ scope, body }) => createApp(scope, body) }),
  endpoint({ ...read, ...one, id: 'getOauthApp', method: 'GET', output: AppSchema, run: ({ scope, params }) => getApp(scope, params.id) }),
  endpoint({ ...write, ...one, id: 'updateOauthApp', method: 'PATCH', body: UpdateApp, output: AppSchema, run: ({ scope, params, body }) => updateApp(scope, params.id, body) }),
  endpoint({ ...write, ...one, id: 'deleteOauthApp', method: 'DELETE', run: ({ scope, params }) => deleteApp(scope, params.id) }),
  endpoint({ ...write, ...one, id: 'rotateOauthAppSecret', method: 'POST', path: '/oauth/apps/{id}/secret', output: AppWithSecret, run: ({ scope, params }) => rotateAppSecret(scope, params.id) }),
  endpoint({ id: 'verifyOauthApp', method: 'PATCH', path: '/admin/oauth/apps/{id}', hidden: true, access: admin, rate: 'none', params: AppParams, body: VerifyApp, output: AppSchema, run: ({ scope, params, body }) => verifyApp(scope, params.id, body) }),
  endpoint({
    id: 'authorizePage', method: 'GET', path: '/oauth/authorize', hidden: true,
    access: sessionOnly, rate: 'api', query: AuthorizeQuery, refused: (error, { url }) => (error.code === 'unauthorized' ? logInFirst(url) : refusalPage(error)),
    run: async ({ scope, query }) => consentPage(await readAccessRequest(scope, query)),
  }),
  endpoint({ id: 'authorizeOauthApp', method: 'POST', path: '/oauth/authorize', hidden: true, access: sessionOnly, rate: 'api', body: Authorize, output: CallbackUrl, run: ({ scope, body }) => allowAccess(scope, body) }),
  endpoint({
    id: 'authorizeForm', method: 'POST', path: '/oauth/authorize/form', hidden: true,
    access: sessionOnly, rate: 'api', body: AuthorizeForm, form: true, refused: refusalPage,
    run: async ({ scope, body: { decision, ...asked } }) => redirect((await (decision === 'allow' ? allowAccess(scope, asked) : denyAccess(scope, asked))).callbackUrl, 303),
  }),
  endpoint({
    id: 'grantAccess', method: 'POST', path: '/oauth/token', hidden: true,
    // What a stolen refresh token brings about must stay, although its answer is a refusal.
    access: oauthClient, rate: 'none', body: GrantAccess, form: true, anySite: true, transaction: false, refused: oauthRefusal,
    run: async ({ scope, body }) => json(await grantAccess(scope, body), { 'Cache-Control': 'no-store' }),
  }),
  endpoint({ id: 'revokeAccess', method: 'POST', path: '/oauth/revoke', hidden: true, access: oauthClient, rate: 'none', body: RevokeAccess, form: true, anySite: true, refused: oauthRefusal, run: ({ scope, body }) => revokeAccess(scope, body) }),
  endpoint({ id: 'getUserInfo', method: 'GET', path: '/oauth/userinfo', hidden: true, access: workspace({ apps: true }), rate: 'api', anySite: true, output: UserInfo, run: ({ scope }) => userInfo(scope) }),
  endpoint({ id: 'listInstallations', method: 'GET', path: '/oauth/installations', hidden: true, access: workspace('integrations.read'), rate: 'api', output: InstallationSchema.array(), run: ({ scope }) => listInstallations(scope) }),
  endpoint({ id: 'endInstallation', method: 'DELETE', path: '/oauth/installations/{id}', hidden: true, access: workspace('integrations.write'), rate: 'api', params: AppParams, run: ({ scope, params }) => endInstallation(scope, params.id) }),
]
