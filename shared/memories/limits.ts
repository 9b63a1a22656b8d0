import { days } from '../kernel/time.js'

/** Characters of one memory: a long conversation turn, not a book. */
export const longestText = 50_000

/** Characters of a user's, agent's or run's name. */
export const longestIdentifier = 255

/** Bytes of a memory's metadata as JSON. */
export const largestMetadata = 16_384

/** Memories in one request. */
export const largestBatch = 1000

/** Memories in one answer. */
export const largestAnswer = 1000

/** How long an expired memory can still be brought back, and how long the history of a deleted one can be read. */
export const expiredKeep = days(30)
export const deletedHistoryKeep = days(30)
