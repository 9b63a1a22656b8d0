/** The OAuth authorization request: validation, consent of the user, and an authorization code valid for two minutes. */
import { z } from 'zod'
import { randomText } from '../../kernel/ids.js'
import {
  appNotVerified,
  codeChallengeRequired,
  appUnknown,
  redirectUriNotRegistered,
  roleCannotAuthorizeApps,
  appScopesNotGrantable,
  workspaceNotFound,
} from '../errors.js'
import { authorizationCodeTtlMs } from '../limits.js'
import { rolePermissions, tokenScopes } from '../permissions.js'
import { hashKey } from '../tokens/keys.js'
import type { UserScope } from '../workspace-scope.js'
import { OauthApp } from './oauth-app.entity.js'
import { insertCode, type Membership, membershipsOf } from './oauth.queries.js'
import { type AppScope, parseAppScopes, formatAppScopes } from './scopes.js'

const challenge = /^[A-Za-z0-9_-]{43}$/

export const AuthorizeQuery = z.object({
  client_id: z.string().max(100),
  redirect_uri: z.string().max(2000),
  response_type: z.literal('code').default('code'),
  state: z.string().max(1024).optional(),
  scope: z.string().max(1000).optional(),
  code_challenge: z.string().max(43).regex(challenge, 'Must be a base64url-encoded SHA-256').optional(),
  code_challenge_method: z.literal('S256').default('S256'),
})
type AuthorizeQuery = z.infer<typeof AuthorizeQuery>
export const Authorize = AuthorizeQuery.extend({ workspaceId: z.string().max(100) })
export const AuthorizeForm = Authorize.extend({ decision: z.enum(['allow', 'deny']) })
export const CallbackUrl = z.object({ callbackUrl: z.string() })

/** A validated authorization request, with the data of the consent page. */
export interface AccessRequest {
  app: OauthApp
  scopes: AppScope[]
  /** Workspaces in which the user can authorize the app. */
  workspaces: Membership[]
  query: AuthorizeQuery
}

/** Validates an authorization request. An unregistered redirect URI is refused instead of redirected to. */
export async function readAccessRequest({ em, user }: UserScope, query: AuthorizeQuery): Promise<AccessRequest> {
  const app = await em.findOne(OauthApp, { clientId: query.client_id })
  if (!app) throw appUnknown()
  if (!app.redirectUris.includes(query.redirect_uri)) throw redirectUriNotRegistered()
  if (app.pkce && !query.code_challenge) throw codeChallengeRequired()
  const memberships = (await membershipsOf(em, user.id)).filter(({ role }) => rolePermissions[role].has('integrations.write'))
  return {
    app,
    scopes: parseAppScopes(query.scope),
    workspaces: memberships.filter(({ workspaceId }) => app.verified || app.userId === user.id || workspaceId === app.workspaceId),
    query,
  }
}

/** Authorizes the app for a workspace. Returns the URL of the app with the authorization code. */
export async function allowAccess(
  scope: UserScope,
  { workspaceId, ...query }: z.infer<typeof Authorize>,
): Promise<z.infer<typeof CallbackUrl>> {
  const { app, scopes, workspaces } = await readAccessRequest(scope, query)
  const membership = workspaces.find((candidate) => candidate.workspaceId === workspaceId || candidate.slug === workspaceId)
  if (!membership) throw await refusalFor(scope, app, workspaceId)
  const notGrantable = scopes.filter((name) => !(tokenScopes[name].roles as readonly string[]).includes(membership.role))
  if (notGrantable.length > 0) throw appScopesNotGrantable(notGrantable)
  const code = randomText(40)
  const expiresAt = new Date(scope.now().getTime() + authorizationCodeTtlMs)
  await insertCode(
    scope.em,
    {
      hashedCode: hashKey(code),
      appId: app.id,
      userId: scope.user.id,
      workspaceId: membership.workspaceId,
      scopes: formatAppScopes(scopes),
      redirectUri: query.redirect_uri,
      codeChallenge: query.code_challenge ?? null,
      expiresAt,
    },
    scope.now(),
  )
  return { callbackUrl: callback(query, { code }) }
}

/** Denies the request. Returns the URL of the app with the error `access_denied`. */
export async function denyAccess(scope: UserScope, query: AuthorizeQuery): Promise<z.infer<typeof CallbackUrl>> {
  await readAccessRequest(scope, query)
  return { callbackUrl: callback(query, { error: 'access_denied' }) }
}

async function refusalFor({ em, user }: UserScope, app: OauthApp, requested: string) {
  const membership = (await membershipsOf(em, user.id)).find(({ workspaceId, slug }) => workspaceId === requested || slug === requested)
  if (!membership) return workspaceNotFound()
  return rolePermissions[membership.role].has('integrations.write') ? appNotVerified(app.name) : roleCannotAuthorizeApps()
}

function callback({ redirect_uri, state }: AuthorizeQuery, params: Record<string, string>): string {
  const url = new URL(redirect_uri)
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  if (state !== undefined) url.searchParams.set('state', state)
  return url.href
}
