import { maxPageCharacters } from './limits.js'
import type { MemoryRow } from './memory.queries.js'

/** As many items from the beginning as fit into one response, at least one. */
export function fittingItems<Item>(items: readonly Item[], sizeOf: (item: Item) => number): Item[] {
  let size = 0
  const end = items.findIndex((item, index) => (size += sizeOf(item)) > maxPageCharacters && index > 0)
  return items.slice(0, end === -1 ? items.length : end)
}

export const sizeOfMemory = ({ text, metadata }: MemoryRow) => text.length + JSON.stringify(metadata).length
