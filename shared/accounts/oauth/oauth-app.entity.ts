import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'

/** A program that members may let into their workspaces. It belongs to the workspace of who develops it. */
export const OauthApp = defineEntity({
  name: 'OauthApp',
  tableName: 'oauth_apps',
  properties: {
    id: p.string().primary(),
    workspaceId: p.string(),
    /** Who registered it; null once they are gone. */
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
    /** It can keep no secret (a program on people's own devices), and proves itself by PKCE alone. */
    pkce: p.boolean().default(false),
    /** The operator lets every workspace use it; until then only its own may. */
    verified: p.boolean().default(false),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type OauthApp = InferEntity<typeof OauthApp>
