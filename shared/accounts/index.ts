/**
 * Accounts: who may do what. Users are members of workspaces in a role; keys act for a user, and a restricted key only in its
 * own workspace, never beyond its user's role. A workspace has a plan, which says which features it may use and how often it may call.
 *
 * A key is stored as a hash only. A workspace's limits are its own columns; the plan table only fills them. Everybody above
 * stands on this domain; it knows none of them.
 */
export { bootstrapAccount } from './bootstrap-account.js'
export { type Caller, callerByKey, type NamedWorkspace, workspaceByPublishableKey } from './caller.queries.js'
export { countAnonymousLink } from './count-anonymous-link.js'
export * from './errors.js'
export { anonymousLinks } from './limits.js'
export { type Role, roles } from './member.entity.js'
export { requireMembership } from './membership.js'
export { grantedPermissions, type Permission, permissions, type TokenScope, tokenScopes } from './permissions.js'
export * from './plans.js'
export { createToken, hashKey, newApiKey, newPublishableKey, partialKey, publishablePrefix, restrictedPrefix } from './tokens.js'
export { touchToken } from './touch-token.js'
export { User } from './user.entity.js'
export { type Plan, plans, Workspace } from './workspace.entity.js'
export type { Actor, AnonymousScope, PublishableScope, WorkspaceScope } from './workspace-scope.js'
