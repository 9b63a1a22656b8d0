/** Rows of tables without the entity manager: where nobody changes them, it would cost more than all else that is done with them. */
import { BigIntType, DateTimeType } from '@mikro-orm/postgresql'

const columns = new Map<string, string>()

/** The column of a property. */
export function columnOf(property: string): string {
  const column = columns.get(property) ?? property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  columns.set(property, column)
  return column
}

/**
 * An object with these fields, to be copied and filled: V8 gives all copies one shape. One that grows field by field is moved again and
 * again, or becomes a dictionary, and whatever is done with such an object takes ten times as long and leaves as much more garbage.
 */
export const blankOf = (properties: readonly string[]) =>
  JSON.parse(JSON.stringify(Object.fromEntries(properties.map((property) => [property, null])))) as Record<string, unknown>

type Read = (value: unknown) => unknown

// Large numbers and instants come as texts from the ORM's connections.
const number: Read = Number
const instant: Read = (value) => new Date(value as string)
const asItIs: Read = (value) => value

const readOf = (type: unknown): Read => (type instanceof BigIntType ? number : type === DateTimeType ? instant : asItIs)

export interface PlainRows<Row> {
  properties: string[]
  /** The columns of a table that is called so. By name: a prepared statement with a star fails as soon as a migration adds a column. */
  columnsOf(table: string): string
  /** What is done to the result is not stored. */
  read(row: object): Row
}

/** What an entity holds, and how a row of its table becomes one. */
export function plainRows<Row>({ meta }: { meta: { properties: Record<Extract<keyof Row, string>, unknown> } }): PlainRows<Row> {
  const readers = Object.entries(meta.properties as Record<string, { type: unknown }>).map(
    ([property, { type }]) => [property, columnOf(property), readOf(type)] as const,
  )
  const properties = readers.map(([property]) => property)
  const blank = blankOf(properties)
  return {
    properties,
    columnsOf: (table) => readers.map(([, column]) => `${table}.${column}`).join(),
    read(row) {
      const read = { ...blank }
      for (const [property, column, readValue] of readers) {
        const value = (row as Record<string, unknown>)[column]
        read[property] = value === null ? null : readValue(value)
      }
      return read as Row
    },
  }
}
