/** Proving who one is, for people at a browser: pages without script, and the forms on them. */
import {
  acceptByLink, ConfirmEmail, confirmEmail, confirmEmailPath, declineByLink, invitePath, JoinByLink, joinByLink, logIn, LogInForm, LogInQuery, logOut, logOutEverywhere, PageToken, readInvite, RequestPasswordReset,
  requestPasswordReset, resetPath, ResetPassword, resetPassword,
} from '../../shared/accounts/index.js'
import { loggedInAt, loggedOutAt } from '../access/session-cookie.js'
import { sessionOnly } from '../access/user.js'
import { visitor } from '../access/visitor.js'
import { endpoint } from '../endpoint.js'
import { confirmEmailPage, sessionPage } from '../pages/account.js'
import { invitePage, refusedAcceptPage, refusedJoinPage } from '../pages/invite.js'
import { logInFirst, logInPage, ownPath } from '../pages/log-in.js'
import { messagePage, refusalPage } from '../pages/message.js'
import { forgottenPage, newPasswordPage } from '../pages/password.js'

export const authPages = [
  endpoint({
    id: 'logInPage', method: 'GET', path: '/auth/login', hidden: true,
    access: visitor, rate: 'none', query: LogInQuery, refused: refusalPage,
    run: async ({ query }) => logInPage(query),
  }),
  endpoint({
    id: 'logInForm', method: 'POST', path: '/auth/login/form', hidden: true,
    access: visitor, rate: 'none', body: LogInForm, form: true, transaction: false, refused: (error, { form }) => logInPage(form, error),
    run: async ({ scope, body }) => loggedInAt(ownPath(body.next), await logIn(scope, body), scope.config),
  }),
  endpoint({
    id: 'sessionPage', method: 'GET', path: '/auth/session', hidden: true,
    access: sessionOnly, rate: 'api', refused: (_, { url }) => logInFirst(url),
    run: async ({ scope }) => sessionPage(scope),
  }),
  endpoint({
    id: 'logOutForm', method: 'POST', path: '/auth/logout/form', hidden: true,
    access: sessionOnly, rate: 'api', refused: refusalPage,
    run: ({ scope }) => logOut(scope).then(() => loggedOutAt('/auth/login', scope.config)),
  }),
  endpoint({
    id: 'logOutEverywhereForm', method: 'POST', path: '/auth/logout/everywhere/form', hidden: true,
    access: sessionOnly, rate: 'api', refused: refusalPage,
    run: ({ scope }) => logOutEverywhere(scope).then(() => loggedOutAt('/auth/login', scope.config)),
  }),
  endpoint({
    id: 'forgottenPage', method: 'GET', path: '/auth/password/forgot', hidden: true,
    access: visitor, rate: 'none',
    run: async () => forgottenPage(),
  }),
  endpoint({
    id: 'forgottenForm', method: 'POST', path: '/auth/password/forgot/form', hidden: true,
    access: visitor, rate: 'none', body: RequestPasswordReset, form: true, refused: forgottenPage,
    run: ({ scope, body }) => requestPasswordReset(scope, body).then(() => messagePage('Look into your letters', 'If the address belongs to an account, a link is on its way.')),
  }),
  endpoint({
    id: 'newPasswordPage', method: 'GET', path: resetPath, hidden: true,
    access: visitor, rate: 'none', query: PageToken, refused: refusalPage,
    run: async ({ query }) => newPasswordPage(query),
  }),
  endpoint({
    id: 'newPasswordForm', method: 'POST', path: `${resetPath}/form`, hidden: true,
    access: visitor, rate: 'none', body: ResetPassword, form: true, refused: (error, { form }) => newPasswordPage({ token: form.token ?? '' }, error),
    run: ({ scope, body }) => resetPassword(scope, body).then(() => logInPage({})),
  }),
  endpoint({
    id: 'confirmEmailPage', method: 'GET', path: confirmEmailPath, hidden: true,
    access: visitor, rate: 'none', query: PageToken, refused: refusalPage,
    run: async ({ query }) => confirmEmailPage(query),
  }),
  endpoint({
    id: 'confirmEmailForm', method: 'POST', path: `${confirmEmailPath}/form`, hidden: true,
    access: visitor, rate: 'none', body: ConfirmEmail, form: true, refused: refusalPage,
    run: ({ scope, body }) => confirmEmail(scope, body).then(() => messagePage('Confirmed', 'This is your e-mail address now.')),
  }),
  endpoint({
    id: 'invitePage', method: 'GET', path: invitePath, hidden: true,
    access: visitor, rate: 'none', query: PageToken, refused: refusalPage,
    run: async ({ scope, query }) => invitePage(await readInvite(scope, query)),
  }),
  endpoint({
    id: 'joinForm', method: 'POST', path: `${invitePath}/join/form`, hidden: true,
    access: visitor, rate: 'none', body: JoinByLink, form: true, refused: (error, { form }) => refusedJoinPage(error, form),
    run: async ({ scope, body }) => loggedInAt('/auth/session', await joinByLink(scope, body), scope.config),
  }),
  endpoint({
    id: 'acceptInviteForm', method: 'POST', path: `${invitePath}/accept/form`, hidden: true,
    access: sessionOnly, rate: 'api', query: PageToken, refused: (error, { query }) => refusedAcceptPage(error, query),
    run: ({ scope, query }) => acceptByLink(scope, query).then(({ slug }) => messagePage('Welcome', `You are a member of ${slug} now.`)),
  }),
  endpoint({
    id: 'declineInviteForm', method: 'POST', path: `${invitePath}/decline/form`, hidden: true,
    access: visitor, rate: 'none', body: PageToken, form: true, refused: refusalPage,
    run: ({ scope, body }) => declineByLink(scope, body).then(() => messagePage('Declined', 'The invite is gone.')),
  }),
]
