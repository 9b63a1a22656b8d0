/** Groups of values: the same texts have a number in each workspace, and a dimension has more attributes than a query groups by. */
import type { Attribute, Dimension } from '../../rollups/index.js'
import type { Sql } from './snapshot.queries.js'

/** Texts of the grouped attributes. */
export type GroupKey = readonly string[]

export const groupName = (key: GroupKey) => key.join('\0')

/** The groups of some attributes of a dimension, numbered from 0. */
export class ValueGroups {
  readonly keys: GroupKey[] = []
  private readonly groups = new Map<string, number>()
  private readonly groupByValue = new Map<number, number>()

  /** The group of a value that was loaded. */
  groupOfValue(value: number): number {
    return this.groupByValue.get(value) as number
  }

  groupOf(key: GroupKey): number {
    const name = groupName(key)
    const known = this.groups.get(name)
    if (known !== undefined) return known
    this.groups.set(name, this.keys.length)
    return this.keys.push(key) - 1
  }

  /** Loads the groups of at least these values. `columns` are expressions for the key. Returns how many were unknown. */
  async load(sql: Sql, columns: readonly string[], values: readonly Int32Array[]): Promise<number> {
    const missing = values.flatMap((list) => [...list.filter((value) => !this.groupByValue.has(value))])
    if (missing.length === 0) return 0
    const { rows } = await sql.query<[number, ...string[]]>({
      text: `select id, ${columns.join(', ')} from dimension_values where id = any($1::integer[])`,
      values: [`{${missing.join()}}`],
      rowMode: 'array',
    })
    for (const [value, ...key] of rows) this.groupByValue.set(value, this.groupOf(key))
    return rows.length
  }
}

/** Of all dimensions and attributes together, some 30 MB. */
const maxCachedValues = 400_000

/** It never goes stale: the texts of a value id do not change. */
export class ValueGroupCache {
  private readonly cached = new Map<string, ValueGroups>()
  private size = 0

  /** The groups of at least these values. */
  async load(sql: Sql, dimension: Dimension, attributes: readonly Attribute[], values: readonly Int32Array[]): Promise<ValueGroups> {
    if (this.size > maxCachedValues) {
      this.cached.clear()
      this.size = 0
    }
    const columns = attributes.map((attribute) => `parts[${dimension.attributes.indexOf(attribute) + 1}]`)
    const name = [dimension.code, ...columns].join()
    const groups = this.cached.get(name) ?? new ValueGroups()
    this.cached.set(name, groups)
    this.size += await groups.load(sql, columns, values)
    return groups
  }
}
