/** The signed-in user, the workspace of the address, and what the user may do there. */
import type { OperationId, Output } from '../api-client.js'
import { type Access, type Client, isRefusedTo, useClient } from '../kit/client.js'
import { operations, rolePermissions } from '../operations.js'

export type User = Output<'getUser'>
export type Workspace = Output<'listWorkspaces'>[number]
export type Role = keyof typeof rolePermissions

/** `href` returns addresses of pages of the workspace. */
export interface Session extends Client {
  user: User
  workspaces: Workspace[]
  workspace: Workspace
  role: Role
  /** The role of a platform administrator; null for other users. */
  platformRole: Role | null
  /** Reads the user and the workspaces again. */
  reload(): void
}

/** The console provides its session as the client. */
export const useSession = () => useClient() as Session

export const roleIn = ({ users }: Workspace): Role => users[0]?.role ?? 'viewer'

type Rights = Pick<Session, 'user' | 'role' | 'platformRole'> & { plan: Workspace['plan'] }

export function accessOf(id: OperationId, { user, role, platformRole, plan }: Rights): Access {
  if (isRefusedTo(user, id)) return 'impersonation'
  const { access, permissions, plans } = operations[id]
  // The table may hold no such operation.
  if ((access as string) === 'admin') return isPermitted(platformRole, permissions) ? 'allowed' : 'permission'
  const granted: readonly string[] = rolePermissions[role]
  if (permissions.some((permission) => !granted.includes(permission))) return 'permission'
  return plans && !(plans as readonly string[]).includes(plan) ? 'plan' : 'allowed'
}

/** Operations of platform administrators list the roles that may call them; an empty list permits all. */
const isPermitted = (role: Role | null, roles: readonly string[]) => role !== null && (roles.length === 0 || roles.includes(role))
