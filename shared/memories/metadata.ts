/** Custom data of a memory. */
import { metadataTooLarge } from './errors.js'
import { identifierNames } from './identifiers.js'
import { maxMetadataBytes } from './limits.js'

export type Metadata = Record<string, unknown>

/** Removes null values and identifiers: these have fields of their own, which metadata must not contradict. */
export function cleanMetadata(input: Metadata | null | undefined): Metadata {
  const metadata = Object.fromEntries(
    Object.entries(input ?? {}).filter(([key, value]) => value !== null && !(identifierNames as readonly string[]).includes(key)),
  )
  if (!fitsMetadata(metadata)) throw metadataTooLarge()
  return metadata
}

export const fitsMetadata = (metadata: Metadata) => Buffer.byteLength(JSON.stringify(metadata)) <= maxMetadataBytes

/** Merges changes into metadata. A key with null is removed; null instead of an object removes all keys. */
export function mergeMetadata(before: Metadata, changes: Metadata | null | undefined): Metadata {
  if (changes === undefined) return before
  return changes === null ? {} : cleanMetadata({ ...before, ...changes })
}
