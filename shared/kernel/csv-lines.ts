import { badRequest } from './errors.js'

export interface CsvLineSplitter {
  /** The lines that this piece of the text completes, without their line breaks. Throws `bad_request` for a line that is too long. */
  push(text: string): string[]
  /** What follows the last line break. Throws `bad_request` if it ends within quotation marks, unless the text was cut (`isCut`). */
  takeRest(isCut?: boolean): string
}

/**
 * Splits a stream of CSV text into lines, which end with CR, LF or both. A line break within quotation marks belongs to its cell.
 * `separatorOf` returns the separator of the cells for the first line.
 */
export function splitCsvLines(maxMegabytes: number, separatorOf: (firstLine: string) => string = () => ','): CsvLineSplitter {
  let rest = ''
  const scanner = new LineScanner()
  return {
    push(text) {
      const lines: string[] = []
      const searched = rest.length
      rest += text
      let from = 0
      for (let at = searched; at < rest.length; at++) {
        const end = scanner.lineEnd(rest.codePointAt(at) as number)
        if (end === null) continue
        const line = rest.slice(from, at).replace(/\r$/, '')
        if (line.trim() !== '') scanner.separator ??= separatorOf(line)
        lines.push(line)
        from = at + end
      }
      rest = rest.slice(from)
      if (rest.length > maxMegabytes * 1024 * 1024)
        throw badRequest(`A row of the file is larger than ${maxMegabytes}mb. Check that every quotation mark is closed.`)
      return lines
    },
    takeRest(isCut = false) {
      if (scanner.isQuoted && !isCut) throw badRequest(`A quotation mark is not closed in the row that begins with: ${rest.slice(0, 100)}`)
      const line = rest.replace(/\r$/, '')
      rest = ''
      return line
    },
  }
}

const [quote, lineFeed, carriageReturn] = [34, 10, 13]

class LineScanner {
  isQuoted = false
  /** Known after the first line. */
  separator: string | null = null
  private isCellStart = true
  private isClosed = false
  private isAfterReturn = false

  /** Takes the next character. Null if no line ends; 1 if the character ends it, and 0 if the CR before it did. */
  lineEnd(character: number): 0 | 1 | null {
    const isNewLine = this.isAfterReturn && character !== lineFeed
    if (this.isQuoted) {
      this.isClosed = character === quote
      this.isQuoted = !this.isClosed
      return null
    }
    // Only a mark at the beginning of a cell opens it: `12" pizza` is plain text. Two marks within a quoted cell are one of its text.
    this.isQuoted = character === quote && (this.isCellStart || this.isClosed || isNewLine)
    this.isClosed = false
    this.isCellStart = character === lineFeed || (this.separator ?? ',;\t').includes(String.fromCodePoint(character))
    this.isAfterReturn = character === carriageReturn
    return isNewLine ? 0 : character === lineFeed ? 1 : null
  }
}
