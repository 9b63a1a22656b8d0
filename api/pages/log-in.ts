import type { ServiceError } from '../../shared/kernel/errors.js'
import { httpStatus } from '../http/error-response.js'
import { redirect, type Reply } from '../http/reply.js'
import { html } from './markup.js'
import { field, form, hidden, page, errorBox } from './page.js'

const path = '/auth/login'

export interface LogInForm {
  /** Path on this service to return to after the log-in. */
  next?: string | undefined
  email?: string | undefined
}

export function logInPage({ next = '', email = '' }: LogInForm, error: ServiceError | null = null): Reply {
  const fields = [
    hidden('next', next),
    field('Email', 'email', { type: 'email', value: email, autocomplete: 'username' }),
    field('Password', 'password', { type: 'password', autocomplete: 'current-password' }),
  ]
  return page(
    'Log in',
    html`${errorBox(error && error.message)}${form(`${path}/form`, ...fields, html`<button>Log in</button>`)}
      <p>
        <a href="/auth/password/forgot">Forgot your password?</a><br />
        Partner of a program? <a href="/auth/partner/sign-up">Open a partner account</a>
      </p>`,
    { status: error ? httpStatus[error.code] : 200 },
  )
}

/** Redirects to the log-in, which returns to `returnTo` afterwards. */
export const redirectToLogIn = (returnTo: string): Reply => redirect(`${path}?${new URLSearchParams({ next: returnTo }).toString()}`, 303)

/** Only paths of this service are allowed: the log-in must not be an open redirect. */
export const safeRedirectPath = (next: string | undefined): string =>
  next && /^\/(?![/\\])[\x21-\x7e]*$/.test(next) ? next : '/auth/session'
