import { days } from '../kernel/time.js'

/** Characters of a memory: enough for a long conversation turn. */
export const maxTextLength = 50_000

/** Characters of a user, agent or run id. */
export const maxIdentifierLength = 255

/** Bytes of a memory's metadata as JSON. */
export const maxMetadataBytes = 16_384

/** Memories in one request. */
export const maxBatchSize = 1000

/** Memories in one response. */
export const maxPageSize = 1000

/** Users, agents and runs in one response, of each kind. */
export const maxEntitiesOfKind = 10_000

/** Characters of the texts and metadata in one response. */
export const maxPageCharacters = 4_000_000

/** How long expired memories and the histories of deleted memories are kept. */
export const expiredRetentionMs = days(30)
export const historyRetentionMs = days(30)
