/** The signed-in user, the workspace of the address, and what the user may do there. */
import type { OperationId, Output } from '../api-client.js'
import { type Access, type Client, useClient } from '../kit/client.js'
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
}

/** The console provides its session as the client. */
export const useSession = () => useClient() as Session

export const roleIn = ({ users }: Workspace): Role => users[0]?.role ?? 'viewer'

export function accessOf(id: OperationId, { role, plan }: { role: Role; plan: Workspace['plan'] }): Access {
  const { permissions, plans } = operations[id]
  const granted: readonly string[] = rolePermissions[role]
  if (permissions.some((permission) => !granted.includes(permission))) return 'permission'
  return plans && !(plans as readonly string[]).includes(plan) ? 'plan' : 'allowed'
}
