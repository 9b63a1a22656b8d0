import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'

/** An OAuth app. It belongs to the workspace of its developer; members of other workspaces can authorize it. */
export const OauthApp = defineEntity({
  name: 'OauthApp',
  tableName: 'oauth_apps',
  properties: {
    id: p.string().primary(),
    workspaceId: p.string(),
    /** The user who registered the app; null after their account was deleted. */
    userId: p.string().nullable(),
    name: p.string(),
    slug: p.string(),
    developer: p.string(),
    website: p.string(),
    description: p.string().nullable(),
    readme: p.string().nullable(),
    logo: p.string().nullable(),
    screenshots: p.json<string[]>(),
    clientId: p.string(),
    hashedSecret: p.string(),
    partialSecret: p.string(),
    redirectUris: p.json<string[]>(),
    /** A public client: it has no secret and authenticates by PKCE alone. */
    pkce: p.boolean().default(false),
    /** Set by the operator. An unverified app is available only to its own workspace and developer. */
    verified: p.boolean().default(false),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type OauthApp = InferEntity<typeof OauthApp>
