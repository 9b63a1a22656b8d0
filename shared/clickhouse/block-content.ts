/** Rows of a table as the text of an insert, with one line of column names. The text of a block never changes: its token stands for it. */
export function blockContent(columns: readonly string[], rows: readonly Readonly<Record<string, unknown>>[]): string {
  const lines = rows.map((row) => JSON.stringify(columns.map((column) => row[column])))
  return [JSON.stringify(columns), ...lines].join('\n')
}
