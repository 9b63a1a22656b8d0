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

/** Ids of committed values and numbers of workspaces, shared by the transactions of a process. Neither ever changes. */
export class ValueCache {
  readonly workspaceNos = new Map<string, number>()
  private readonly byDimension = new Map<string, Map<string, number>>()
  private size = 0

  idsOf(workspace: number, dimension: number): ReadonlyMap<string, number> {
    return mapOf(this.byDimension, workspace, dimension)
  }

  add({ workspace, dimension, parts, id }: Value): void {
    if (this.size >= maxCachedValues) this.clear()
    mapOf(this.byDimension, workspace, dimension).set(keyOf(parts), id as number)
    this.size++
  }

  clear(): void {
    this.workspaceNos.clear()
    this.byDimension.clear()
    this.size = 0
  }
}

const mapOf = <Item>(maps: Map<string, Map<string, Item>>, workspace: number, dimension: number): Map<string, Item> => {
  const key = `${workspace} ${dimension}`
  let found = maps.get(key)
  if (!found) maps.set(key, (found = new Map()))
  return found
}

const keyOf = (parts: readonly string[]) => (parts.length === 1 ? (parts[0] as string) : parts.join(separator))

/** Values and their ids. Valid only if the transactions in which it resolved ids are committed; a cache gets only ids that existed before. */
export class ValueDictionary {
  private readonly byDimension = new Map<string, Map<string, Value>>()
  private unresolved: Value[] = []
  private size = 0
  private readonly cache: ValueCache | undefined

  constructor(cache?: ValueCache) {
    this.cache = cache
  }

  /** Returns the same object for equal values. Its id is set by the next `resolve`. */
  valueOf(workspace: number, { code }: Pick<Dimension, 'code'>, parts: readonly string[]): Value {
    const values = mapOf(this.byDimension, workspace, code)
    const key = keyOf(parts)
    let value = values.get(key)
    if (!value) {
      value = { workspace, dimension: code, parts, id: this.cache?.idsOf(workspace, code).get(key) }
      values.set(key, value)
      if (value.id === undefined) this.unresolved.push(value)
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
    if (this.cache) for (const value of unresolved) if (value.id !== undefined) this.cache.add(value)
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
}

async function assignIds(sql: Sql, values: DigestedValue[]): Promise<void> {
  if (values.length === 0) return
  for (const { ordinal, id } of await findValueIds(sql, values)) (values[ordinal - 1] as Value).id = id
}
