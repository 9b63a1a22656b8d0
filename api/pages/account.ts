import { confirmEmailPath, restoreEmailPath, type UserScope } from '../../shared/accounts/index.js'
import type { Reply } from '../http/reply.js'
import { html } from './markup.js'
import { form, hidden, page } from './page.js'

/** The landing page after a log-in without a return path. */
export const sessionPage = ({ user, isImpersonated }: UserScope): Reply =>
  page(
    'You are logged in',
    html`<p>${user.name ?? user.email}</p>
      ${isImpersonated && html`<p>You act as this user for at most an hour.</p>`}
      <p><a href="/console">Web console</a> · <a href="/portal">Partner portal</a></p>
      ${form('/auth/logout/form', html`<button>Log out</button>`)}
      ${form('/auth/logout/everywhere/form', html`<button>Log out everywhere</button>`)}`,
  )

/** Opening the page does not consume the link, because mail scanners open links too. */
export const confirmEmailPage = ({ token }: { token: string }): Reply =>
  page('Confirm your email address', form(`${confirmEmailPath}/form`, hidden('token', token), html`<button>Confirm</button>`))

export const restoreEmailPage = ({ token }: { token: string }): Reply =>
  page(
    'Take back the change of your email address',
    form(`${restoreEmailPath}/form`, hidden('token', token), html`<button>Restore my email address</button>`),
  )
