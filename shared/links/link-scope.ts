/** Who may deal with links: a member of a workspace, or somebody unknown who only creates. */
import type { AnonymousScope, WorkspaceScope } from '../accounts/index.js'

export type LinkScope = WorkspaceScope | AnonymousScope

/** Nobody's workspace has what free has. */
export const planOf = (scope: LinkScope) => scope.workspace?.plan ?? 'free'
