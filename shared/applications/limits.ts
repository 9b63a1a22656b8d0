/** Limits of the applications domain. */
import type { Rate } from '../kernel/store/rate-limits.js'
import { days, hours, minutes } from '../kernel/time.js'

/** Applications per program and client subnet. */
export const applicationRate: Rate = { requests: 3, windowMs: minutes(1) }
/** Emails with a link that confirms applications, per recipient: anyone may apply with any address. */
export const confirmationEmailRate: Rate = { requests: 10, windowMs: days(1) }
/** Recorded visits per client subnet; pages are shown beyond it. */
export const visitRate: Rate = { requests: 60, windowMs: minutes(1) }
/** When an applicant who did not confirm the address is reminded: first, again, and for how long. */
export const firstReminderMs = minutes(15)
export const reminderIntervalMs = hours(24)
export const reminderPeriodMs = days(3)
/** How long the link that confirms an application works. */
export const confirmationTtlMs = days(7)
/** How long an applicant who does not meet the requirements stays pending. */
export const autoRejectDelayMs = minutes(30)

export const maxApplicationsPage = 100
export const maxApplicationsInBulk = 100
export const maxApplicationHistory = 100
export const maxAnswerLength = 5000
export const maxFormFields = 50
