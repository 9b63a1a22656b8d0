/** Splits a stream of text into the records of a CSV file. Pure. The separator is the one that the first line has most of. */
import { withoutFormulaMark } from './csv.js'
import { badRequest } from './errors.js'

const maxRecordLength = 1024 * 1024
const separators = [',', ';', '\t'] as const

export interface CsvSplitter {
  /** The records that this chunk completes. Empty lines are no records. */
  push(text: string): string[][]
  /** The last record, when only the end of the text completes it. */
  end(): string[][]
}

export function splitCsv(): CsvSplitter {
  let separator: string | null = null
  let [rest, isQuoted] = ['', false]

  /** Appends the lines of the text that are complete: a line break within quotes belongs to its cell. */
  function push(text: string): string[][] {
    const records: string[][] = []
    const searched = rest.length
    rest += text
    let from = 0
    for (let at = searched; at < rest.length; at++) {
      const character = rest.codePointAt(at)
      if (character === 34) isQuoted = !isQuoted
      else if (character === 10 && !isQuoted) {
        add(records, rest.slice(from, at))
        from = at + 1
      }
    }
    rest = rest.slice(from)
    if (rest.length > maxRecordLength) throw badRequest('A row of the file is larger than 1mb. Check that every quotation mark is closed.')
    return records
  }

  function add(records: string[][], text: string): void {
    const line = text.endsWith('\r') ? text.slice(0, -1) : text
    if (line.trim() === '') return
    separator ??= separatorOf(line)
    records.push(cellsOf(line, separator))
  }

  return {
    push,
    end() {
      const records: string[][] = []
      add(records, rest)
      rest = ''
      return records
    },
  }
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
