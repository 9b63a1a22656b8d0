import type { JobScope } from '../../kernel/scope.js'
import { type EmailMessage, createMailer } from './mailer.js'

/** Sends an email whose text is in the job payload. */
export const sendEmail = ({ config }: JobScope, message: EmailMessage): Promise<void> => createMailer(config).send(message)
