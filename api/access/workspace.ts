/** Auth guard of workspace endpoints. The order of the checks is part of the public interface. */
import {
  type AnonymousScope,
  type Caller,
  callerByKey,
  grantedPermissions,
  hashKey,
  invalidApiKey,
  malformedAuthorization,
  missingAuthorization,
  needHigherPlan,
  appAccessDenied,
  type Permission,
  permissionsMissing,
  planIsOneOf,
  type PlanRateClass,
  rateOf,
  requireMembership,
  restrictedPrefix,
  type Role,
  sessionRates,
  tokenExpired,
  type Workspace,
  workspaceNotFound,
  workspaceNotSpecified,
  type WorkspaceScope,
} from '../../shared/accounts/index.js'
import { ServiceError } from '../../shared/kernel/errors.js'
import { extendScope, openScope } from '../../shared/kernel/scope.js'
import type { AuthGuard, AuthRequest } from '../endpoint.js'
import { bearerOf } from './bearer.js'
import { startRateCheck, type PendingRateCheck, finishRateCheck } from './early-rate-limit.js'
import { applyRateLimit } from './enforce-rate-limit.js'
import { recordTokenUse } from './record-token-use.js'
import { requestedWorkspace } from './requested-workspace.js'
import { findSessionCaller, resolveSession } from './resolve-session.js'

/** Its presence, with any value, requests link creation without a workspace. */
const anonymousHeader = 'svc-anonymous-link-creation'

interface AllowsAnonymous {
  anonymous: true
}

/** The path parameter `slug` names a domain here; in other paths it names the workspace. */
interface SlugNamesDomain {
  slug: 'domain'
}

/** Allows OAuth apps although the endpoint needs no permission. */
interface AllowsApps {
  apps: true
}

/**
 * Authenticates a workspace member whose role, narrowed by the scopes of their key, has all the permissions. `{ anonymous: true }` also
 * accepts anonymous link creation; its scope has no workspace and no actor.
 */
export function workspace(permission: Permission, options: AllowsAnonymous): AuthGuard<WorkspaceScope | AnonymousScope>
export function workspace(...requirements: (Permission | SlugNamesDomain | AllowsApps)[]): AuthGuard<WorkspaceScope>
export function workspace(
  ...requirements: (Permission | AllowsAnonymous | SlugNamesDomain | AllowsApps)[]
): AuthGuard<WorkspaceScope | AnonymousScope> {
  const permissions = requirements.filter((requirement) => typeof requirement === 'string')
  const options = Object.assign({}, ...requirements.filter((requirement) => typeof requirement !== 'string')) as Partial<
    AllowsAnonymous & SlugNamesDomain & AllowsApps
  >
  const withoutDomainSlug = (request: AuthRequest) =>
    options.slug === 'domain' ? { ...request, params: { ...request.params, slug: '' } } : request
  const { apps: allowsApps = false } = options
  return {
    kind: 'workspace',
    permissions,
    secured: true,
    authenticate: (request) => authenticate(withoutDomainSlug(request), { permissions, allowsApps }, options.anonymous === true),
    isStillAllowed: (request) => isStillAllowed(withoutDomainSlug(request), permissions),
  }
}

/** The checks of `authenticate` that may fail later: key, session, membership, permissions. Not counted as a request. */
async function isStillAllowed(request: AuthRequest, permissions: readonly Permission[]): Promise<boolean> {
  const scope = openScope(request)
  const bearer = bearerOf(request.headers)
  if (bearer === 'malformed') return false
  const named = requestedWorkspace(request) ?? { id: null, slug: null }
  const caller = await (bearer === 'absent' ? findSessionCaller(scope, request, named) : callerByKey(scope, hashKey(bearer.key), named))
  if (!caller?.workspace || (caller.token?.expires && caller.token.expires < scope.now())) return false
  try {
    const granted = grantedPermissions(requireMembership(caller, scope.now()), caller.token?.scopes ?? null)
    return permissions.every((permission) => granted.has(permission))
  } catch (error) {
    if (error instanceof ServiceError) return false
    throw error
  }
}

interface Requirements {
  permissions: Permission[]
  allowsApps: boolean
}

