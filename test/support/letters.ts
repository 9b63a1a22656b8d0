/** Letters that the service would have sent: without a mail server they are files below the data directory. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from './until.js'

export interface SentLetter {
  to: string
  subject: string
  text: string
}

/** All letters to an address, the oldest first. */
export async function lettersTo(dataDir: string, to: string): Promise<SentLetter[]> {
  const folder = join(dataDir, 'outbox')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  const letters = await Promise.all(names.map(async (name) => letterOf(await readFile(join(folder, name), 'utf8'))))
  return letters.filter((letter) => letter.to === to)
}

/** The newest letter to an address. Waits for it: another test of the file may be the one that works the queue off. */
export const letterTo = async (dataDir: string, to: string, which: (letter: SentLetter) => boolean = () => true): Promise<SentLetter> =>
  until(async () => (await lettersTo(dataDir, to)).findLast(which))

export function letterOf(message: string): SentLetter {
  const [head = '', ...body] = message.replaceAll('\r\n', '\n').split('\n\n')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'mi').exec(head)?.[1] ?? ''
  const text = body.join('\n\n')
  return {
    to: header('To'),
    subject: header('Subject'),
    text: /quoted-printable/i.test(header('Content-Transfer-Encoding')) ? unquoted(text) : text,
  }
}

/** The path and query of the first address in a letter. */
export function linkIn({ text }: SentLetter): string {
  const found = /https?:\/\/\S+/.exec(text)?.[0]
  if (!found) throw new Error(`no address in: ${text}`)
  const { pathname, search } = new URL(found)
  return pathname + search
}

export const tokenIn = (letter: SentLetter) => new URLSearchParams(linkIn(letter).split('?')[1]).get('token') as string

const unquoted = (text: string) =>
  text.replaceAll('=\n', '').replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
