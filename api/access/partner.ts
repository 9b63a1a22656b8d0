/** Auth guard of a partner's own endpoints: a user by session or personal key, who acts for the partner account they selected. */
import {
  callerByKey,
  hashKey,
  invalidApiKey,
  malformedAuthorization,
  missingAuthorization,
  tokenExpired,
} from '../../shared/accounts/index.js'
import { extendScope, openScope } from '../../shared/kernel/scope.js'
import {
  hasPartnerPermission,
  partnerAnalyticsRate,
  type PartnerPermission,
  partnerPermissionMissing,
  type PartnerScope,
  partnerUserRate,
  selectedPartner,
} from '../../shared/partner-accounts/index.js'
import type { AuthGuard, AuthRequest } from '../endpoint.js'
import { bearerOf } from './bearer.js'
import { enforceRateLimit } from './enforce-rate-limit.js'
import { recordTokenUse } from './record-token-use.js'
import { resolveSession } from './resolve-session.js'

const noWorkspace = { id: null, slug: null }

/** Authenticates a user of a partner account whose role has the permission. Workspace keys are unknown here. */
export const partner = (permission?: PartnerPermission): AuthGuard<PartnerScope> => ({
  kind: 'partner',
  permissions: permission ? [permission] : [],
  secured: true,
  authenticate: (request) => authenticate(request, permission),
})

async function authenticate(request: AuthRequest, permission: PartnerPermission | undefined): Promise<PartnerScope> {
  const scope = openScope(request)
  const bearer = bearerOf(request.headers)
  if (bearer === 'malformed') throw malformedAuthorization()
  const caller =
    bearer === 'absent' ? await resolveSession(scope, request, noWorkspace) : await callerByKey(scope, hashKey(bearer.key), noWorkspace)
  if (!caller) throw bearer === 'absent' ? missingAuthorization() : invalidApiKey()
  if (caller.token?.isRestricted) throw invalidApiKey()
  if (caller.token?.expires && caller.token.expires < scope.now()) throw tokenExpired()
  const { partner: account, role } = await selectedPartner(scope, caller)
  await enforceRate(request, caller.user.id)
  if (permission && !hasPartnerPermission(role, permission)) throw partnerPermissionMissing(permission)
  recordTokenUse(scope, caller)
  return extendScope(scope, {
    by: caller.by,
    user: caller.user,
    session: caller.session?.hashedId ?? null,
    address: request.address,
    userAgent: request.headers['user-agent'] ?? null,
    partner: account,
    partnerRole: role,
  })
}

async function enforceRate(request: AuthRequest, userId: string): Promise<void> {
  if (request.rate === 'none') return
  const isAnalytics = request.rate === 'analytics'
  await enforceRateLimit(
    request,
    isAnalytics ? 'partner-analytics' : 'partner',
    userId,
    isAnalytics ? partnerAnalyticsRate : partnerUserRate,
  )
}
