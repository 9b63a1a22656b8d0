/** Numbers of integrations. */
import type { Rate } from '../kernel/rate-limits.js'
import { days, hours, minutes, seconds } from '../kernel/time.js'

/** Of one workspace; more is somebody's mistake. */
export const mostConnections = 200
export const longestSecret = 1000

/** What one connection may send, so that one provider's flood leaves room for everybody else. Providers send again what is refused. */
export const receivingRate: Rate = { requests: 5000, window: seconds(10) }
export const largestConnectionPage = 100
export const largestDeliveryPage = 100

/** How long the secret that was replaced goes on serving, at most. */
export const longestOverlapHours = 24

/** Requests that one call has worked on anew. */
export const mostReplayed = 1000

/** What was received is kept so long. */
export const deliveryLifetime = days(30)
export const deleteBatch = 1000

/** What has not been worked on by then was lost by its queue, and is queued again. */
export const lostAfter = hours(2)
export const mostRequeued = 1000

/** What came before its customer was known waits so long for them. */
export const waitsAtMost = days(1)

/** One delivery. */
export const processWithin = minutes(1)
export const deleteWithin = minutes(10)

/** An answer of a provider's interface. */
export const longestProviderAnswer = 2 * 1024 * 1024
