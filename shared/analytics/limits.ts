import { seconds } from '../kernel/time.js'

/** Groups of one answer. */
export const mostGroups = 5000

/** Clicks among which visitors are told apart in one answer: each is looked at, some million in a second. */
export const mostOfVisitors = 3_000_000

/** Milliseconds that a question waits for its turn while others look at many events. */
export const longestWait = seconds(20)

/** Live streams that a workspace may have open at once. */
export const mostStreams = 20

/** Events on one page. */
export const largestEventPage = 1000
