/** Who asks. Every query made in a scope that knows a workspace is bound to `scope.workspace`. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Scope } from '../kernel/scope.js'
import type { CallingUser } from './caller.queries.js'
import type { Role } from './member.entity.js'
import type { Permission } from './permissions.js'
import type { Workspace } from './workspace.entity.js'

export interface Actor {
  /** How the caller proved who it is. */
  by: 'token' | 'session'
  user: CallingUser
  tokenId: string | null
  role: Role
  permissions: ReadonlySet<Permission>
}

/** Whoever it is has been let in: what is read and written is this workspace's. */
export interface InWorkspace extends Scope {
  /** To be read: whoever changes it loads it. */
  workspace: Readonly<Workspace>
}

export interface WorkspaceScope extends InWorkspace {
  actor: Actor
}

/** Somebody who has not said who they are. */
export interface VisitorScope extends Scope {
  /** The client's address. */
  address: string
  userAgent: string | null
}

/** A person, not in any workspace in particular. */
export interface UserScope extends VisitorScope {
  by: 'token' | 'session'
  user: CallingUser
  /** Which session asks, as the database knows it; null for a key. */
  session: string | null
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

/** A page of any site, or an app: nobody in particular, but their browser says something. */
export interface PageScope extends Scope {
  /** The client's address. */
  address: string
  headers: IncomingHttpHeaders
}
