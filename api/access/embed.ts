/** Auth guard of embedded pages: a token from POST /tokens/embed/referrals names the partner. */
import {
  hashKey,
  isWorkspaceDisabled,
  malformedAuthorization,
  missingAuthorization,
  needHigherPlan,
  planIsOneOf,
  workspaceDisabled,
} from '../../shared/accounts/index.js'
import { type EmbedScope, embedScope } from '../../shared/embed/index.js'
import { openScope } from '../../shared/kernel/scope.js'
import { minutes } from '../../shared/kernel/time.js'
import type { AuthGuard, AuthRequest } from '../endpoint.js'
import { bearerOf } from './bearer.js'
import { enforceRateLimit } from './enforce-rate-limit.js'

const rate = { requests: 60, windowMs: minutes(1) }

/** Limits requests per token. */
export const embed: AuthGuard<EmbedScope> = { kind: 'embed', permissions: [], secured: true, authenticate }

async function authenticate(request: AuthRequest): Promise<EmbedScope> {
  const bearer = bearerOf(request.headers)
  if (bearer === 'absent') throw missingAuthorization()
  if (bearer === 'malformed') throw malformedAuthorization()
  await enforceRateLimit(request, 'embed', hashKey(bearer.key), rate)
  const scope = await embedScope(openScope(request), bearer.key)
  const { id, plan } = scope.workspace
  request.identify({ workspaceId: id, plan, type: 'api', credentialType: 'embed', tokenId: null, userId: null })
  if (request.plans && !planIsOneOf(plan, request.plans)) throw needHigherPlan()
  if (await isWorkspaceDisabled(scope.em, id)) throw workspaceDisabled()
  return scope
}
