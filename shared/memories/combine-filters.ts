import { identifierRequired } from './errors.js'
import { all, equals, type Filter, requiresIdentifier, parseFilter } from './filter/filter.js'
import { identifierNames, parseIdentifiers } from './identifiers.js'

/** Combines identifiers and a filter into one filter that requires both. */
export function combineFilters(input: Parameters<typeof parseIdentifiers>[0], filters: unknown): Filter {
  const conditions = Object.entries(parseIdentifiers(input)).map(([name, value]) => equals(name, value))
  return all(filters === undefined || filters === null ? conditions : [...conditions, parseFilter(filters)])
}

/** Searches, and the lists of memory clients, must be restricted to an identifier. */
export function requireIdentifierFilter(filter: Filter): Filter {
  if (!requiresIdentifier(filter, identifierNames)) throw identifierRequired()
  return filter
}
