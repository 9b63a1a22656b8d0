/** Rows of a table as the text of an insert, with one line of column names. The text of a block never changes: its token stands for it. */
export const blockContent = (columns: readonly string[], rows: readonly Readonly<Record<string, unknown>>[]) =>
  blockOfValues(
    columns,
    rows.map((row) => columns.map((column) => row[column])),
  )

/** The same for rows that are lists of values, in the order of the columns. */
export const blockOfValues = (columns: readonly string[], rows: readonly (readonly unknown[])[]) =>
  [columns, ...rows].map((row) => JSON.stringify(row)).join('\n')
