/** Who may deal with links: a member of a workspace, or somebody unknown who only creates. */
import type { AnonymousScope, Workspace, WorkspaceScope } from '../accounts/index.js'
import type { Scope } from '../kernel/scope.js'

export type LinkScope = WorkspaceScope | AnonymousScope

/** Whose key is asked about, be it by somebody unknown. */
export type KeyPlace = Pick<Scope, 'em' | 'config'> & { workspace: Workspace | null }

/** Nobody's workspace has what free has. */
export const planOf = (scope: LinkScope) => scope.workspace?.plan ?? 'free'
