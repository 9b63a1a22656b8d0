/** Limits and times of webhooks. */
import { days, hours, minutes, seconds } from '../kernel/time.js'

export const maxScopeLinks = 1000
export const maxScopeFolders = 100
/** Per workspace. */
export const maxWebhooks = 200

/** How long both secrets sign after a rotation. */
export const defaultOverlapHours = 24
export const maxOverlapHours = 7 * 24

export const responseTimeoutMs = seconds(15)
/** Only the beginning of a response is read and stored. */
export const maxResponseBytes = 4096

/** Concurrent deliveries per webhook. A failing webhook gets one at a time. */
export const deliveryConcurrency = 20

/** The first retry follows after `firstRetryDelayMs`; the delay then triples up to the maximum, until the retry period ends. */
export const firstRetryDelayMs = seconds(10)
export const maxRetryDelayMs = hours(12)
export const retryPeriodMs = days(3)

/** After this many consecutive failures a webhook is paused; each further pause is twice as long. */
export const failuresToPause = 3
export const firstPauseMs = seconds(1)
export const maxPauseMs = minutes(5)

/** Consecutive failures at which owners are emailed, and at which the webhook is disabled. */
export const failuresToNotify: readonly number[] = [5, 10, 15]
export const failuresToDisable = 20

/** Outbox entries dispatched in one transaction. */
export const outboxBatchSize = 500
/** Events per batch. A batch is always read as a whole. */
export const maxBatchEvents = 100
/** Deliveries read ahead per webhook, and the number of batches scanned for them. */
export const readAheadDeliveries = 500
export const readAheadBatches = 200
export const maxResultsPerTransaction = 2000
/** A worker leases a webhook for this time and renews the lease well before it ends. */
export const leaseMs = seconds(20)
export const leaseRenewalIntervalMs = seconds(5)
/** The lease of a webhook without due deliveries is released after this time. */
export const idleReleaseMs = seconds(3)
/** After this time the job of a webhook ends, so that another process may continue. */
export const jobSliceMs = minutes(5)
/** How long a stopping process waits for requests in flight. */
export const stopGraceMs = seconds(3)
/** Total characters of cached event bodies. */
export const bodyCacheSize = 32_000_000

/** How long events and deliveries are kept. */
export const deliveryRetentionMs = days(14)
/** Deliveries replayed by one request. */
export const maxReplayed = 10_000
export const maxDeliveryPageSize = 100
