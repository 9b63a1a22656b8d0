/** Auth guard of a partner's own endpoints: a user by session or personal key, who acts for the partner account they selected. */
import { invalidApiKey, tokenExpired } from '../../shared/accounts/index.js'
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
import { enforceRateLimit } from './enforce-rate-limit.js'
import { recordTokenUse } from './record-token-use.js'
import { resolveCaller, userScope } from './resolve-caller.js'

/** Authenticates a user of a partner account whose role has the permission. Workspace keys are unknown here. */
export const partner = (permission?: PartnerPermission): AuthGuard<PartnerScope> => ({
  kind: 'partner',
  permissions: permission ? [permission] : [],
  secured: true,
  authenticate: (request) => authenticate(request, permission),
})

async function authenticate(request: AuthRequest, permission: PartnerPermission | undefined): Promise<PartnerScope> {
  const scope = openScope(request)
  const caller = await resolveCaller(scope, request)
  if (caller.token?.isRestricted) throw invalidApiKey()
  if (caller.token?.expires && caller.token.expires < scope.now()) throw tokenExpired()
  const { partner: account, role } = await selectedPartner(scope, caller)
  await enforceRate(request, caller.user.id)
  if (permission && !hasPartnerPermission(role, permission)) throw partnerPermissionMissing(permission)
  recordTokenUse(scope, caller)
  return extendScope(userScope(scope, request, caller), { partner: account, partnerRole: role })
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
