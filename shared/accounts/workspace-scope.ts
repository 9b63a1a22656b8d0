/** Scopes that know a workspace: every query made in one is bound to `scope.workspace`. */
import type { Scope } from '../kernel/scope.js'
import type { Role } from './member.entity.js'
import type { Permission } from './permissions.js'
import type { Workspace } from './workspace.entity.js'

export interface Actor {
  /** How the caller proved who it is. */
  by: 'token' | 'session'
  user: { id: string; name: string | null; email: string | null; image: string | null; isMachine: boolean }
  tokenId: string | null
  role: Role
  permissions: ReadonlySet<Permission>
}

export interface WorkspaceScope extends Scope {
  workspace: Workspace
  actor: Actor
}

/** The anonymous door: link creation without a workspace and without a caller. */
export interface AnonymousScope extends Scope {
  workspace: null
  actor: null
  /** The caller's address, for the daily limit. */
  address: string
}

/** A client-side route: the workspace is known by its publishable key, the caller is nobody in particular. */
export interface PublishableScope extends Scope {
  workspace: Workspace
}
