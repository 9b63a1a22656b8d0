/** Maps database rows to plain link objects. */
import { emptyRow, rowMapper } from '../kernel/db/row-mapper.js'
import { Link } from './link.entity.js'

/** Copies the template and fills its properties from the parts; later parts win, unknown properties are ignored. */
export function fillRow(template: Record<string, unknown>, ...parts: readonly object[]): Record<string, unknown> {
  const copy = { ...template }
  for (const part of parts) for (const property in part) if (property in copy) copy[property] = (part as Record<string, unknown>)[property]
  return copy
}

export const { properties: linkProperties, columnList: linkColumnsOf, map: readLink } = rowMapper<Link>(Link)
export const emptyLink = emptyRow(linkProperties)
