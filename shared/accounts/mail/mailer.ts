/** Outgoing email. */
import type { Config } from '../../kernel/config.js'
import { fileMailer } from './file-mailer.js'
import { smtpMailer } from './smtp-mailer.js'

export interface EmailMessage {
  to: string
  subject: string
  text: string
  /** The same text as HTML. */
  html?: string
  /** Instead of `MAIL_FROM`. */
  from?: { name: string; address: string }
  /** Without angle brackets. A repeated message keeps its id, so that mailboxes can drop the copy. */
  messageId?: string
  headers?: Record<string, string>
}

export interface Mailer {
  /** Resolves when the mail server has accepted the message, or when its file is written. */
  send(message: EmailMessage): Promise<void>
}

/** Whether the mail server refused the message for good: then another attempt is pointless. */
export function isEmailRefused(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500
}

/** Sends through `SMTP_URL`, or writes files for the operator if it is not configured. */
export const createMailer = ({ smtpUrl, mailFrom, dataDir }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Mailer =>
  smtpUrl ? smtpMailer(smtpUrl, mailFrom) : fileMailer(dataDir, mailFrom)
