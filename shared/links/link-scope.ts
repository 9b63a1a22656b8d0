/** Scopes of link operations: a member of a workspace, or an anonymous caller who can only create links. */
import type { AnonymousScope, Workspace, WorkspaceScope } from '../accounts/index.js'
import type { Scope } from '../kernel/scope.js'

export type LinkScope = WorkspaceScope | AnonymousScope

/** Scope of key checks; the workspace is null for anonymous callers. */
export type KeyScope = Pick<Scope, 'em' | 'config'> & { workspace: Workspace | null }

/** Anonymous callers have the features of the plan `free`. */
export const planOf = (scope: LinkScope) => scope.workspace?.plan ?? 'free'
