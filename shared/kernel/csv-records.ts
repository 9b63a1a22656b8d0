/** Reads exact CSV, as `csvLine` writes it with `marksEmptyTexts`: a cell without quotation marks and text is a missing value. */
import { splitCsvLines } from './csv-lines.js'
import { withoutFormulaMark } from './csv.js'

const maxRecordMegabytes = 16

export type CsvRecord = (string | null)[]

/** Returns a function that takes the next piece of the text and returns the records that it completes. Each record ends with CRLF. */
export function csvRecordReader(): (text: string) => CsvRecord[] {
  const lines = splitCsvLines(maxRecordMegabytes)
  return (text) => lines.push(text).map(cellsOf)
}

function cellsOf(line: string): CsvRecord {
  const cells: CsvRecord = []
  for (let at = 0; at <= line.length;) {
    const isQuoted = line[at] === '"'
    const end = isQuoted ? endOfQuoted(line, at) : line.indexOf(',', at)
    const until = end === -1 ? line.length : end
    const text = isQuoted ? line.slice(at + 1, until - 1).replaceAll('""', '"') : line.slice(at, until)
    cells.push(text === '' && !isQuoted ? null : withoutFormulaMark(text))
    at = until + 1
  }
  return cells
}

/** The position after the closing quotation mark. */
function endOfQuoted(line: string, start: number): number {
  for (let at = start + 1; at < line.length; at++) {
    if (line[at] !== '"') continue
    if (line[at + 1] !== '"') return at + 1
    at++
  }
  return line.length
}
