/** The door of small services that anybody may use: everybody comes in, but nobody too often. */
import { callerBySession, hashKey, sessionRates } from '../../shared/accounts/index.js'
import { householdOf } from '../../shared/kernel/household.js'
import { openScope, type Scope } from '../../shared/kernel/scope.js'
import { seconds } from '../../shared/kernel/time.js'
import type { Doorkeeper, Knock } from '../endpoint.js'
import { countRequest } from './count-request.js'
import { sessionSecret } from './session-cookie.js'

/**
 * Lets everybody in, so often in ten seconds from one address and for each path; whoever is logged in as often as elsewhere. Some of what
 * it opens asks for a password.
 */
const door = (requests: number): Doorkeeper<Scope> => ({
  kind: 'guest',
  permissions: [],
  secured: false,
  open: (knock) => open(knock, requests),
})

export const guest = door(10)
/** For pages that ask many questions to be shown once. */
export const onlooker = door(60)

async function open(knock: Knock, requests: number): Promise<Scope> {
  const scope = openScope(knock)
  const person = await loggedIn(scope, knock)
  if (person) await countRequest(knock, 'user', person.rateKey, sessionRates.api)
  else
    await countRequest(knock, 'guest', `${knock.path} ${householdOf(knock.address)}`, { requests, window: seconds(10), guardsSecret: true })
  return scope
}

/** The session is not renewed here: what this door answers may lie in public caches, where no cookie belongs. */
async function loggedIn(scope: Scope, knock: Knock) {
  const secret = sessionSecret(knock.headers, scope.config)
  return secret ? callerBySession(scope, hashKey(secret), { id: null, slug: null }) : null
}
