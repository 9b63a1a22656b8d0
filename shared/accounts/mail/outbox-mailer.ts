import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../../kernel/ids.js'
import { makeFolder } from '../../kernel/make-folder.js'
import type { Mailer } from './mailer.js'

/** A file for each letter, in the form that mail programs open. Letters hold links that open accounts: only their owner may read them. */
export function outboxMailer(dataDir: string, from: string): Mailer {
  const folder = join(dataDir, 'outbox')
  return {
    async send(letter) {
      const { createTransport } = await import('nodemailer') // with the first letter: no start waits for it
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
      const { message } = await transport.sendMail({ from, ...letter })
      const name = `${newId('mail_')}.eml`
      await makeFolder(folder, 0o700)
      await writeFile(join(folder, `${name}.part`), message, { mode: 0o600 })
      await rename(join(folder, `${name}.part`), join(folder, name))
    },
  }
}
