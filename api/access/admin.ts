/**
 * Auth guards of the operator's endpoints: the admin key, or the session of a platform administrator. The texts of refusals are those of
 * the public interface.
 */
import { impersonationRefused, type Role } from '../../shared/accounts/index.js'
import { adminRoleMissing, findPlatformRole, loginRequired, notAnAdmin, recordAdminWrite } from '../../shared/administration/index.js'
import { type AdminScope, extendScope, openScope, type Operator } from '../../shared/kernel/scope.js'
import type { AuthGuard, AuthRequest } from '../endpoint.js'
import { bearerOf } from './bearer.js'
import { requireInstallationKey } from './installation-key.js'
import { resolveSession } from './resolve-session.js'

const noWorkspace = { id: null, slug: null }

const guard = (roles: readonly Role[]): AuthGuard<AdminScope> => ({
  kind: 'admin',
  permissions: roles,
  secured: true,
  authenticate: (request) => authenticate(request, roles),
  recordWrite: recordAdminWrite,
})

/** Every platform administrator, whatever the role. */
export const admin = guard([])

/** Platform administrators with the role `owner`. */
export const adminOwner = guard(['owner'])

async function authenticate(request: AuthRequest, roles: readonly Role[]): Promise<AdminScope> {
  const { resources, address } = request
  const scope = openScope(request)
  const operator = bearerOf(request.headers) === 'absent' ? await sessionOperator(scope, request, roles) : keyOperator(request)
  return extendScope(scope, { by: 'admin' as const, queues: resources.queues, operator, address })
}

/** The holder of the admin key may do everything. */
function keyOperator(request: AuthRequest): Operator {
  requireInstallationKey(request, request.resources.config.adminApiKey)
  return { userId: null, email: null, role: 'owner' }
}

async function sessionOperator(scope: ReturnType<typeof openScope>, request: AuthRequest, roles: readonly Role[]): Promise<Operator> {
  const caller = await resolveSession(scope, request, noWorkspace)
  if (!caller) throw loginRequired()
  const role = await findPlatformRole(scope, caller.user.id)
  if (!role) throw notAnAdmin()
  // An administrator in the place of another one would act with rights, and under a name, that are not theirs.
  if (caller.session?.isImpersonated) throw impersonationRefused()
  if (roles.length > 0 && !roles.includes(role)) throw adminRoleMissing(roles)
  return { userId: caller.user.id, email: caller.user.email, role }
}
