import type { JobScope } from '../kernel/scope.js'
import { days } from '../kernel/time.js'
import { failedLogIns } from './limits.js'
import { deleteOauthExpiredBefore } from './oauth/oauth.queries.js'
import { deleteTokensExpiredBefore } from './one-time-token.queries.js'
import { deleteFailuresBefore } from './passwords/log-in-failure.queries.js'
import { deleteSessionsExpiredBefore } from './sessions/session.queries.js'

/**
 * Frees the space of sessions, links and counts of failures that no longer mean anything. Links stay a day longer, in case somebody asks
 * why theirs failed.
 */
export async function dropExpiredCredentials({ em, now }: JobScope): Promise<void> {
  await deleteSessionsExpiredBefore(em, now())
  await deleteTokensExpiredBefore(em, new Date(now().getTime() - days(1)))
  await deleteOauthExpiredBefore(em, now())
  await deleteFailuresBefore(em, new Date(now().getTime() - failedLogIns.forgottenAfter))
}
