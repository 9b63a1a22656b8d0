import { confirmEmailPath, type UserScope } from '../../shared/accounts/index.js'
import type { Reply } from '../http/reply.js'
import { html } from './markup.js'
import { form, hidden, page } from './page.js'

/** Where somebody lands who logs in for no particular purpose. */
export const sessionPage = ({ user }: UserScope): Reply =>
  page(
    'You are logged in',
    html`<p>${user.name ?? user.email}</p>
      ${form('/auth/logout/form', html`<button>Log out</button>`)}${form('/auth/logout/everywhere/form', html`<button>Log out everywhere</button>`)}`,
  )

/** Opening the page changes nothing: programs that look at links in letters must not spend them. */
export const confirmEmailPage = ({ token }: { token: string }): Reply =>
  page('Confirm your e-mail address', form(`${confirmEmailPath}/form`, hidden('token', token), html`<button>Confirm</button>`))
