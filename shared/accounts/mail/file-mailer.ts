import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureDirectory } from '../../kernel/ensure-directory.js'
import { newId } from '../../kernel/ids.js'
import type { Mailer } from './mailer.js'

/** Writes each email as an .eml file to `DATA_DIR/outbox`. Emails contain one-time links, so only the service user can read the files. */
export function fileMailer(dataDir: string, from: string): Mailer {
  const folder = join(dataDir, 'outbox')
  return {
    async send(email) {
      const { createTransport } = await import('nodemailer') // loaded on first use to keep the start fast
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
      const { message } = await transport.sendMail({ ...email, from: email.from ?? from })
      const name = `${newId('mail_')}.eml`
      await ensureDirectory(folder, 0o700)
      const raw = (message as Buffer).toString('utf8')
      await writeFile(join(folder, `${name}.part`), email.html ? raw : withReadableBody(raw, email.text), { mode: 0o600, flush: true })
      await rename(join(folder, `${name}.part`), join(folder, name))
    },
  }
}

/** Replaces the encoded body by the text itself, so that its links can be copied from the file. */
function withReadableBody(message: string, text: string): string {
  const head = message.slice(0, message.indexOf('\n\n')).replace(/^(Content-Transfer-Encoding): .*$/im, '$1: 8bit')
  return `${head}\n\n${text}\n`
}
