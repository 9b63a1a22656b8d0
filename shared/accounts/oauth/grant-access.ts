/** The OAuth token endpoint: exchanges authorization codes and refresh tokens for access. */
import { z } from 'zod'
import { equalsInConstantTime } from '../../kernel/hash.js'
import { inTransaction, type Scope } from '../../kernel/scope.js'
import { codeExpired, grantInvalid, redirectUriMismatch, refreshTokenExpired, codeVerifierMissing } from '../errors.js'
import { sendEmailJob } from '../jobs.js'
import { refreshReuseGraceMs } from '../limits.js'
import { hashKey } from '../tokens/keys.js'
import { User } from '../user.entity.js'
import { challengeOf, type ClientCredential, requireClient, requireSecret } from './client.js'
import { issueAccess, type IssuedAccess } from './issue-access.js'
import type { OauthApp } from './oauth-app.entity.js'
import {
  type CodeRow,
  deleteInstallation,
  deleteInstallationTokens,
  ensureInstallation,
  lockCode,
  lockInstallationOfToken,
  lockRefreshToken,
  markCodeUsed,
  markRefreshTokenUsed,
} from './oauth.queries.js'

const client = { client_id: z.string().max(100).optional(), client_secret: z.string().max(100).optional() }
const secret = z.string().min(1).max(200)
export const GrantAccess = z.discriminatedUnion('grant_type', [
  z.object({
    grant_type: z.literal('authorization_code'),
    code: secret,
    redirect_uri: z.string().max(2000),
    code_verifier: secret.optional(),
    ...client,
  }),
  z.object({ grant_type: z.literal('refresh_token'), refresh_token: secret, ...client }),
])
type GrantAccess = z.infer<typeof GrantAccess>
type AuthorizationCodeGrant = Extract<GrantAccess, { grant_type: 'authorization_code' }>

/** A request to the token endpoint. `client` is the credential of the Authorization header, if any. */
export interface ClientScope extends Scope {
  client: ClientCredential | null
}

const credentialOf = (scope: ClientScope, body: { client_id?: string | undefined; client_secret?: string | undefined }): ClientCredential =>
  scope.client ?? { clientId: body.client_id, clientSecret: body.client_secret }

/** Issues an access token and a refresh token. Codes and refresh tokens can be used once. */
export function grantAccess(scope: ClientScope, body: GrantAccess): Promise<IssuedAccess & { scope?: string }> {
  const credential = credentialOf(scope, body)
  return body.grant_type === 'authorization_code'
    ? exchangeCode(scope, credential, body)
    : refreshAccess(scope, credential, body.refresh_token)
}

/** Replaying a used code revokes the tokens that it was exchanged for (RFC 6749, section 4.1.2). */
async function exchangeCode(
  scope: ClientScope,
  credential: ClientCredential,
  grant: AuthorizationCodeGrant,
): Promise<IssuedAccess & { scope: string }> {
  const access = await inTransaction(scope, () => redeemCode(scope, credential, grant))
  if (!access) throw grantInvalid()
  return access
}

/** Null for a used code: its tokens are revoked, and the transaction must commit. */
async function redeemCode(
  scope: ClientScope,
  credential: ClientCredential,
  { code, redirect_uri, code_verifier }: AuthorizationCodeGrant,
): Promise<(IssuedAccess & { scope: string }) | null> {
  const { em, now } = scope
  const app = await requireClient(em, credential)
  if (app.pkce && code_verifier === undefined) throw codeVerifierMissing()
  requireSecret(app, credential)
  const row = await lockCode(em, hashKey(code), now())
  if (!row || row.appId !== app.id) throw grantInvalid()
  if (row.installationId !== null) {
    await deleteInstallationTokens(em, row.installationId)
    return null
  }
  requireVerifier(app, row, code_verifier)
  if (row.isExpired) throw codeExpired()
  if (row.redirectUri !== redirect_uri) throw redirectUriMismatch()
  const installation = await ensureInstallation(em, row, now())
  await markCodeUsed(em, row.hashedCode, installation.id)
  if (installation.isNew) await notifyUser(scope, app, row.userId)
  return { ...(await issueAccess(scope, app, { ...row, id: installation.id }, row.scopes)), scope: row.scopes }
}

/** A verifier without a challenge is refused: a client that sent a challenge would not notice that it was removed (RFC 9700, section 2.1.1). */
function requireVerifier({ pkce }: OauthApp, { codeChallenge }: CodeRow, verifier: string | undefined): void {
  if (codeChallenge === null && (pkce || verifier !== undefined)) throw grantInvalid()
  if (codeChallenge === null) return
  if (verifier === undefined) throw codeVerifierMissing()
  if (!equalsInConstantTime(challengeOf(verifier), codeChallenge)) throw grantInvalid()
}

async function notifyUser(scope: ClientScope, app: OauthApp, userId: string): Promise<void> {
  const user = await scope.em.findOne(User, userId)
  if (!user?.email) return
  scope.enqueue(sendEmailJob, {
    to: user.email,
    subject: `${app.name} has access to your workspace`,
    text: [
      `The app ${app.name} by ${app.developer} now has access to your workspace on your behalf.`,
      'If you did not authorize it, revoke its access and change your password.',
    ].join('\n\n'),
  })
}

/** Reuse of a refresh token after the grace period means that it was stolen: all access of the installation is revoked. */
async function refreshAccess(scope: ClientScope, credential: ClientCredential, token: string): Promise<IssuedAccess> {
  const access = await inTransaction(scope, async () => {
    const { em, now } = scope
    const app = await requireClient(em, credential)
    requireSecret(app, credential)
    await lockInstallationOfToken(em, app.id, hashKey(token))
    const row = await lockRefreshToken(em, hashKey(token), now())
    if (!row || row.appId !== app.id) throw grantInvalid()
    if (row.usedAgoMs !== null) {
      if (row.usedAgoMs > refreshReuseGraceMs) await deleteInstallation(em, row.workspaceId, row.installationId, null)
      return null
    }
    if (row.isExpired) throw refreshTokenExpired()
    await markRefreshTokenUsed(em, hashKey(token), now())
    return issueAccess(scope, app, { ...row, id: row.installationId }, row.scopes)
  })
  if (!access) throw grantInvalid()
  return access
}
