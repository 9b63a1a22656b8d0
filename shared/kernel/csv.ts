/** Formats a CSV line. Cells that a spreadsheet would evaluate as a formula are prefixed with an apostrophe. */
export const csvLine = (cells: readonly (string | number | boolean | null)[]) => `${cells.map(cellText).join()}\r\n`

function cellText(cell: string | number | boolean | null): string {
  if (typeof cell !== 'string') return String(cell ?? '')
  const escaped = /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}
