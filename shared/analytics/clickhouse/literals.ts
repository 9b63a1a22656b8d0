/**
 * Values as literals. The client sends parameters in the address of the request, whose length is limited, and a filter may name a million
 * links; the text of a query has no limit.
 */

/** A text. Inside quotes, only these characters have a meaning. */
export const text = (value: string) => `'${value.replace(/[\\'\0]/g, (character) => (character === '\0' ? '\\0' : `\\${character}`))}'`

export const textList = (values: readonly string[]) => `(${values.map(text).join(', ')})`

/** An instant in milliseconds. */
export const instant = (milliseconds: number) => `fromUnixTimestamp64Milli(toInt64(${Math.round(milliseconds)}), 'UTC')`

/** Rows as a table: one literal, which the parser reads far faster than a list of values. */
export const rowsTable = (structure: string, rows: readonly (readonly unknown[])[]) =>
  linesTable(
    structure,
    rows.map((row) => JSON.stringify(row)),
  )

/** The same of rows that are JSON arrays. */
export const linesTable = (structure: string, lines: readonly string[]) =>
  // The engine finds no columns in an empty text.
  lines.length === 0 ? `null(${text(structure)})` : `format(JSONCompactEachRow, ${text(structure)}, ${text(lines.join('\n'))})`
