/** Splits a stream of text into the records of a CSV file. Pure. The separator is the one that the first line has most of. */
import { splitCsvLines } from './csv-lines.js'
import { withoutFormulaMark } from './csv.js'

const maxRecordMegabytes = 1
const separators = [',', ';', '\t'] as const
/** Spreadsheet programs name the separator in a line before the header. */
const separatorLine = /^sep=[,;\t]$/i

export interface CsvSplitter {
  /** The records that this chunk completes. Empty lines are no records. */
  push(text: string): string[][]
  /** The last record, when only the end of the text completes it. Throws `bad_request` within quotation marks, unless the text was cut. */
  end(isCut?: boolean): string[][]
}

export function splitCsv(): CsvSplitter {
  const lines = splitCsvLines(maxRecordMegabytes, separatorOf)
  let separator: string | null = null

  const recordsOf = (texts: readonly string[]): string[][] =>
    texts
      .filter((line) => line.trim() !== '')
      .flatMap((line) => {
        if (separator !== null) return [cellsOf(line, separator)]
        separator = separatorOf(line)
        return separatorLine.test(line) ? [] : [cellsOf(line, separator)]
      })

  return { push: (text) => recordsOf(lines.push(text)), end: (isCut) => recordsOf([lines.takeRest(isCut)]) }
}

function separatorOf(line: string): string {
  const counts = separators.map((one) => line.split(one).length)
  return separators[counts.indexOf(Math.max(...counts))] as string
}

function cellsOf(line: string, separator: string): string[] {
  if (!line.includes('"')) return line.split(separator).map(plainText)
  const cells: string[] = []
  for (let at = 0; at <= line.length;) {
    const { text, end } = line[at] === '"' ? quotedCell(line, at) : { text: '', end: at }
    const next = line.indexOf(separator, end)
    const until = next === -1 ? line.length : next
    cells.push(plainText(text + line.slice(end, until)))
    at = until + 1
  }
  return cells
}

function quotedCell(line: string, start: number): { text: string; end: number } {
  let end = start + 1
  for (; end < line.length; end++) {
    if (line[end] !== '"') continue
    if (line[end + 1] !== '"') break
    end++
  }
  return { text: line.slice(start + 1, end).replaceAll('""', '"'), end: Math.min(end + 1, line.length) }
}

const plainText = (cell: string) => withoutFormulaMark(cell).trim()
