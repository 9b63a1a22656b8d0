/** What a spreadsheet would evaluate as a formula, also after apostrophes, so that removing one apostrophe restores the text. */
const formula = /^'*[=+\-@\t\r\n]/
/** With an apostrophe, sums would leave out the amount. */
const negativeNumber = /^-\d+(\.\d+)?$/

interface CsvOptions {
  /** Writes empty texts as `""`, so that they differ from missing values. */
  marksEmptyTexts?: boolean
}

/** Formats a CSV line. Cells that a spreadsheet would evaluate as a formula are prefixed with an apostrophe. */
export const csvLine = (cells: readonly (string | number | boolean | null)[], options: CsvOptions = {}) =>
  `${cells.map((cell) => cellText(cell, options)).join()}\r\n`

function cellText(cell: string | number | boolean | null, { marksEmptyTexts = false }: CsvOptions): string {
  if (typeof cell !== 'string') return String(cell ?? '')
  if (cell === '' && marksEmptyTexts) return '""'
  const escaped = formula.test(cell) && !negativeNumber.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}

/** The text of a cell that `csvLine` wrote. */
export const withoutFormulaMark = (cell: string) => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell)
