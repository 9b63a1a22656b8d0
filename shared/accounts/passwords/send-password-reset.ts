import type { JobScope } from '../../kernel/scope.js'
import { passwordLinkTtlMs } from '../limits.js'
import { createMailer } from '../mail/mailer.js'
import { createOneTimeLink } from '../one-time-link.js'
import { resetPath } from '../page-paths.js'
import { passwordByEmail } from './password.queries.js'

/** Sends a password reset link. The job creates the link, so that no queue ever contains it. */
export async function sendPasswordReset(scope: JobScope, { email }: { email: string }): Promise<void> {
  const owner = await passwordByEmail(scope.em, email)
  if (!owner) return
  const { url } = await createOneTimeLink(scope, resetPath, passwordLinkTtlMs, { purpose: 'password', userId: owner.userId })
  await createMailer(scope.config).send({
    to: email,
    subject: 'Reset your password',
    text: [
      'A password reset was requested for your account.',
      `Set a new password within one hour:\n${url}`,
      'If you did not request this, ignore this email. Your password stays unchanged.',
    ].join('\n\n'),
  })
}
