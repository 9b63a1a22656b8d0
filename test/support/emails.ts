/** Reads emails sent by the service. Without a mail server they are files in the data directory. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { waitUntil } from './wait-until.js'

export interface SentEmail {
  to: string
  subject: string
  text: string
}

/** All emails to an address, oldest first. */
export async function emailsTo(dataDir: string, to: string): Promise<SentEmail[]> {
  const folder = join(dataDir, 'outbox')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  const emails = await Promise.all(names.map(async (name) => parseEmail(await readFile(join(folder, name), 'utf8'))))
  return emails.filter((email) => email.to === to)
}

/** The newest email to an address. Waits for it, because a concurrent test of the file may run the queued job. */
export const latestEmailTo = async (dataDir: string, to: string, matches: (email: SentEmail) => boolean = () => true): Promise<SentEmail> =>
  waitUntil(async () => (await emailsTo(dataDir, to)).findLast(matches))

export function parseEmail(message: string): SentEmail {
  const [head = '', ...body] = message.replaceAll('\r\n', '\n').split('\n\n')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'mi').exec(head)?.[1] ?? ''
  const text = body.join('\n\n')
  return {
    to: header('To'),
    subject: header('Subject'),
    text: /quoted-printable/i.test(header('Content-Transfer-Encoding')) ? decodeQuotedPrintable(text) : text,
  }
}

/** Path and query of the first URL in an email. */
export function linkIn({ text }: SentEmail): string {
  const found = /https?:\/\/\S+/.exec(text)?.[0]
  if (!found) throw new Error(`no URL in the email: ${text}`)
  const { pathname, search } = new URL(found)
  return pathname + search
}

export const tokenIn = (email: SentEmail) => new URLSearchParams(linkIn(email).split('?')[1]).get('token') as string

const decodeQuotedPrintable = (text: string) =>
  text.replaceAll('=\n', '').replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
