import { seconds } from '../../kernel/time.js'
import type { Mailer } from './mailer.js'

/** Opens one SMTP connection per email: emails are rare, and no idle connection delays a shutdown. */
export function smtpMailer(url: string, from: string): Mailer {
  return {
    async send(message) {
      const { createTransport } = await import('nodemailer') // loaded on first use to keep the start fast
      const transport = createTransport({ url, connectionTimeout: seconds(10), greetingTimeout: seconds(10), socketTimeout: seconds(20) })
      await transport.sendMail({ ...message, from: message.from ?? from })
    },
  }
}
