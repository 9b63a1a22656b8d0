/** Links as plain rows, and objects made like them. */
import { blankOf, plainRows } from '../kernel/plain-rows.js'
import { Link } from './link.entity.js'

/** A copy of the blank with what the parts hold of it; of what several hold the last counts. */
export function filled(blank: Record<string, unknown>, ...parts: readonly object[]): Record<string, unknown> {
  const copy = { ...blank }
  for (const part of parts) for (const property in part) if (property in copy) copy[property] = (part as Record<string, unknown>)[property]
  return copy
}

export const { properties: linkProperties, columnsOf: linkColumnsOf, read: readLink } = plainRows<Link>(Link)
export const blankLink = blankOf(linkProperties)
