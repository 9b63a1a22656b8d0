import type { JobScope } from '../../kernel/scope.js'
import { passwordLinkTtlMs } from '../limits.js'
import { sendEmailOfJob } from '../mail/send-email.js'
import { createOneTimeLink } from '../one-time-link.js'
import { resetPath } from '../page-paths.js'
import { passwordByEmail } from './password.queries.js'

/** Sends a password reset link. The job creates the link, so that no queue ever contains it. */
export const sendPasswordReset = (scope: JobScope, { email }: { email: string }): Promise<void> =>
  sendEmailOfJob(scope, async () => {
    const owner = await passwordByEmail(scope.em, email)
    if (!owner) return null
    const { url } = await createOneTimeLink(scope, resetPath, passwordLinkTtlMs, { purpose: 'password', userId: owner.userId })
    return {
      to: email,
      subject: 'Reset your password',
      text: [
        'A password reset was requested for your account.',
        `Set a new password within one hour:\n${url}`,
        'If you did not request this, ignore this email. Your password stays unchanged.',
      ].join('\n\n'),
    }
  })
