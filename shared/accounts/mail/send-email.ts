import type { JobScope } from '../../kernel/scope.js'
import { type EmailMessage, createMailer } from './mailer.js'

/** Sends an email now. */
export const sendEmail = ({ config }: JobScope, message: EmailMessage): Promise<void> => createMailer(config).send(message)

/** Sends the email of a job. A repeated job keeps the id of its message, so that mailboxes can drop the copy. */
export const sendQueuedEmail = (scope: JobScope, message: EmailMessage): Promise<void> =>
  sendEmail(scope, { messageId: `${scope.requestId}@${new URL(scope.config.baseUrl).hostname}`, ...message })
