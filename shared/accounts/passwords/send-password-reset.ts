import type { JobScope } from '../../kernel/scope.js'
import { passwordLinkLife } from '../limits.js'
import { mailerOf } from '../mail/mailer.js'
import { oneTimeLink } from '../one-time-link.js'
import { resetPath } from '../page-paths.js'
import { passwordByEmail } from './password.queries.js'

/** Sends the link that sets a new password. Made here and not by who asked, so that no queue ever holds it. */
export async function sendPasswordReset(scope: JobScope, { email }: { email: string }): Promise<void> {
  const owner = await passwordByEmail(scope.em, email)
  if (!owner) return
  const { url } = await oneTimeLink(scope, resetPath, passwordLinkLife, { purpose: 'password', userId: owner.userId })
  await mailerOf(scope.config).send({
    to: email,
    subject: 'Set a new password',
    text: `Somebody, hopefully you, asked for a new password for your account.\n\nSet it here within an hour:\n${url}\n\nIf it was not you, nothing needs to be done: the password stays as it is.`,
  })
}
