/** Numbers of webhooks. */
import { days, hours, minutes, seconds } from '../kernel/time.js'

export const mostLinks = 1000
export const mostFolders = 100
/** Beyond it an address list is somebody's mistake. */
export const mostWebhooks = 200

/** Both secrets sign so long after a rotation, unless said otherwise. */
export const overlapHours = 24
export const longestOverlapHours = 7 * 24

/** A receiver answers within that, or has failed. */
export const answerWithin = seconds(15)
/** So much of an answer is kept. */
export const keptAnswerBytes = 4096

/** Deliveries to one receiver at a time; one that was left alone gets one at a time until it does well. */
export const atOnce = 20

/** The first further try of a delivery comes after this; each one after it three times later, at most so much, until the end. */
export const firstRetry = seconds(10)
export const longestRetry = hours(12)
export const retriesFor = days(3)

/** From so many failures in a row on, a receiver is left alone for a while, twice as long each time. */
export const failuresToPause = 3
export const firstPause = seconds(1)
export const longestPause = minutes(5)

/** Owners are told at these numbers of failures in a row; at the last one the webhook is disabled. */
export const failuresToTell: readonly number[] = [5, 10, 15]
export const failuresToDisable = 20

/** News that become events in one transaction. */
export const newsAtOnce = 500
/** Events in one bundle for a webhook at most: one is read as a whole. */
export const bundled = 100
/** Deliveries of one webhook that are read ahead, and the most bundles that are looked at for them. */
export const readAhead = 500
export const bundlesAhead = 200
/** Results that are written in one transaction. */
export const writtenAtOnce = 2000
/** Who delivers to a webhook says so for as long as this, and says it again long before. */
export const lease = seconds(20)
export const leaseRenewal = seconds(5)
/** A webhook that has nothing due for so long is let go. */
export const idleBeforeRelease = seconds(3)
/** At the end of a process, deliveries on their way get so long. */
export const graceAtStop = seconds(3)
/** Characters of bodies that are remembered, as most webhooks of a workspace are sent the same. */
export const rememberedBodies = 32_000_000

/** Events and their deliveries are kept so long. */
export const deliveryLifetime = days(14)
/** Deliveries that one request sends again. */
export const mostReplayed = 10_000
export const largestDeliveryPage = 100
