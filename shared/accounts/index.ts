/**
 * Accounts: who may do what. Users are members of workspaces in a role; keys act for a user, and a restricted key only in its
 * own workspace, never beyond its user's role. A workspace has a plan, which says which features it may use and how often it may call.
 *
 * A key is stored as a hash only. A workspace's limits are its own columns; the plan table only fills them. Everybody above
 * stands on this domain; it knows none of them.
 */
export { bootstrapAccount } from './bootstrap-account.js'
export { createToken, hashKey, newApiKey, newPublishableKey, partialKey, publishablePrefix, restrictedPrefix } from './tokens.js'
