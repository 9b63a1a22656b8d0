/** Auth guard of client-side endpoints: a publishable key names the workspace. The order of the checks is part of the public interface. */
import {
  hashKey,
  hostNotAllowed,
  invalidPublishableKey,
  isAllowedHost,
  isWorkspaceDisabled,
  malformedPublishableKey,
  missingAuthorization,
  needHigherPlan,
  planIsOneOf,
  publishablePrefix,
  publishableRate,
  type PublishableScope,
  workspaceByPublishableKey,
  workspaceDisabled,
} from '../../shared/accounts/index.js'
import { extendScope, openScope } from '../../shared/kernel/scope.js'
import type { AuthGuard, AuthRequest } from '../endpoint.js'
import { bearerOf } from './bearer.js'
import { enforceRateLimit } from './enforce-rate-limit.js'

/** Authenticates by publishable key, limits requests per key and checks the allowed hostnames of the workspace. */
export const publishable: AuthGuard<PublishableScope> = { kind: 'publishable', permissions: [], secured: true, authenticate }

async function authenticate(request: AuthRequest): Promise<PublishableScope> {
  const bearer = bearerOf(request.headers)
  if (bearer === 'absent') throw missingAuthorization()
  // Malformed keys are counted as well: every response except the one without a header has the rate limit headers.
  const key = bearer === 'malformed' ? String(request.headers.authorization) : bearer.key
  await enforceRateLimit(request, 'publishable', hashKey(key), publishableRate)
  if (bearer === 'malformed' || !key.startsWith(publishablePrefix)) throw malformedPublishableKey()

  const scope = openScope(request)
  const workspace = await workspaceByPublishableKey(scope.em, key)
  if (!workspace) throw invalidPublishableKey()
  request.identify({
    workspaceId: workspace.id,
    plan: workspace.plan,
    type: 'api',
    credentialType: 'publishable',
    tokenId: null,
    userId: null,
  })
  if (request.plans && !planIsOneOf(workspace.plan, request.plans)) throw needHigherPlan()
  if (!isAllowedHost(workspace.allowedHostnames, request.headers)) throw hostNotAllowed()
  if (await isWorkspaceDisabled(scope.em, workspace.id)) throw workspaceDisabled()
  return extendScope(scope, { workspace })
}
