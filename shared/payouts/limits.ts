/** Limits of payouts. */
import { days, hours, minutes, seconds } from '../kernel/time.js'

/** Payouts in one confirmation. */
export const maxConfirmedPayouts = 10_000
/** Cents of payouts in a billing period during a trial, whatever the plan. */
export const trialPayoutLimit = 50_000

/** Payouts in one confirmation with a cut-off, which splits them. */
export const maxSplitPayouts = 1000
/** Ids in one request. */
export const maxPayoutIds = 1000
export const maxReferenceLength = 190
export const maxReasonLength = 190
export const maxDetailsLength = 1000

/** Transfers that one run sends at the same time. */
export const transferConcurrency = 8
/** Covers a request to a provider, with its token. */
export const providerTimeoutMs = seconds(10)
/** Longer than the requests of one transfer take. A transfer whose process died is continued after this time, with the same key. */
export const transferLeaseMs = seconds(25)
/** Delay after each request without a result; the last one repeats. */
export const retryDelaysMs = [seconds(2), seconds(10), minutes(1), minutes(5), minutes(15), hours(1), hours(3)]
/** Delay between polls of an accepted transfer, whose result webhooks usually report earlier. */
export const checkDelaysMs = [minutes(2), minutes(10), hours(1), hours(6), days(1)]
/** Accepted transfers are not polled after this time. */
export const maxCheckedMs = days(60)

/** Webhooks of payment providers, per account. */
export const providerWebhookRate = { requests: 600, windowMs: minutes(1) }
