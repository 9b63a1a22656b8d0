/** Collects the parameters of a statement while its text is written, so that values never become part of the text. */
export class SqlValues {
  readonly list: unknown[] = []

  /** Adds a value and returns its placeholder. */
  add(value: unknown): string {
    this.list.push(value)
    return `$${this.list.length}`
  }
}

export interface Statement {
  text: string
  values: readonly unknown[]
}

/** A condition on a column: one of the values. A single value gets a comparison, for which the planner has better estimates. */
export const isAnyOf = (column: string, accepted: readonly (string | number)[], type: 'text' | 'integer', values: SqlValues): string =>
  accepted.length === 1 ? `${column} = ${values.add(accepted[0])}` : `${column} = any(${values.add(accepted)}::${type}[])`

export const instant = (milliseconds: number) => new Date(milliseconds)
