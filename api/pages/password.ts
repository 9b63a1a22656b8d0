import { resetPath } from '../../shared/accounts/index.js'
import type { ServiceError } from '../../shared/kernel/errors.js'
import { statusOf } from '../http/error-answer.js'
import type { Reply } from '../http/reply.js'
import { html } from './markup.js'
import { field, form, hidden, page, problem } from './page.js'

const statusAfter = (refusal: ServiceError | null) => ({ status: refusal ? statusOf[refusal.code] : 200 })

export const forgottenPage = (refusal: ServiceError | null = null): Reply =>
  page(
    'Set a new password',
    html`${problem(refusal && refusal.message)}${form('/auth/password/forgot/form', field('E-mail', 'email', { type: 'email', autocomplete: 'username' }), html`<button>Send me a link</button>`)}`,
    statusAfter(refusal),
  )

/** Opening the page changes nothing: programs that look at links in letters must not spend them. */
export const newPasswordPage = ({ token }: { token: string }, refusal: ServiceError | null = null): Reply =>
  page(
    'Set a new password',
    html`${problem(refusal && refusal.message)}${form(`${resetPath}/form`, hidden('token', token), field('New password', 'password', { type: 'password', autocomplete: 'new-password' }), html`<button>Set password</button>`)}`,
    statusAfter(refusal),
  )
