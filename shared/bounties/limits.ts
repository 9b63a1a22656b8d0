/** Limits of the bounties domain. */
import type { Rate } from '../kernel/store/rate-limits.js'
import { days, hours } from '../kernel/time.js'

/** Cents. */
export const maxRewardAmount = 100_000_000
export const maxFilesOfSubmission = 4
export const maxUrlsOfSubmission = 100
/** Uploads of a partner for one bounty. */
export const uploadRate: Rate = { requests: 25, windowMs: days(1) }
/** Drafts get a reminder this long before their period ends. */
export const reminderLeadMs = days(2)
/** Counts of posts are read again after this time. */
export const socialSyncIntervalMs = hours(6)
/** Counts are read once more after the end of a bounty, no later than this. */
export const finalSyncWithinMs = days(1)
/** What was achieved before the end of a performance bounty counts if it is processed no later than this. The trigger names it too. */
export const lateCountMs = days(1)
