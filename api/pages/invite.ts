import { type InvitePreview, invitePath } from '../../shared/accounts/index.js'
import type { ServiceError } from '../../shared/kernel/errors.js'
import { httpStatus } from '../http/error-response.js'
import type { Reply } from '../http/reply.js'
import { redirectToLogIn } from './log-in.js'
import { html, type Markup } from './markup.js'
import { errorPage } from './message.js'
import { field, form, hidden, page, errorBox } from './page.js'

/** The page behind an invite link: accept with an existing account, or create one. */
export function invitePage({ token, email, role, workspace, hasAccount }: InvitePreview): Reply {
  const accept = form(`${invitePath}/accept/form?${new URLSearchParams({ token }).toString()}`, html`<button>Accept</button>`)
  const decline = form(`${invitePath}/decline/form`, hidden('token', token), html`<button>Decline</button>`)
  return page(
    `Join ${workspace.name}`,
    html`<p>${email} is invited to join ${workspace.name} (${workspace.slug}) as ${role}.</p>
      ${hasAccount ? accept : joinForm(token, '')}${decline}`,
  )
}

/** The form again, with the error and what was entered. */
export const joinErrorPage = (error: ServiceError, { token = '', name = '' }: Record<string, string>): Reply =>
  page('Create an account', html`${errorBox(error.message)}${joinForm(token, name)}`, { status: httpStatus[error.code] })

/** Redirects to the log-in if there is no session; the user returns to the invite afterwards. */
export const acceptErrorPage = (error: ServiceError, { token = '' }: Record<string, string>): Reply =>
  error.code === 'unauthorized' ? redirectToLogIn(`${invitePath}?${new URLSearchParams({ token }).toString()}`) : errorPage(error)

const joinForm = (token: string, name: string): Markup =>
  form(
    `${invitePath}/join/form`,
    hidden('token', token),
    field('Your name', 'name', { value: name, autocomplete: 'name' }),
    field('Password', 'password', { type: 'password', autocomplete: 'new-password' }),
    html`<button>Create account and join</button>`,
  )