async function authenticate(
  request: AuthRequest,
  { permissions, allowsApps }: Requirements,
  anonymous: boolean,
): Promise<WorkspaceScope | AnonymousScope> {
  const scope = openScope(request)
  const bearer = bearerOf(request.headers)
  if (bearer === 'malformed') throw malformedAuthorization()

  const reference = requestedWorkspace(request)
  const isRestrictedKey = bearer !== 'absent' && bearer.key.startsWith(restrictedPrefix)
  if (!reference && !isRestrictedKey) {
    if (anonymous && request.resources.config.anonymousLinks && isAnonymousLinkCreation(request))
      return extendScope(scope, { workspace: null, actor: null, address: request.address })
    throw bearer === 'absent' ? missingAuthorization() : workspaceNotSpecified()
  }

  const named = reference ?? { id: null, slug: null }
  const key = bearer === 'absent' ? null : hashKey(bearer.key)
  const lookup = key === null ? resolveSession(scope, request, named) : callerByKey(scope, key, named)
  const pendingCheck = key === null ? null : startRateCheck(request, key)
  const caller = await lookup
  if (!caller) throw invalidApiKey()
  if (caller.token?.expires && caller.token.expires < scope.now()) throw tokenExpired()
  await enforceCallerRate(request, caller, scope.now(), pendingCheck)
  recordTokenUse(scope, caller)

  if (!caller.workspace || pathNamesOtherWorkspace(request, caller.workspace)) throw workspaceNotFound()
  const role = requireMembership(caller, scope.now())
  request.identify({
    workspaceId: caller.workspace.id,
    plan: caller.workspace.plan,
    type: 'api',
    credentialType: caller.by,
    tokenId: caller.token?.id ?? null,
    userId: caller.user.id,
  })
  const granted = grantedPermissions(role, caller.token?.scopes ?? null)
  const missing = permissions.filter((permission) => !granted.has(permission))
  if (missing.length > 0) throw permissionsMissing(caller.by, caller.workspace.id, missing)
  // Users grant apps permissions, so an app cannot use an endpoint that needs none of them.
  if (caller.token?.isOfApp && permissions.length === 0 && !allowsApps) throw appAccessDenied()
  requirePlan(request, caller, caller.workspace, scope.now())
  return extendScope(scope, { workspace: caller.workspace, actor: actorOf(caller, role, granted) })
}

// Outside the path, a restricted key always acts in its own workspace. A path id is the subject of the request: a key must not
// change its own workspace when the caller named another one.
const pathNamesOtherWorkspace = ({ params: { idOrSlug } }: AuthRequest, { id }: Workspace) =>
  idOrSlug?.startsWith('ws_') === true && idOrSlug !== id

const isAnonymousLinkCreation = ({ headers, path }: AuthRequest) => headers[anonymousHeader] !== undefined && path === '/links'

/**
 * A restricted key has the rate of its workspace's plan, a personal key that of plan free. On a plan without analytics, an analytics
 * request counts as an API request; `requirePlan` refuses it afterwards.
 */
async function enforceCallerRate(request: AuthRequest, caller: Caller, now: Date, pending: PendingRateCheck | null): Promise<void> {
  if (request.rate === 'none') return
  const own = caller.token?.plan ?? null
  const rate = (kind: PlanRateClass) => (caller.by === 'session' ? sessionRates[kind] : rateOf(own, kind, now))
  const kind = request.rate === 'analytics' && rate('analytics').requests > 0 ? 'analytics' : 'api'
  applyRateLimit(request, await finishRateCheck(request, pending, { group: kind, key: caller.rateKey, rate: rate(kind) }))
}

function requirePlan(request: AuthRequest, caller: Caller, { plan, trialEndsAt }: Workspace, now: Date): void {
  if (request.plans && !planIsOneOf(plan, request.plans)) throw needHigherPlan()
  const byKey = caller.by === 'token' && request.rate === 'analytics'
  if (byKey && rateOf({ plan, trialEndsAt }, 'analytics', now).requests === 0) throw needHigherPlan()
}

const actorOf = ({ by, user, token, session }: Caller, role: Role, permissions: ReadonlySet<Permission>) => ({
  by,
  user,
  tokenId: token?.id ?? null,
  role,
  permissions,
  isImpersonated: session?.isImpersonated ?? false,
})
