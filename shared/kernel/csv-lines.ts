import { badRequest } from './errors.js'

export interface CsvLineSplitter {
  /** The lines that this piece of the text completes, without their line breaks. Throws `bad_request` for a line that is too long. */
  push(text: string): string[]
  /** What follows the last line break. */
  takeRest(): string
}

/** Splits a stream of CSV text into lines. A line break within quotation marks belongs to its cell. */
export function splitCsvLines(maxMegabytes: number): CsvLineSplitter {
  let [rest, isQuoted] = ['', false]
  return {
    push(text) {
      const lines: string[] = []
      const searched = rest.length
      rest += text
      let from = 0
      for (let at = searched; at < rest.length; at++) {
        const character = rest.codePointAt(at)
        if (character === 34) isQuoted = !isQuoted
        else if (character === 10 && !isQuoted) {
          lines.push(rest.slice(from, at).replace(/\r$/, ''))
          from = at + 1
        }
      }
      rest = rest.slice(from)
      if (rest.length > maxMegabytes * 1024 * 1024)
        throw badRequest(`A row of the file is larger than ${maxMegabytes}mb. Check that every quotation mark is closed.`)
      return lines
    },
    takeRest() {
      const line = rest.replace(/\r$/, '')
      rest = ''
      return line
    },
  }
}
