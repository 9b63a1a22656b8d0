/** The encodings of CSV files: UTF-8, or UTF-16 with a byte order mark, in which spreadsheets save "Unicode text". */
import { TextDecoder } from 'node:util'
import { badRequest } from '../../shared/kernel/errors.js'

export const notUnicode = () => badRequest('The file is neither UTF-8 nor UTF-16. Save it as "CSV UTF-8".')

/** The decoder of a file that begins with these bytes. It removes the byte order mark and throws for bytes that are no text. */
export function csvDecoder(begin: Buffer): TextDecoder {
  const mark = begin.subarray(0, 2).toString('hex')
  return new TextDecoder(mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8', { fatal: true })
}

/** The text of a whole file. Throws `bad_request` if it cannot be decoded. */
export function csvText(file: Buffer): string {
  try {
    return csvDecoder(file).decode(file)
  } catch {
    throw notUnicode()
  }
}
