import { noIdentifier } from './errors.js'
import { all, equals, type Filter, namesSomebody, parseFilter } from './filter/filter.js'
import { identifierNames, identifiersOf } from './identifiers.js'

/** Identifiers and a filter as one filter: both must hold. */
export function narrowed(given: Parameters<typeof identifiersOf>[0], filters: unknown): Filter {
  const own = Object.entries(identifiersOf(given)).map(([name, value]) => equals(name, value))
  return all(filters === undefined || filters === null ? own : [...own, parseFilter(filters)])
}

/** Searches, and the lists of memory clients, are always about somebody. */
export function requireSomebody(filter: Filter): Filter {
  if (!namesSomebody(filter, identifierNames)) throw noIdentifier()
  return filter
}
