import type { JobScope } from '../../kernel/scope.js'
import { emailLinkLife } from '../limits.js'
import { mailerOf } from '../mail/mailer.js'
import { oneTimeLink } from '../one-time-link.js'
import { confirmEmailPath } from '../page-paths.js'

/** Sends the link that makes the address the user's. */
export async function sendEmailChange(scope: JobScope, { userId, email }: { userId: string; email: string }): Promise<void> {
  const { url } = await oneTimeLink(scope, confirmEmailPath, emailLinkLife, { purpose: 'email', userId, email })
  await mailerOf(scope.config).send({
    to: email,
    subject: 'Confirm your e-mail address',
    text: `Somebody, hopefully you, wants to use this address for their account.\n\nConfirm it here within a day:\n${url}\n\nIf it was not you, nothing needs to be done.`,
  })
}
