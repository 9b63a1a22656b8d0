/** The doors of the memory store: the workspace's, with the further forms in which memory clients send a key. */
import type { Permission, WorkspaceScope } from '../../shared/accounts/index.js'
import type { AdminScope } from '../../shared/kernel/scope.js'
import type { Doorkeeper, Knock } from '../endpoint.js'
import { admin } from './admin.js'
import { bearerOf } from './bearer.js'
import { isInstallationKey } from './installation-key.js'
import { workspace } from './workspace.js'

/** Members of the workspace; the key may also come in `X-API-Key`. */
export function memories(permission: Permission): Doorkeeper<WorkspaceScope> {
  const door = workspace(permission)
  return { ...door, open: (knock) => door.open(withKeyHeader(knock)) }
}

/** The same for the published memory client, which writes `Token` where others write `Bearer`. */
export function memoryClient(permission: Permission): Doorkeeper<WorkspaceScope> {
  const door = memories(permission)
  return { ...door, open: (knock) => door.open(withTokenScheme(knock)) }
}

/** The same, and whoever runs the installation. */
export function memoriesOrAdmin(permission: Permission): Doorkeeper<WorkspaceScope | AdminScope> {
  const door = workspace(permission)
  return {
    ...door,
    open(knock) {
      const seen = withKeyHeader(knock)
      return isAdmin(seen) ? admin.open(seen) : door.open(seen)
    },
  }
}

function isAdmin({ headers, resources }: Knock): boolean {
  const bearer = bearerOf(headers)
  return typeof bearer === 'object' && isInstallationKey(bearer.key, resources.config.adminApiKey)
}

function withKeyHeader(knock: Knock): Knock {
  const key = knock.headers['x-api-key']
  if (knock.headers.authorization !== undefined || typeof key !== 'string') return knock
  return { ...knock, headers: { ...knock.headers, authorization: `Bearer ${key}` } }
}

function withTokenScheme(knock: Knock): Knock {
  const { authorization } = knock.headers
  return authorization?.startsWith('Token ')
    ? { ...knock, headers: { ...knock.headers, authorization: authorization.replace('Token', 'Bearer') } }
    : knock
}
