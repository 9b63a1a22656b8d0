/** Auth guards of the memory store: the workspace guard plus the header forms that memory clients use. */
import type { Permission, WorkspaceScope } from '../../shared/accounts/index.js'
import type { AdminScope } from '../../shared/kernel/scope.js'
import type { AuthGuard, AuthRequest } from '../endpoint.js'
import { admin } from './admin.js'
import { bearerOf } from './bearer.js'
import { isInstallationKey } from './installation-key.js'
import { workspace } from './workspace.js'

/** Workspace members. The key may also be sent as `X-API-Key`. */
export function memories(permission: Permission): AuthGuard<WorkspaceScope> {
  const guard = workspace(permission)
  return { ...guard, authenticate: (request) => guard.authenticate(withKeyHeader(request)) }
}

/** Like `memories`, for the published memory client, which sends the scheme `Token` instead of `Bearer`. */
export function memoryClient(permission: Permission): AuthGuard<WorkspaceScope> {
  const guard = memories(permission)
  return { ...guard, authenticate: (request) => guard.authenticate(withTokenScheme(request)) }
}

/** Workspace members or the operator, whose writes are in the audit log. */
export function memoriesOrAdmin(permission: Permission): AuthGuard<WorkspaceScope | AdminScope> {
  const guard = workspace(permission)
  return {
    ...guard,
    authenticate(request) {
      const normalized = withKeyHeader(request)
      return isAdmin(normalized) ? admin.authenticate(normalized) : guard.authenticate(normalized)
    },
    recordWrite: async (scope, write) => ('operator' in scope ? admin.recordWrite?.(scope, write) : undefined),
  }
}

function isAdmin({ headers, resources }: AuthRequest): boolean {
  const bearer = bearerOf(headers)
  return typeof bearer === 'object' && isInstallationKey(bearer.key, resources.config.adminApiKey)
}

function withKeyHeader(request: AuthRequest): AuthRequest {
  const key = request.headers['x-api-key']
  if (request.headers.authorization !== undefined || typeof key !== 'string') return request
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${key}` } }
}

function withTokenScheme(request: AuthRequest): AuthRequest {
  const { authorization } = request.headers
  return authorization?.startsWith('Token ')
    ? { ...request, headers: { ...request.headers, authorization: authorization.replace('Token', 'Bearer') } }
    : request
}
