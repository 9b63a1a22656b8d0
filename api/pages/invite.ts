import { type InviteAtHand, invitePath } from '../../shared/accounts/index.js'
import type { ServiceError } from '../../shared/kernel/errors.js'
import { statusOf } from '../http/error-answer.js'
import type { Reply } from '../http/reply.js'
import { logInFirst } from './log-in.js'
import { html, type Markup } from './markup.js'
import { refusalPage } from './message.js'
import { field, form, hidden, page, problem } from './page.js'

/** Asks somebody who was invited: with an account to accept, without one to make it. */
export function invitePage({ token, email, role, workspace, hasAccount }: InviteAtHand): Reply {
  const accept = form(`${invitePath}/accept/form?${new URLSearchParams({ token }).toString()}`, html`<button>Accept</button>`)
  const decline = form(`${invitePath}/decline/form`, hidden('token', token), html`<button>Decline</button>`)
  return page(
    `Join ${workspace.name}`,
    html`<p>${email} is invited to ${workspace.name} (${workspace.slug}) as ${role}.</p>
      ${hasAccount ? accept : joinForm(token, '')}${decline}`,
  )
}

/** The form again, for somebody whose entries were refused. */
export const refusedJoinPage = (refusal: ServiceError, { token = '', name = '' }: Record<string, string>): Reply =>
  page('Make an account', html`${problem(refusal.message)}${joinForm(token, name)}`, { status: statusOf[refusal.code] })

/** Who has an account logs in first, and comes back to the invite. */
export const refusedAcceptPage = (refusal: ServiceError, { token = '' }: Record<string, string>): Reply =>
  refusal.code === 'unauthorized' ? logInFirst(`${invitePath}?${new URLSearchParams({ token }).toString()}`) : refusalPage(refusal)

const joinForm = (token: string, name: string): Markup =>
  form(
    `${invitePath}/join/form`,
    hidden('token', token),
    field('Your name', 'name', { value: name, autocomplete: 'name' }),
    field('Password', 'password', { type: 'password', autocomplete: 'new-password' }),
    html`<button>Make an account and join</button>`,
  )
