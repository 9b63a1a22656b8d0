import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'

/** An API key. With a workspace it is restricted to it; without one it is a standard (personal) token. */
export const Token = defineEntity({
  name: 'Token',
  tableName: 'tokens',
  properties: {
    id: p.string().primary(),
    name: p.string(),
    /** SHA-256 of the key in hexadecimal; the key itself is never stored. */
    hashedKey: p.string(),
    /** The key's first three characters, dots, its last four. */
    partialKey: p.string(),
    userId: p.string(),
    workspaceId: p.string().nullable(),
    /** Separated by spaces; null or empty stands for all that the user's role may do. */
    scopes: p.string().nullable(),
    installationId: p.string().nullable(),
    expires: p.datetime().nullable(),
    lastUsed: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type Token = InferEntity<typeof Token>
