/** The door of endpoints about a person, whatever their workspaces. */
import {
  callerByKey,
  hashKey,
  invalidApiKey,
  malformedAuthorization,
  missingAuthorization,
  personalKeyNeeded,
  sessionNeeded,
  sessionRates,
  tokenExpired,
  userKeyRate,
  type UserScope,
} from '../../shared/accounts/index.js'
import { extendScope, openScope } from '../../shared/kernel/scope.js'
import type { Doorkeeper, Knock } from '../endpoint.js'
import { bearerOf } from './bearer.js'
import { countRequest } from './count-request.js'
import { noteUse } from './note-use.js'
import { resolveSession } from './session.js'

const noWorkspace = { id: null, slug: null }

/** Lets in a person: by a session, or by a personal key where it may serve. */
export const user: Doorkeeper<UserScope> = { kind: 'user', permissions: [], secured: true, open: (knock) => open(knock, false) }

/** Lets in a person at a screen: what is behind this door must not be in reach of a key that was lost. */
export const sessionOnly: Doorkeeper<UserScope> = { kind: 'session', permissions: [], secured: true, open: (knock) => open(knock, true) }

async function open(knock: Knock, needsSession: boolean): Promise<UserScope> {
  const scope = openScope(knock)
  const bearer = bearerOf(knock.headers)
  if (bearer === 'malformed') throw malformedAuthorization()
  const caller =
    bearer === 'absent' ? await resolveSession(scope, knock, noWorkspace) : await callerByKey(scope, hashKey(bearer.key), noWorkspace)
  if (!caller) throw bearer === 'absent' ? missingAuthorization() : invalidApiKey()
  if (caller.token?.expires && caller.token.expires < scope.now()) throw tokenExpired()
  if (knock.rate !== 'none') await countRequest(knock, 'user', caller.rateKey, caller.by === 'session' ? sessionRates.api : userKeyRate)
  if (caller.token?.isRestricted) throw personalKeyNeeded()
  if (needsSession && caller.by !== 'session') throw sessionNeeded()
  noteUse(scope, caller)
  return extendScope(scope, {
    by: caller.by,
    user: caller.user,
    session: caller.session?.hashedId ?? null,
    address: knock.address,
    userAgent: knock.headers['user-agent'] ?? null,
  })
}
