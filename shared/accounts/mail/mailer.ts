/** Outgoing email. */
import type { Config } from '../../kernel/config.js'
import { fileMailer } from './file-mailer.js'
import { smtpMailer } from './smtp-mailer.js'

export interface EmailMessage {
  to: string
  subject: string
  text: string
}

export interface Mailer {
  /** Resolves when the mail server has accepted the message, or when its file is written. */
  send(message: EmailMessage): Promise<void>
}

/** Sends through `SMTP_URL`, or writes files for the operator if it is not configured. */
export const createMailer = ({ smtpUrl, mailFrom, dataDir }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Mailer =>
  smtpUrl ? smtpMailer(smtpUrl, mailFrom) : fileMailer(dataDir, mailFrom)
