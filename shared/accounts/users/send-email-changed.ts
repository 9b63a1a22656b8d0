import type { JobScope } from '../../kernel/scope.js'
import { restoreEmailLinkTtlMs } from '../limits.js'
import { sendEmailOfJob } from '../mail/send-email.js'
import { renewOneTimeLink } from '../one-time-link.js'
import { restoreEmailPath } from '../page-paths.js'

/** Notifies the former address of a user, with a link that takes the change back. Does nothing if a change was taken back meanwhile. */
export const sendEmailChanged = (
  scope: JobScope,
  { userId, formerEmail, email }: { userId: string; formerEmail: string; email: string },
): Promise<void> =>
  sendEmailOfJob(scope, async () => {
    const subject = { purpose: 'restore-email', userId, email: formerEmail } as const
    const url = await renewOneTimeLink(scope, restoreEmailPath, restoreEmailLinkTtlMs, subject)
    if (url === null) return null
    return {
      to: formerEmail,
      subject: 'Your email address was changed',
      text: [
        `The email address of your account was changed to ${email}.`,
        `If you did not change it, take the change back within seven days:\n${url}`,
        'That also ends all sessions, removes your password and revokes your personal API keys.',
      ].join('\n\n'),
    }
  })
