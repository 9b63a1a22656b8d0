import { seconds } from '../kernel/time.js'

/** Groups in one response. */
export const maxGroups = 5000

/** Bytes of one response, after which the smallest groups are left out. */
export const maxRowsBytes = 8_000_000

/** Clicks among which unique visitors can be counted in groups. Each click is read, at about a million per second. */
export const maxClicksForUniqueInGroups = 3_000_000

/** Clicks among which unique visitors can be counted in all or over time. Their eight bytes are read, at about ten million per second. */
export const maxClicksForUnique = 15_000_000

/** Far more than any query with an index or a rollup needs. A runaway query must not occupy the server. */
export const maxQueryMs = seconds(30)

/** How long a heavy query waits for a slot while other heavy queries run. */
export const maxQueueWaitMs = seconds(20)

/** Concurrent live streams of a workspace. */
export const maxStreams = 20

/** Events on one page. */
export const maxEventPageSize = 1000
