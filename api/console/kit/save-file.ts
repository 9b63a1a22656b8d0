/** Files that the browser saves: answers of the service, and texts that the console made. */

/** Saves a text as a file. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download reads the address shortly after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

const cell = (value: string) => (/[",\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

/** The CSV file of rows, as spreadsheets read it. */
export const csvOf = (rows: readonly (readonly string[])[]) =>
  new Blob([rows.map((row) => row.map(cell).join(',')).join('\r\n')], { type: 'text/csv;charset=utf-8' })
