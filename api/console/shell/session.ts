/** The signed-in user, the workspace of the address, and what the user may do there. */
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type Call, type OperationId, type Output } from '../api-client.js'
import { operations, rolePermissions } from '../operations.js'

export type User = Output<'getUser'>
export type Workspace = Output<'listWorkspaces'>[number]
export type Role = keyof typeof rolePermissions

/** Whether the user may call an operation, and if not, why. */
export type Access = 'allowed' | 'permission' | 'plan'

export interface Session {
  user: User
  workspaces: Workspace[]
  workspace: Workspace
  role: Role
  /** The role of a platform administrator; null for other users. */
  platformRole: Role | null
  call: Call
  access(id: OperationId): Access
  /** The address of a page of the workspace. */
  href(path: string): string
}

export const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('This component needs a session.')
  return session
}

export const roleIn = ({ users }: Workspace): Role => users[0]?.role ?? 'viewer'

type Rights = Pick<Session, 'role' | 'platformRole'> & { plan: Workspace['plan'] }

export function accessOf(id: OperationId, { role, platformRole, plan }: Rights): Access {
  const { access, permissions, plans } = operations[id]
  // The table may hold no such operation.
  if ((access as string) === 'admin') return isPermitted(platformRole, permissions) ? 'allowed' : 'permission'
  const granted: readonly string[] = rolePermissions[role]
  if (permissions.some((permission) => !granted.includes(permission))) return 'permission'
  return plans && !(plans as readonly string[]).includes(plan) ? 'plan' : 'allowed'
}

/** Operations of platform administrators list the roles that may call them; an empty list permits all. */
const isPermitted = (role: Role | null, roles: readonly string[]) => role !== null && (roles.length === 0 || roles.includes(role))

export const signInAddress = () => `/auth/login?${new URLSearchParams({ next: location.pathname + location.search }).toString()}`
