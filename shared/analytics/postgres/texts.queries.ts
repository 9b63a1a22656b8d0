import type { Sql } from './snapshot.queries.js'

/** Some ten megabytes. */
const mostCharacters = 5_000_000

/** Texts of values of one part, as far as they were asked for before: a value's text never changes. */
export class Texts {
  private known = new Map<number, string>()
  private characters = 0

  /** The texts of these and of others. */
  async of(sql: Sql, values: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (this.characters > mostCharacters) [this.known, this.characters] = [new Map(), 0]
    const { known } = this
    const missing = values.filter((value) => !known.has(value))
    if (missing.length > 0) {
      const { rows } = await sql.query<[number, string]>({
        text: 'select id, parts[1] from rollup_values where id = any($1::integer[])',
        values: [`{${missing.join()}}`],
        rowMode: 'array',
      })
      for (const [value, text] of rows) known.set(value, text)
      this.characters += rows.reduce((sum, [, text]) => sum + text.length, 0)
    }
    return known
  }
}
