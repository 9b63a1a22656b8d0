import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'

/** A short-lived credential of a partner for an embedded page. Only the hash of the token is stored. */
export const EmbedToken = defineEntity({
  name: 'EmbedToken',
  tableName: 'embed_tokens',
  properties: {
    tokenHash: p.string().primary(),
    workspaceId: p.string(),
    programId: p.string(),
    partnerId: p.string(),
    /** The user whose API key created the token: requests with it act for that user. */
    userId: p.string(),
    expiresAt: p.datetime(),
  },
})
export type EmbedToken = InferEntity<typeof EmbedToken>
