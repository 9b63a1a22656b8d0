import type { JobScope } from '../../kernel/scope.js'
import { emailLinkTtlMs } from '../limits.js'
import { sendEmailOfJob } from '../mail/send-email.js'
import { renewOneTimeLink } from '../one-time-link.js'
import { confirmEmailPath } from '../page-paths.js'

/** Sends the link that confirms a new email address. Does nothing if the change was cancelled meanwhile. */
export const sendEmailChange = (scope: JobScope, { userId, email }: { userId: string; email: string }): Promise<void> =>
  sendEmailOfJob(scope, async () => {
    const url = await renewOneTimeLink(scope, confirmEmailPath, emailLinkTtlMs, { purpose: 'email', userId, email })
    if (url === null) return null
    return {
      to: email,
      subject: 'Confirm your email address',
      text: [
        `A change of the email address of an account to ${email} was requested.`,
        `Confirm the new address within one day:\n${url}`,
        'If you did not request this, ignore this email.',
      ].join('\n\n'),
    }
  })
