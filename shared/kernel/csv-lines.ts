import { badRequest } from './errors.js'

export interface CsvLineSplitter {
  /** The lines that this piece of the text completes, without their line breaks. Throws `bad_request` for a line that is too long. */
  push(text: string): string[]
  /** What follows the last line break. Throws `bad_request` if it ends within quotation marks, unless the text was cut (`isCut`). */
  takeRest(isCut?: boolean): string
}

const [quote, lineFeed, carriageReturn] = [34, 10, 13]

/**
 * Splits a stream of CSV text into lines, which end with CR, LF or both. A line break within quotation marks belongs to its cell.
 * `separatorOf` returns the separator of the cells for the first line.
 */
export function splitCsvLines(maxMegabytes: number, separatorOf: (firstLine: string) => string = () => ','): CsvLineSplitter {
  // Any separator, until the first line is complete.
  let separators = ',;\t'
  let [rest, isQuoted, closedAt, hasLine] = ['', false, -1, false]
  // Only a mark at the beginning of a cell opens it: `12" pizza` is plain text. Two marks within a quoted cell are one of its text.
  const opensCell = (at: number, lineStart: number) => at === lineStart || closedAt === at - 1 || separators.includes(rest.charAt(at - 1))
  return {
    push(text) {
      const lines: string[] = []
      let [at, from] = [rest.length, 0]
      let previous = isQuoted ? quote : rest.charCodeAt(at - 1)
      rest += text
      for (; at < rest.length; at++) {
        const character = rest.charCodeAt(at)
        if (isQuoted) {
          if (character === quote) {
            isQuoted = false
            closedAt = at
          }
          continue
        }
        const isReturned = previous === carriageReturn && at > from
        previous = character
        if (isReturned || character === lineFeed) {
          const line = rest.slice(from, at).replace(/\r$/, '')
          if (!hasLine && line.trim() !== '') {
            hasLine = true
            separators = separatorOf(line)
          }
          lines.push(line)
          from = character === lineFeed ? at + 1 : at
        }
        if (character === quote) isQuoted = opensCell(at, from)
      }
      rest = rest.slice(from)
      closedAt -= from
      if (rest.length > maxMegabytes * 1024 * 1024)
        throw badRequest(`A row of the file is larger than ${maxMegabytes}mb. Check that every quotation mark is closed.`)
      return lines
    },
    takeRest(isCut = false) {
      if (isQuoted && !isCut) throw badRequest(`A quotation mark is not closed in the row that begins with: ${rest.slice(0, 100)}`)
      const line = rest.replace(/\r$/, '')
      rest = ''
      return line
    },
  }
}
