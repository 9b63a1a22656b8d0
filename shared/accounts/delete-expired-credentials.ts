import type { JobScope } from '../kernel/scope.js'
import { days } from '../kernel/time.js'
import { logInLockout } from './limits.js'
import { deleteSentEmailsBefore } from './mail/sent-email.queries.js'
import { deleteExpiredOauthRows } from './oauth/oauth.queries.js'
import { deleteOneTimeTokensExpiredBefore } from './one-time-token.queries.js'
import { deleteLogInFailuresBefore } from './passwords/log-in-failure.queries.js'
import { deleteSessionsExpiredBefore } from './sessions/session.queries.js'

/**
 * Deletes expired sessions, one-time tokens, OAuth credentials, log-in failures and the record of repeated emails. One-time tokens are kept
 * for another day to help with support questions.
 */
export async function deleteExpiredCredentials({ em, now }: JobScope): Promise<void> {
  await deleteSessionsExpiredBefore(em, now())
  await deleteOneTimeTokensExpiredBefore(em, new Date(now().getTime() - days(1)))
  await deleteExpiredOauthRows(em, now())
  await deleteSentEmailsBefore(em, new Date(now().getTime() - days(100)))
  await deleteLogInFailuresBefore(em, new Date(now().getTime() - logInLockout.resetAfterMs))
}
