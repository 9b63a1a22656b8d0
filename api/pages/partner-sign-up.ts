import type { ServiceError } from '../../shared/kernel/errors.js'
import { type PartnerSignUpPreview, partnerSignUpPath } from '../../shared/partner-accounts/index.js'
import { httpStatus } from '../http/error-response.js'
import type { Reply } from '../http/reply.js'
import { html } from './markup.js'
import { errorBox, field, form, hidden, page } from './page.js'

export const partnerStartPath = '/auth/partner/sign-up'

/** Requests the address to which the link is sent. */
export function partnerStartPage(error: ServiceError | null = null): Reply {
  const email = field('Email', 'email', { type: 'email', autocomplete: 'email' })
  return page(
    'Open a partner account',
    html`${errorBox(error && error.message)}
      <p>
        With a partner account you join partner programs, create links and earn commissions. We send you a link to confirm your address.
      </p>
      ${form(partnerStartPath, email, html`<button>Send link</button>`)}
      <p>Already have an account? <a href="/auth/login?next=/portal">Log in</a></p>`,
    { status: error ? httpStatus[error.code] : 200 },
  )
}

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
