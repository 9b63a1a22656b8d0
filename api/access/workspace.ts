/** The door of workspace endpoints. The order of the refusals is part of the interface. */
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
  notForApps,
  type Permission,
  permissionsMissing,
  planIsOneOf,
  type PlanRateClass,
  rateOf,
  requireMembership,
  restrictedPrefix,
  type Role,
  roleNotPermitted,
  sessionRates,
  tokenExpired,
  type Workspace,
  workspaceNotFound,
  workspaceNotNamed,
  type WorkspaceScope,
} from '../../shared/accounts/index.js'
import { extendScope, openScope } from '../../shared/kernel/scope.js'
import type { Doorkeeper, Knock } from '../endpoint.js'
import { bearerOf } from './bearer.js'
import { beginCount, type BegunCount, endCount } from './begin-count.js'
import { tellCount } from './count-request.js'
import { namedWorkspace } from './named-workspace.js'
import { noteUse } from './note-use.js'
import { resolveSession } from './session.js'

/** Its presence, with any value, asks for link creation without a workspace. */
const anonymousHeader = 'svc-anonymous-link-creation'

interface Anonymous {
  anonymous: true
}

/** In most paths a `slug` names the workspace; in these it names a domain of it. */
interface SlugOfDomain {
  slug: 'domain'
}

/** What keys with any scopes may do for members of these roles. */
interface ByRole {
  roles: readonly Role[]
}

/** A door that asks for no permission, and yet opens to apps that act for somebody. */
interface ForApps {
  apps: true
}

/**
 * Lets in members of the workspace whose role, narrowed by their key's scopes, holds all the permissions. With `{ anonymous: true }` also
 * somebody unknown who asks for anonymous link creation: such a scope has no workspace and no actor.
 */
export function workspace(permission: Permission, options: Anonymous): Doorkeeper<WorkspaceScope | AnonymousScope>
export function workspace(...asked: (Permission | SlugOfDomain | ByRole | ForApps)[]): Doorkeeper<WorkspaceScope>
export function workspace(
  ...asked: (Permission | Anonymous | SlugOfDomain | ByRole | ForApps)[]
): Doorkeeper<WorkspaceScope | AnonymousScope> {
  const permissions = asked.filter((one) => typeof one === 'string')
  const options = Object.assign({}, ...asked.filter((one) => typeof one !== 'string')) as Partial<
    Anonymous & SlugOfDomain & ByRole & ForApps
  >
  const seen = (knock: Knock) => (options.slug === 'domain' ? { ...knock, params: { ...knock.params, slug: '' } } : knock)
  const { roles, apps: forApps = false } = options
  return {
    kind: 'workspace',
    permissions,
    ...(roles ? { roles } : {}),
    secured: true,
    open: (knock) => open(seen(knock), { permissions, roles, forApps }, options.anonymous === true),
  }
}

interface Asks {
  permissions: Permission[]
  roles: readonly Role[] | undefined
  forApps: boolean
}

async function open(knock: Knock, { permissions, roles, forApps }: Asks, anonymous: boolean): Promise<WorkspaceScope | AnonymousScope> {
  const scope = openScope(knock)
  const bearer = bearerOf(knock.headers)
  if (bearer === 'malformed') throw malformedAuthorization()

  const named = namedWorkspace(knock)
  const knowsItsWorkspace = bearer !== 'absent' && bearer.key.startsWith(restrictedPrefix)
  if (!named && !knowsItsWorkspace) {
    if (anonymous && asksAnonymously(knock)) return extendScope(scope, { workspace: null, actor: null, address: knock.address })
    throw bearer === 'absent' ? missingAuthorization() : workspaceNotNamed()
  }

  const place = named ?? { id: null, slug: null }
  const key = bearer === 'absent' ? null : hashKey(bearer.key)
  const found = key === null ? resolveSession(scope, knock, place) : callerByKey(scope, key, place)
  const begun = key === null ? null : beginCount(knock, key)
  const caller = await found
  if (!caller) throw invalidApiKey()
  if (caller.token?.expires && caller.token.expires < scope.now()) throw tokenExpired()
  await countCaller(knock, caller, scope.now(), begun)
  noteUse(scope, caller)

  if (!caller.workspace || namesAnotherInPath(knock, caller.workspace)) throw workspaceNotFound()
  const role = requireMembership(caller, scope.now())
  knock.recognise({
    workspaceId: caller.workspace.id,
    plan: caller.workspace.plan,
    type: 'api',
    by: caller.by,
    tokenId: caller.token?.id ?? null,
    userId: caller.user.id,
  })
  const granted = grantedPermissions(role, caller.token?.scopes ?? null)
  const missing = permissions.filter((one) => !granted.has(one))
  if (missing.length > 0) throw permissionsMissing(caller.by, caller.workspace.id, missing)
  // An app holds what people agreed to, and what no permission stands for nobody could agree to.
  if (caller.token?.isOfApp && permissions.length === 0 && !forApps) throw notForApps()
  if (roles && !roles.includes(role)) throw roleNotPermitted()
  refusePoorPlan(knock, caller, caller.workspace, scope.now())
  return extendScope(scope, { workspace: caller.workspace, actor: actorOf(caller, role, granted) })
}

// Elsewhere a restricted key's own workspace counts, whatever id is said. In the path it is what the request is about: a key
// must not change its own workspace because somebody mistook the id of another one for it.
const namesAnotherInPath = ({ params: { idOrSlug } }: Knock, { id }: Workspace) => idOrSlug?.startsWith('ws_') === true && idOrSlug !== id

const asksAnonymously = ({ headers, path }: Knock) => headers[anonymousHeader] !== undefined && path === '/links'

/**
 * Keys are counted by the plan of their own workspace; a personal key has none and counts as free. A plan without analytics has no window
 * for them: such a request counts as an ordinary one, and its plan is refused below.
 */
async function countCaller(knock: Knock, caller: Caller, now: Date, begun: BegunCount | null): Promise<void> {
  if (knock.rate === 'none') return
  const own = caller.token?.isRestricted ? caller.workspace : null
  const rate = (kind: PlanRateClass) => (caller.by === 'session' ? sessionRates[kind] : rateOf(own, kind, now))
  const kind = knock.rate === 'analytics' && rate('analytics').requests > 0 ? 'analytics' : 'api'
  tellCount(knock, await endCount(knock, begun, { group: kind, key: caller.rateKey, rate: rate(kind) }))
}

function refusePoorPlan(knock: Knock, caller: Caller, { plan, trialEndsAt }: Workspace, now: Date): void {
  if (knock.plans && !planIsOneOf(plan, knock.plans)) throw needHigherPlan()
  const byKey = caller.by === 'token' && knock.rate === 'analytics'
  if (byKey && rateOf({ plan, trialEndsAt }, 'analytics', now).requests === 0) throw needHigherPlan()
}

const actorOf = ({ by, user, token }: Caller, role: Role, permissions: ReadonlySet<Permission>) => ({
  by,
  user,
  tokenId: token?.id ?? null,
  role,
  permissions,
})
