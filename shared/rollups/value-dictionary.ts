/** Dictionary encoding: each distinct combination of texts of a dimension has a permanent number within its workspace. */
import { sha256 } from '../kernel/hash.js'
import type { Dimension } from './dimensions.js'
import type { Sql } from './sql.js'
import { findValueIds, insertValues } from './value-dictionary.queries.js'

/** PostgreSQL texts cannot contain NUL, so two different lists of parts never join to the same text. */
const separator = '\0'

/** Lookup key of a value: 16 bytes of SHA-256, because the texts are long and visitors control them. */
export const valueDigest = (parts: readonly string[]) => sha256(parts.join(separator)).subarray(0, 16)

export interface Value {
  workspace: number
  /** Code of the dimension. */
  dimension: number
  parts: readonly string[]
  /** Undefined until the value is resolved. */
  id: number | undefined
}

export type DigestedValue = Value & { digest: Buffer }

/** Some fifty megabytes. */
const maxCachedValues = 200_000

/** Cache of values and their ids. Valid only if the transactions in which it resolved ids are committed. */
export class ValueDictionary {
  private readonly byDimension = new Map<string, Map<string, Value>>()
  private unresolved: Value[] = []
  private size = 0

  /** Returns the same object for equal values. Its id is set by the next `resolve`. */
  valueOf(workspace: number, dimension: Dimension, parts: readonly string[]): Value {
    const values = this.valuesOf(workspace, dimension.code)
    const key = parts.length === 1 ? (parts[0] as string) : parts.join(separator)
    let value = values.get(key)
    if (!value) {
      value = { workspace, dimension: dimension.code, parts, id: undefined }
      values.set(key, value)
      this.unresolved.push(value)
      this.size++
    }
    return value
  }

  /** Afterwards every value requested so far has an id, in the database too. */
  async resolve(sql: Sql): Promise<void> {
    // Sorted by digest, so that two transactions inserting the same new values cannot deadlock.
    const unresolved = this.unresolved
      .map((value) => Object.assign(value, { digest: valueDigest(value.parts) }))
      .sort((one, other) => Buffer.compare(one.digest, other.digest))
    this.unresolved = []
    await assignIds(sql, unresolved)
    const missing = unresolved.filter(({ id }) => id === undefined)
    if (missing.length === 0) return
    await insertValues(sql, missing)
    await assignIds(sql, missing)
  }

  /** Clears the cache when it exceeds its maximum size. */
  trim(): void {
    if (this.size < maxCachedValues) return
    this.byDimension.clear()
    this.size = 0
  }

  private valuesOf(workspace: number, dimension: number): Map<string, Value> {
    const key = `${workspace} ${dimension}`
    const values = this.byDimension.get(key) ?? new Map<string, Value>()
    this.byDimension.set(key, values)
    return values
  }
}

async function assignIds(sql: Sql, values: DigestedValue[]): Promise<void> {
  if (values.length === 0) return
  for (const { ordinal, id } of await findValueIds(sql, values)) (values[ordinal - 1] as Value).id = id
}
