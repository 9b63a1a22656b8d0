/** Texts become numbers: each combination of texts that a kind has taken in a workspace has one, for ever. */
import { createHash } from 'node:crypto'
import type { Kind } from './kinds.js'
import { findValues, insertValues } from './number-values.queries.js'
import type { Sql } from './sql.js'

/** No text in the database holds this character, so different parts never join to the same text. */
const separator = '\0'

/** How values are found: 16 bytes of a hash for which nobody finds collisions, because the texts are long and come from outside. */
export const digestOf = (parts: readonly string[]) => createHash('sha256').update(parts.join(separator)).digest().subarray(0, 16)

export interface Value {
  workspace: number
  kind: number
  parts: readonly string[]
  /** Unknown until it is learned. */
  number: number | undefined
}

export type DigestedValue = Value & { digest: Buffer }

/** Values that are remembered at most: some fifty megabytes. */
const mostKnown = 200_000

/** Values that came by, with their numbers. Good for as long as the transactions that it learned in are committed. */
export class Dictionary {
  private readonly byKind = new Map<string, Map<string, Value>>()
  private unlearned: Value[] = []
  private size = 0

  /** The one object that stands for the value. */
  valueOf(workspace: number, kind: Kind, parts: readonly string[]): Value {
    const family = this.family(workspace, kind.code)
    const key = parts.length === 1 ? (parts[0] as string) : parts.join(separator)
    let value = family.get(key)
    if (!value) {
      value = { workspace, kind: kind.code, parts, number: undefined }
      family.set(key, value)
      this.unlearned.push(value)
      this.size++
    }
    return value
  }

  /** Afterwards every value that came by has its number. */
  async learn(sql: Sql): Promise<void> {
    // In one order everywhere: two transactions that bring the same new values wait for each other, and never in a circle.
    const wanted = this.unlearned
      .map((value) => Object.assign(value, { digest: digestOf(value.parts) }))
      .sort((one, other) => Buffer.compare(one.digest, other.digest))
    this.unlearned = []
    await find(sql, wanted)
    const missing = wanted.filter(({ number }) => number === undefined)
    if (missing.length === 0) return
    await insertValues(sql, missing)
    await find(sql, missing)
  }

  /** Forgets everything when it has become too much. */
  trim(): void {
    if (this.size < mostKnown) return
    this.byKind.clear()
    this.size = 0
  }

  private family(workspace: number, kind: number): Map<string, Value> {
    const name = `${workspace} ${kind}`
    const known = this.byKind.get(name) ?? new Map<string, Value>()
    this.byKind.set(name, known)
    return known
  }
}

async function find(sql: Sql, values: DigestedValue[]): Promise<void> {
  if (values.length === 0) return
  for (const { place, id } of await findValues(sql, values)) (values[place - 1] as Value).number = id
}
