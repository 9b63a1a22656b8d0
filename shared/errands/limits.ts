/** Numbers of errands. */
import { days, minutes } from '../kernel/time.js'

/** Elements of one errand. */
export const mostElements = 100_000
/** Elements in one part, which is what one transaction works on; fewer where they are large. */
export const partElements = 250
export const partCharacters = 1_000_000

/** Errands of one workspace that are not finished. */
export const mostUnfinished = 20

export const largestErrandPage = 100

/** Parts of one errand that are worked on at once. */
export const lanes = 2

/** How long one stretch of steps takes before others get a turn; a row of the job table needs more time than that. */
export const stretch = minutes(4)
export const workWithin = minutes(6)

/** Errands, their errors and their result files are kept so long. */
export const errandLifetime = days(7)
/** What a caller has not finished sending by then never will be. */
export const receivingLifetime = days(1)
