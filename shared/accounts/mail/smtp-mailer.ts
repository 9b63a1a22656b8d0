import { createTransport } from 'nodemailer'
import { seconds } from '../../kernel/time.js'
import type { Mailer } from './mailer.js'

/** One connection a letter: letters are few, and nothing is left open when the process ends. */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({ url, connectionTimeout: seconds(10), greetingTimeout: seconds(10), socketTimeout: seconds(20) })
  return {
    async send(letter) {
      await transport.sendMail({ from, ...letter })
    },
  }
}
