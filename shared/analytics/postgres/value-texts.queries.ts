import type { Sql } from './snapshot.queries.js'

/** About 10 MB. */
const maxCachedCharacters = 5_000_000

/** Cache of the texts of dimension values with a single attribute. It never goes stale: the text of a value id does not change. */
export class ValueTexts {
  private cached = new Map<number, string>()
  private characters = 0

  /** Texts by value id, for at least these values. */
  async load(sql: Sql, values: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (this.characters > maxCachedCharacters) [this.cached, this.characters] = [new Map(), 0]
    const { cached } = this
    const missing = values.filter((value) => !cached.has(value))
    if (missing.length > 0) {
      const { rows } = await sql.query<[number, string]>({
        text: 'select id, parts[1] from dimension_values where id = any($1::integer[])',
        values: [`{${missing.join()}}`],
        rowMode: 'array',
      })
      for (const [value, text] of rows) cached.set(value, text)
      this.characters += rows.reduce((sum, [, text]) => sum + text.length, 0)
    }
    return cached
  }
}
