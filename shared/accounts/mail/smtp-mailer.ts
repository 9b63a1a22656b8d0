import { seconds } from '../../kernel/time.js'
import type { Mailer } from './mailer.js'

/** One connection a letter: letters are few, and nothing is left open when the process ends. */
export function smtpMailer(url: string, from: string): Mailer {
  return {
    async send(letter) {
      const { createTransport } = await import('nodemailer') // with the first letter: no start waits for it
      const transport = createTransport({ url, connectionTimeout: seconds(10), greetingTimeout: seconds(10), socketTimeout: seconds(20) })
      await transport.sendMail({ from, ...letter })
    },
  }
}
