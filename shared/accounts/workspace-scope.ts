/** Scopes of authenticated callers. Every query in a scope with a workspace must be bound to `scope.workspace`. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Scope } from '../kernel/scope.js'
import type { CallingUser } from './caller.queries.js'
import type { Role } from './member.entity.js'
import type { Permission } from './permissions.js'
import type { Workspace } from './workspace.entity.js'

export interface Actor {
  /** The kind of credential. */
  by: 'token' | 'session'
  user: CallingUser
  tokenId: string | null
  role: Role
  permissions: ReadonlySet<Permission>
  /** Whether an operator opened the session as the user. */
  isImpersonated: boolean
}

/** A caller with access to the workspace, whatever the credential. */
export interface InWorkspace extends Scope {
  /** Read-only. To change a workspace, load its entity. */
  workspace: Readonly<Workspace>
}

export interface WorkspaceScope extends InWorkspace {
  actor: Actor
}

/** A caller without a credential, for log-in and one-time links. */
export interface UnauthenticatedScope extends Scope {
  /** Client IP address. */
  address: string
  userAgent: string | null
}

/** An authenticated user, without a workspace. */
export interface UserScope extends UnauthenticatedScope {
  by: 'token' | 'session'
  user: CallingUser
  /** Hashed id of the session; null for an API key. */
  session: string | null
  /** Whether an operator opened the session as the user. */
  isImpersonated: boolean
}

/** Anonymous link creation: no workspace, no user. */
export interface AnonymousScope extends Scope {
  workspace: null
  actor: null
  /** Client IP address, for the daily limit. */
  address: string
}

/** A client-side request with the publishable key of the workspace. */
export interface PublishableScope extends Scope {
  workspace: Workspace
}

/** A request to a public tool. */
export interface GuestScope extends Scope {
  /** Client IP address. */
  address: string
}

/** An unauthenticated request of any website or app. */
export interface PageScope extends Scope {
  /** Client IP address. */
  address: string
  headers: IncomingHttpHeaders
  query: URLSearchParams
}
