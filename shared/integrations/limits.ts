/** Limits and times of integrations. */
import type { Rate } from '../kernel/store/rate-limits.js'
import { days, hours, minutes, seconds } from '../kernel/time.js'

/** Per workspace. */
export const maxConnections = 200
export const maxSecretLength = 1000

/** Per connection, so that a flood from one provider does not affect others. Providers retry rejected requests. */
export const connectionRateLimit: Rate = { requests: 5000, windowMs: seconds(10) }
export const maxConnectionPageSize = 100
export const maxDeliveryPageSize = 100

/** The longest time that a replaced secret is still accepted. */
export const maxOverlapHours = 24

/** Deliveries replayed by one request. */
export const maxReplayed = 1000

/** How long deliveries are kept. */
export const deliveryRetentionMs = days(30)
export const deleteBatchSize = 1000

/** An unprocessed delivery is considered lost by the queue after this time. */
export const lostAfterMs = hours(2)
export const maxRequeued = 1000

/** How long a delivery waits for its customer to become known. */
export const maxPendingMs = days(1)

export const processTimeoutMs = minutes(1)
export const deleteTimeoutMs = minutes(10)

/** Response of a provider's API. */
export const maxProviderResponseBytes = 2 * 1024 * 1024
