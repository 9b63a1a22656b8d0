/** Rows of the table without the entity manager: where nobody changes the link, it would cost more than all else that is done with it. */
import { BigIntType, DateTimeType } from '@mikro-orm/postgresql'
import { Link } from './link.entity.js'

const columns = new Map<string, string>()

/** The column of a property. */
export function columnOf(property: string): string {
  const column = columns.get(property) ?? property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  columns.set(property, column)
  return column
}

type Read = (value: unknown) => unknown

// Large numbers and instants come as texts.
const number: Read = Number
const instant: Read = (value) => new Date(value as string)
const asItIs: Read = (value) => value

const readOf = (type: unknown): Read => (type instanceof BigIntType ? number : type === DateTimeType ? instant : asItIs)
const readers = Object.entries(Link.meta.properties as Record<string, { type: unknown }>).map(([property, { type }]) => [property, columnOf(property), readOf(type)] as const)

/** The link of a row. What is done to it is not stored. */
export function readLink(row: object): Link {
  const link: Record<string, unknown> = {}
  for (const [property, column, read] of readers) {
    const value = (row as Record<string, unknown>)[column]
    link[property] = value === null ? null : read(value)
  }
  return link as Link
}
