/** Log-in of an operator as a user for an hour, by a link that works once and for a minute. */
import type { Scope } from '../../kernel/scope.js'
import { minutes } from '../../kernel/time.js'
import { oneTimeLinkInvalid } from '../errors.js'
import { consumeOneTimeLink, createOneTimeLink } from '../one-time-link.js'
import { impersonatePath } from '../page-paths.js'
import { type OpenedSession, openSession } from '../sessions/open-session.js'
import type { UnauthenticatedScope } from '../workspace-scope.js'

const linkTtlMs = minutes(1)

/** Returns the URL that opens a session of the user. */
export async function impersonateUser(scope: Pick<Scope, 'em' | 'config' | 'now'>, userId: string): Promise<string> {
  return (await createOneTimeLink(scope, impersonatePath, linkTtlMs, { purpose: 'impersonation', userId })).url
}

export async function logInAsUser(scope: UnauthenticatedScope, token: string): Promise<OpenedSession> {
  const { userId } = await consumeOneTimeLink(scope, 'impersonation', token)
  if (!userId) throw oneTimeLinkInvalid()
  return openSession(scope, userId, { isImpersonated: true })
}
