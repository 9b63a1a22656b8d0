import type { ServiceError } from '../../shared/kernel/errors.js'
import { statusOf } from '../http/error-answer.js'
import { redirect, type Reply } from '../http/reply.js'
import { html } from './markup.js'
import { field, form, hidden, page, problem } from './page.js'

const path = '/auth/login'

export interface LogInForm {
  /** Where to go after; a path of ours. */
  next?: string | undefined
  email?: string | undefined
}

export function logInPage({ next = '', email = '' }: LogInForm, refusal: ServiceError | null = null): Reply {
  const fields = [
    hidden('next', next),
    field('E-mail', 'email', { type: 'email', value: email, autocomplete: 'username' }),
    field('Password', 'password', { type: 'password', autocomplete: 'current-password' }),
  ]
  return page(
    'Log in',
    html`${problem(refusal && refusal.message)}${form(`${path}/form`, ...fields, html`<button>Log in</button>`)}
      <p><a href="/auth/password/forgot">Forgotten your password?</a></p>`,
    { status: refusal ? statusOf[refusal.code] : 200 },
  )
}

/** Sends somebody who has no session to the log-in, and afterwards back to where they wanted to go. */
export const logInFirst = (wanted: string): Reply => redirect(`${path}?${new URLSearchParams({ next: wanted }).toString()}`, 303)

/** A path of this service and nothing else: a log-in must not be the way to another site. */
export const ownPath = (next: string | undefined): string => (next && /^\/(?![/\\])[\x21-\x7e]*$/.test(next) ? next : '/auth/session')
