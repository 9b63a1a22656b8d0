/** What callers keep with a memory. */
import { metadataTooLarge } from './errors.js'
import { identifierNames } from './identifiers.js'
import { largestMetadata } from './limits.js'

export type Metadata = Record<string, unknown>

/** Whose a memory is, its own fields say; metadata must not claim otherwise. */
export function cleanMetadata(given: Metadata | null | undefined): Metadata {
  const metadata = Object.fromEntries(
    Object.entries(given ?? {}).filter(([key, value]) => value !== null && !(identifierNames as readonly string[]).includes(key)),
  )
  if (Buffer.byteLength(JSON.stringify(metadata)) > largestMetadata) throw metadataTooLarge()
  return metadata
}

/** Keys that are given replace those before; one given as null goes. Null instead of an object empties it. */
export function mergeMetadata(before: Metadata, given: Metadata | null | undefined): Metadata {
  if (given === undefined) return before
  return given === null ? {} : cleanMetadata({ ...before, ...given })
}
