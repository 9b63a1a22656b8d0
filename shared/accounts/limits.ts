/** Limits and durations of this domain that do not depend on the plan. */
import type { Rate } from '../kernel/store/rate-limits.js'
import { days, hours, minutes, seconds } from '../kernel/time.js'

/** Minimum time between two updates of the last use of an API key. */
export const lastUsedUpdateIntervalMs = minutes(1)

/** Anonymous link creations per client subnet. */
export const anonymousLinks: Rate = { requests: 10, windowMs: days(1) }

/** Requests of a personal API key to endpoints about its user. */
export const userKeyRate: Rate = { requests: 60, windowMs: minutes(1) }

/** Log-in attempts, successful or not, per client subnet and per email address. */
export const logInsPerAddress: Rate = { requests: 20, windowMs: minutes(1), guardsSecret: true }
export const logInsPerEmail: Rate = { requests: 10, windowMs: minutes(1), guardsSecret: true }

/** Consecutive failures that lock an email address, the duration of the lock, and the age at which failures no longer count. */
export const logInLockout = { maxFailures: 10, durationMs: hours(1), resetAfterMs: days(1) }

/** Emails with one-time links: to one recipient per requester, and to all recipients per client subnet. */
export const emailsPerRecipient: Rate = { requests: 5, windowMs: hours(1), guardsSecret: true }
export const emailsPerAddress: Rate = { requests: 20, windowMs: hours(1), guardsSecret: true }

/** Lifetime of one-time links in emails. */
export const passwordLinkTtlMs = hours(1)
export const emailLinkTtlMs = days(1)
/** How long a user can take back a change of the email address. */
export const restoreEmailLinkTtlMs = days(7)
/** Lifetime of a password reset link created by the operator. */
export const operatorLinkTtlMs = days(1)

/** A session expires when it is idle for this long, or when it reaches the maximum age. */
export const sessionIdleTtlMs = days(30)
export const sessionMaxAgeMs = days(180)
/** Lifetime of the session of an operator who logged in as a user. It is not extended. */
export const impersonatedSessionTtlMs = hours(1)
/** Minimum time between two extensions of a session. */
export const sessionSeenIntervalMs = hours(1)
/** Age at which a session secret is replaced. The former one stays valid briefly for requests in flight. */
export const sessionRotationIntervalMs = days(1)
export const formerSessionTtlMs = minutes(1)

/** Attempts of a logged-in user to enter the current password. */
export const passwordAttempts: Rate = { requests: 10, windowMs: minutes(10), guardsSecret: true }

/** Workspaces on plan free per owner. */
export const maxFreeWorkspaces = 2

/** Lifetime of an invite. Expired invites are kept for a while so that the error can say that the invite expired. */
export const inviteTtlMs = days(14)
export const expiredInviteRetentionMs = days(30)
export const inviteRate: Rate = { requests: 1, windowMs: seconds(1) }

/** API keys per workspace, and personal keys per user; the rate limits creations per workspace. */
export const maxTokens = 100
export const tokenRate: Rate = { requests: 1, windowMs: seconds(5) }

/** Request log: delay before a flush, maximum of pending entries, and rows per insert and per delete statement. */
export const logFlushDelayMs = 200
export const maxPendingLogs = 2000
export const logBatchSize = 500
export const logDeleteBatchSize = 5000
/** Logged characters of a request or response body. */
export const maxLoggedBodyLength = 8000
/** Longer response bodies are not parsed and not logged. */
export const maxParsedResponseLength = 200_000

/** Lifetimes of the credentials of OAuth apps. */
export const authorizationCodeTtlMs = minutes(2)
export const accessTokenTtlMs = hours(2)
export const refreshTokenTtlMs = days(120)
/** A client may retry a refresh whose response was lost. A used refresh token that comes later is treated as stolen. */
export const refreshReuseGraceMs = seconds(30)
