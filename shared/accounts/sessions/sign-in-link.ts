/** Log-in by a link that works once, for the person who starts an installation: its first user has neither email nor password. */
import type { Scope } from '../../kernel/scope.js'
import { bootstrapTokenId } from '../bootstrap-account.js'
import { oneTimeLinkInvalid } from '../errors.js'
import { operatorLinkTtlMs } from '../limits.js'
import { consumeOneTimeLink, createOneTimeLink } from '../one-time-link.js'
import { signInPath } from '../page-paths.js'
import { Token } from '../token.entity.js'
import type { UnauthenticatedScope } from '../workspace-scope.js'
import { type OpenedSession, openSession } from './open-session.js'

/**
 * Returns the URL that opens a session of the user who got the first key; null if that key was deleted. Earlier links keep working until
 * they expire.
 */
export async function createSignInLink(scope: Pick<Scope, 'em' | 'config' | 'now'>): Promise<string | null> {
  const token = await scope.em.findOne(Token, bootstrapTokenId)
  if (!token) return null
  const { userId } = token
  return (await createOneTimeLink(scope, signInPath, operatorLinkTtlMs, { purpose: 'sign-in', userId })).url
}

export async function signInByLink(scope: UnauthenticatedScope, token: string): Promise<OpenedSession> {
  const { userId } = await consumeOneTimeLink(scope, 'sign-in', token)
  if (!userId) throw oneTimeLinkInvalid()
  return openSession(scope, userId)
}
