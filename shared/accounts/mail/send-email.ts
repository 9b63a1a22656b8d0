import { unprocessable } from '../../kernel/errors.js'
import type { JobScope } from '../../kernel/scope.js'
import { type EmailMessage, createMailer, isEmailRefused } from './mailer.js'
import { isEmailSent, recordSentEmail } from './sent-email.queries.js'

/** Sends an email now. */
export const sendEmail = ({ config }: JobScope, message: EmailMessage): Promise<void> => createMailer(config).send(message)

/**
 * Sends the only email of a job: an attempt after the one that sent it sends nothing. `compose` creates the email and its one-time link, or
 * returns null if none is wanted any more. If the process dies between sending and its record, the copy has the same message id.
 */
export async function sendEmailOfJob(scope: JobScope, compose: () => Promise<EmailMessage | null>): Promise<void> {
  const email = { kind: scope.jobName, subject: scope.requestId }
  if (await isEmailSent(scope.em, email)) return
  const message = await compose()
  if (!message) return
  await sendEmail(scope, { messageId: `${scope.requestId}@${new URL(scope.config.baseUrl).hostname}`, ...message }).catch(
    (error: Error) => {
      throw isEmailRefused(error) ? unprocessable(error.message) : error
    },
  )
  await recordSentEmail(scope.em, { ...email, sentAt: scope.now() })
}

/** Sends the email of a job whose payload is the email. */
export const sendQueuedEmail = (scope: JobScope, message: EmailMessage): Promise<void> => sendEmailOfJob(scope, async () => message)
