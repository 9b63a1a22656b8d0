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

/**
 * An object with these fields, to be copied and filled: V8 gives all copies one shape. One that grows field by field is moved again
 * and again, or becomes a dictionary, and whatever is done with such a link takes ten times as long and leaves as much more garbage.
 */
export const blankOf = (properties: readonly string[]) => JSON.parse(JSON.stringify(Object.fromEntries(properties.map((property) => [property, null])))) as Record<string, unknown>

/** A copy of the blank with what the parts hold of it; of what several hold the last counts. */
export function filled(blank: Record<string, unknown>, ...parts: readonly object[]): Record<string, unknown> {
  const copy = { ...blank }
  for (const part of parts) for (const property in part) if (property in copy) copy[property] = (part as Record<string, unknown>)[property]
  return copy
}

export const linkProperties = readers.map(([property]) => property)
export const blankLink = blankOf(linkProperties)

/** The link of a row. What is done to it is not stored. */
export function readLink(row: object): Link {
  const link = { ...blankLink }
  for (const [property, column, read] of readers) {
    const value = (row as Record<string, unknown>)[column]
    link[property] = value === null ? null : read(value)
  }
  return link as Link
}
