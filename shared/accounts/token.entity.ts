import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'

/** An API key: restricted to its workspace, or personal (standard) without one. */
export const Token = defineEntity({
  name: 'Token',
  tableName: 'tokens',
  properties: {
    id: p.string().primary(),
    name: p.string(),
    /** SHA-256 of the key in hexadecimal; the key itself is never stored. */
    hashedKey: p.string(),
    /** First three and last four characters of the key. */
    partialKey: p.string(),
    userId: p.string(),
    workspaceId: p.string().nullable(),
    /** Separated by spaces. Null or empty: all permissions of the user's role. */
    scopes: p.string().nullable(),
    installationId: p.string().nullable(),
    expires: p.datetime().nullable(),
    lastUsed: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type Token = InferEntity<typeof Token>
