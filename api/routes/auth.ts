/** Proving who one is, for programs. The same for people at a browser: `auth-pages.ts`. */
import {
  ConfirmEmail, confirmEmail, HandPasswordLink, handPasswordLink, invitePath, JoinByLink, joinByLink, LogIn, logIn, logOut, logOutEverywhere, RequestPasswordReset, requestPasswordReset, ResetLogInAttempts, resetLogInAttempts, ResetPassword, resetPassword,
} from '../../shared/accounts/index.js'
import { admin } from '../access/admin.js'
import { loggedIn, loggedOut } from '../access/session-cookie.js'
import { sessionOnly } from '../access/user.js'
import { visitor } from '../access/visitor.js'
import { endpoint } from '../endpoint.js'
import { json } from '../http/reply.js'

export const auth = [
  endpoint({
    id: 'logIn', method: 'POST', path: '/auth/login', hidden: true,
    // A failed try must stay counted, so nothing may be rolled back.
    access: visitor, rate: 'none', body: LogIn, transaction: false,
    run: async ({ scope, body }) => loggedIn(await logIn(scope, body), scope.config),
  }),
  endpoint({
    id: 'logOut', method: 'POST', path: '/auth/logout', hidden: true,
    access: sessionOnly, rate: 'api',
    run: ({ scope }) => logOut(scope).then(() => loggedOut(scope.config)),
  }),
  endpoint({
    id: 'logOutEverywhere', method: 'POST', path: '/auth/logout/everywhere', hidden: true,
    access: sessionOnly, rate: 'api',
    run: ({ scope }) => logOutEverywhere(scope).then(() => loggedOut(scope.config)),
  }),
  endpoint({
    id: 'requestPasswordReset', method: 'POST', path: '/auth/password/forgot', hidden: true,
    access: visitor, rate: 'none', body: RequestPasswordReset,
    run: ({ scope, body }) => requestPasswordReset(scope, body).then(() => json({})),
  }),
  endpoint({
    id: 'resetPassword', method: 'POST', path: '/auth/password/reset', hidden: true,
    access: visitor, rate: 'none', body: ResetPassword,
    run: ({ scope, body }) => resetPassword(scope, body).then(() => json({})),
  }),
  endpoint({
    id: 'confirmEmail', method: 'POST', path: '/auth/email', hidden: true,
    access: visitor, rate: 'none', body: ConfirmEmail,
    run: ({ scope, body }) => confirmEmail(scope, body).then(() => json({})),
  }),
  endpoint({
    id: 'joinByLink', method: 'POST', path: `${invitePath}/join`, hidden: true,
    access: visitor, rate: 'none', body: JoinByLink,
    run: async ({ scope, body }) => loggedIn(await joinByLink(scope, body), scope.config),
  }),
  endpoint({
    id: 'handPasswordLink', method: 'POST', path: '/admin/users/password-link', hidden: true,
    access: admin, rate: 'none', body: HandPasswordLink,
    run: async ({ scope, body }) => handPasswordLink(scope, body),
  }),
  endpoint({
    id: 'resetLogInAttempts', method: 'POST', path: '/admin/reset-login-attempts', hidden: true,
    access: admin, rate: 'none', body: ResetLogInAttempts,
    run: async ({ scope, body }) => resetLogInAttempts(scope, body),
  }),
]
