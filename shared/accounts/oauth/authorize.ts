/** Letting an app in: what it asks is checked, the person agrees, and it gets a code that is worth two minutes. */
import { z } from 'zod'
import { randomText } from '../../kernel/ids.js'
import {
  appNotOpen,
  challengeNeeded,
  clientUnknown,
  redirectUnknown,
  roleMayNotLetIn,
  scopesNotYours,
  workspaceNotFound,
} from '../errors.js'
import { codeLife } from '../limits.js'
import { rolePermissions, tokenScopes } from '../permissions.js'
import { hashKey } from '../tokens/keys.js'
import type { UserScope } from '../workspace-scope.js'
import { OauthApp } from './oauth-app.entity.js'
import { insertCode, type Membership, membershipsOf } from './oauth.queries.js'
import { type AppScope, scopesAsked, scopesKept } from './scopes.js'

const challenge = /^[A-Za-z0-9_-]{43}$/

export const AuthorizeQuery = z.object({
  client_id: z.string().max(100),
  redirect_uri: z.string().max(2000),
  response_type: z.literal('code').default('code'),
  state: z.string().max(1024).optional(),
  scope: z.string().max(1000).optional(),
  code_challenge: z.string().regex(challenge, 'The base64url of a SHA-256').optional(),
  code_challenge_method: z.literal('S256').default('S256'),
})
type AuthorizeQuery = z.infer<typeof AuthorizeQuery>
export const Authorize = AuthorizeQuery.extend({ workspaceId: z.string().max(100) })
export const AuthorizeForm = Authorize.extend({ decision: z.enum(['allow', 'deny']) })
export const CallbackUrl = z.object({ callbackUrl: z.string() })

/** An app's request, with what the person must know to answer it. */
export interface AskedAccess {
  app: OauthApp
  scopes: AppScope[]
  /** Where the person may let it in. */
  places: Membership[]
  query: AuthorizeQuery
}

/** Checks what an app asks for. Nobody is sent to an address that is not the app's own. */
export async function readAccessRequest({ em, user }: UserScope, query: AuthorizeQuery): Promise<AskedAccess> {
  const app = await em.findOne(OauthApp, { clientId: query.client_id })
  if (!app) throw clientUnknown()
  if (!app.redirectUris.includes(query.redirect_uri)) throw redirectUnknown()
  if (app.pkce && !query.code_challenge) throw challengeNeeded()
  const places = (await membershipsOf(em, user.id)).filter(({ role }) => rolePermissions[role].has('integrations.write'))
  return {
    app,
    scopes: scopesAsked(query.scope),
    places: places.filter(({ workspaceId }) => app.verified || app.userId === user.id || workspaceId === app.workspaceId),
    query,
  }
}

/** The person lets the app into a workspace. Answers where they go on: to the app, with the code. */
export async function allowAccess(
  scope: UserScope,
  { workspaceId, ...query }: z.infer<typeof Authorize>,
): Promise<z.infer<typeof CallbackUrl>> {
  const { app, scopes, places } = await readAccessRequest(scope, query)
  const place = places.find((one) => one.workspaceId === workspaceId || one.slug === workspaceId)
  if (!place) throw await whyNot(scope, app, workspaceId)
  const beyond = scopes.filter((one) => !(tokenScopes[one].roles as readonly string[]).includes(place.role))
  if (beyond.length > 0) throw scopesNotYours(beyond)
  const code = randomText(40)
  const expiresAt = new Date(scope.now().getTime() + codeLife)
  await insertCode(
    scope.em,
    {
      hashedCode: hashKey(code),
      appId: app.id,
      userId: scope.user.id,
      workspaceId: place.workspaceId,
      scopes: scopesKept(scopes),
      redirectUri: query.redirect_uri,
      codeChallenge: query.code_challenge ?? null,
      expiresAt,
    },
    scope.now(),
  )
  return { callbackUrl: callback(query, { code }) }
}

/** The person refuses. Answers where they go on: to the app, which hears of it. */
export async function denyAccess(scope: UserScope, query: AuthorizeQuery): Promise<z.infer<typeof CallbackUrl>> {
  await readAccessRequest(scope, query)
  return { callbackUrl: callback(query, { error: 'access_denied' }) }
}

async function whyNot({ em, user }: UserScope, app: OauthApp, named: string) {
  const place = (await membershipsOf(em, user.id)).find(({ workspaceId, slug }) => workspaceId === named || slug === named)
  if (!place) return workspaceNotFound()
  return rolePermissions[place.role].has('integrations.write') ? appNotOpen(app.name) : roleMayNotLetIn()
}

function callback({ redirect_uri, state }: AuthorizeQuery, told: Record<string, string>): string {
  const url = new URL(redirect_uri)
  for (const [name, value] of Object.entries(told)) url.searchParams.set(name, value)
  if (state !== undefined) url.searchParams.set('state', state)
  return url.href
}
