import { type PartnerSignUpPreview, partnerSignUpPath } from '../../shared/partner-accounts/index.js'
import type { Reply } from '../http/reply.js'
import { html } from './markup.js'
import { field, form, hidden, page } from './page.js'

/** The page behind the link that opens a partner account. Opening the page does not consume the link. */
export function partnerSignUpPage({ token, email, hasUser, invitedBy }: PartnerSignUpPreview): Reply {
  const newUser = html`${field('Your name', 'name', { autocomplete: 'name' })}
  ${field('Password', 'password', { type: 'password', autocomplete: 'new-password' })}`
  return page(
    invitedBy ? `Join the partner account of ${invitedBy}` : 'Open your partner account',
    html`<p>Email address: ${email}</p>
      ${form(`${partnerSignUpPath}/form`, hidden('token', token), hasUser ? html`` : newUser, html`<button>Continue</button>`)}`,
  )
}
