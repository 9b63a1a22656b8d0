/** Letters to people. Who writes one says to whom and what; how it travels is the installation's matter. */
import type { Config } from '../../kernel/config.js'
import { outboxMailer } from './outbox-mailer.js'
import { smtpMailer } from './smtp-mailer.js'

export interface Letter {
  to: string
  subject: string
  text: string
}

export interface Mailer {
  /** Resolves when the letter was taken over: by the server, or by the disk. */
  send(letter: Letter): Promise<void>
}

/** Through the mail server where one is configured; otherwise into files, for the operator to read. */
export const mailerOf = ({ smtpUrl, mailFrom, dataDir }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Mailer =>
  smtpUrl ? smtpMailer(smtpUrl, mailFrom) : outboxMailer(dataDir, mailFrom)
