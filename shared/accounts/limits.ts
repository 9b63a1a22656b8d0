/** Numbers of this domain that are the same for every plan. */
import type { Rate } from '../kernel/rate-limits.js'
import { days, hours, minutes, seconds } from '../kernel/time.js'

/** A key's last use is written no more often: it tells a person whether a key is alive, not what it does. */
export const lastUsedEvery = minutes(1)

/** Links that somebody without a workspace may create, per client address. */
export const anonymousLinks: Rate = { requests: 10, window: days(1) }

/** Keys of a person, on endpoints about that person. */
export const userKeyRate: Rate = { requests: 60, window: minutes(1) }

/** Log-ins, right or wrong: a person mistypes, a guesser needs thousands. */
export const logInsByAddress: Rate = { requests: 20, window: minutes(1), guardsSecret: true }
export const logInsByEmail: Rate = { requests: 10, window: minutes(1), guardsSecret: true }

/** Failures that lock an address, for how long, and when a failure no longer counts. */
export const failedLogIns = { inARow: 10, lock: hours(1), forgottenAfter: days(1) }

/** Letters that somebody unknown may have sent: to one address, and from one place. They hold links that open an account. */
export const lettersToEmail: Rate = { requests: 5, window: hours(1), guardsSecret: true }
export const lettersFromAddress: Rate = { requests: 20, window: hours(1), guardsSecret: true }

/** What a link in a letter lives. */
export const passwordLinkLife = hours(1)
export const emailLinkLife = days(1)
/** A link that the operator hands over by other ways. */
export const handedLinkLife = days(1)

/** A session ends when it is not used for so long, and after so long in any case. */
export const sessionIdle = days(30)
export const sessionLongest = days(180)
/** Its use is written no more often ... */
export const sessionSeenEvery = hours(1)
/** ... and its secret replaced so often; requests that were on their way with the former one still arrive. */
export const sessionRotatedEvery = days(1)
export const sessionFormerLife = minutes(1)

/** Tries of the present password by somebody who is logged in. */
export const passwordTries: Rate = { requests: 10, window: minutes(10), guardsSecret: true }

/** Workspaces on plan free that one person may own. */
export const freeWorkspaces = 2

/** How long an invite may wait, and how long it is remembered after, so that who comes late hears why. */
export const inviteLife = days(14)
export const expiredInviteKept = days(30)
export const inviteRate: Rate = { requests: 1, window: seconds(1) }

/** Keys of one workspace, or personal ones of one person, and how often a workspace gets a new one. */
export const mostTokens = 100
export const tokenRate: Rate = { requests: 1, window: seconds(5) }

/** How often a process writes down the requests that it answered, how many may wait for that, and in how large steps they are deleted. */
export const logPause = 200
export const mostWaitingLogs = 2000
export const logBatch = 500
export const logDeleteBatch = 5000
/** Of a body no more is kept, in characters. */
export const longestLoggedBody = 8000
/** A longer answer is not looked into. */
export const longestReadAnswer = 200_000

/** What an app gets: a code to exchange, access, and the means to renew it. */
export const codeLife = minutes(2)
export const accessLife = hours(2)
export const refreshLife = days(120)
/** A program that heard no answer asks again; only after so long a used refresh token tells of a theft. */
export const refreshGrace = seconds(30)
