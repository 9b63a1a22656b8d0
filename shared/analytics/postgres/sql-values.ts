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

export const instant = (milliseconds: number) => new Date(milliseconds)
