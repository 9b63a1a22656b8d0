/** One line of a CSV file. A cell that a table program would take for a formula is marked as text. */
export const csvLine = (cells: readonly (string | number | boolean | null)[]) => `${cells.map(cellText).join()}\r\n`

function cellText(cell: string | number | boolean | null): string {
  if (typeof cell !== 'string') return String(cell ?? '')
  const harmless = /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
