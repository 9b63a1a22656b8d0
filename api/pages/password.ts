import { resetPath } from '../../shared/accounts/index.js'
import type { ServiceError } from '../../shared/kernel/errors.js'
import { httpStatus } from '../http/error-response.js'
import type { Reply } from '../http/reply.js'
import { html } from './markup.js'
import { field, form, hidden, page, errorBox } from './page.js'

const pageOptions = (error: ServiceError | null) => ({ status: error ? httpStatus[error.code] : 200 })

export function forgotPasswordPage(error: ServiceError | null = null): Reply {
  const email = field('Email', 'email', { type: 'email', autocomplete: 'username' })
  const body = form('/auth/password/forgot/form', email, html`<button>Send reset link</button>`)
  return page('Reset your password', html`${errorBox(error && error.message)}${body}`, pageOptions(error))
}

/** Opening the page does not consume the link, because mail scanners open links too. */
export function newPasswordPage({ token }: { token: string }, error: ServiceError | null = null): Reply {
  const password = field('New password', 'password', { type: 'password', autocomplete: 'new-password' })
  const body = form(`${resetPath}/form`, hidden('token', token), password, html`<button>Set password</button>`)
  return page('Set a new password', html`${errorBox(error && error.message)}${body}`, pageOptions(error))
}
