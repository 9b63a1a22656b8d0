/** CSV files whose columns the caller chooses. */
import { csvLine } from './csv.js'
import { stringList } from './input-fields.js'

export interface CsvColumn<Row extends unknown[]> {
  label: string
  /** Whether the file has the column if none are requested. */
  isDefault?: boolean
  cell(...row: Row): string | number | boolean | null | undefined
}

/** Columns by name, in the order of the file. */
export function csvTable<Row extends unknown[]>(columns: Record<string, CsvColumn<Row>>) {
  const names = Object.keys(columns)
  /** The requested columns, or the default ones if none are requested. */
  const select = (requested: readonly string[] | undefined) =>
    Object.entries(columns).flatMap(([name, column]) =>
      (requested && requested.length > 0 ? requested.includes(name) : column.isDefault) ? [column] : [],
    )
  return {
    /** Query field with the requested columns. */
    columnsField: stringList()
      .refine((requested) => requested.every((name) => names.includes(name)), {
        message: `must be a list of these columns: ${names.join(', ')}`,
      })
      .optional()
      .meta({ description: 'Columns of the file. Their order is fixed.' }),
    headerLine: (requested: readonly string[] | undefined) => csvLine(select(requested).map(({ label }) => label)),
    lines(requested: readonly string[] | undefined, rows: readonly Row[]): string {
      const selected = select(requested)
      return rows.map((row) => csvLine(selected.map(({ cell }) => cell(...row) ?? null))).join('')
    },
  }
}
