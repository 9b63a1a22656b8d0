/** Maps table rows to plain objects without the entity manager, whose change tracking costs more than everything else done with them. */
import { BigIntType, DateTimeType } from '@mikro-orm/postgresql'

const columns = new Map<string, string>()

/** The column of a property: `createdAt` becomes `created_at`. */
export function columnName(property: string): string {
  const column = columns.get(property) ?? property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  columns.set(property, column)
  return column
}

/**
 * An object with all the properties set to null, to be copied and filled. Copies share one V8 shape. An object that grows property by
 * property is reallocated repeatedly or becomes a dictionary, which makes every access ten times slower and leaves more garbage.
 */
export const emptyRow = (properties: readonly string[]) =>
  JSON.parse(JSON.stringify(Object.fromEntries(properties.map((property) => [property, null])))) as Record<string, unknown>

type Parse = (value: unknown) => unknown

// The ORM's connections return bigint and timestamptz values as text.
const parseNumber: Parse = Number
const parseDate: Parse = (value) => new Date(value as string)
const identity: Parse = (value) => value

const parserOf = (type: unknown): Parse => (type instanceof BigIntType ? parseNumber : type === DateTimeType ? parseDate : identity)

export interface RowMapper<Row> {
  properties: string[]
  /**
   * The column list of a table under this name or alias. Columns are listed because a prepared statement with `*` fails as soon as a
   * migration adds a column.
   */
  columnList(table: string): string
  /** Converts a row. Changes to the result are not stored. */
  map(row: object): Row
}

/** Derives a mapper for the table of an entity. */
export function rowMapper<Row>({ meta }: { meta: { properties: Record<Extract<keyof Row, string>, unknown> } }): RowMapper<Row> {
  const readers = Object.entries(meta.properties as Record<string, { type: unknown }>).map(
    ([property, { type }]) => [property, columnName(property), parserOf(type)] as const,
  )
  const properties = readers.map(([property]) => property)
  const blank = emptyRow(properties)
  return {
    properties,
    columnList: (table) => readers.map(([, column]) => `${table}.${column}`).join(),
    map(row) {
      const result = { ...blank }
      for (const [property, column, parse] of readers) {
        const value = (row as Record<string, unknown>)[column]
        result[property] = value === null ? null : parse(value)
      }
      return result as Row
    },
  }
}
