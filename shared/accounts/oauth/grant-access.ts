/** What a program gets for a code, or for a refresh token. */
import { z } from 'zod'
import { inTransaction, type Scope } from '../../kernel/scope.js'
import { codeExpired, grantWrong, redirectDiffers, refreshExpired, verifierNeeded } from '../errors.js'
import { mailLetter } from '../jobs.js'
import { refreshGrace } from '../limits.js'
import { hashKey } from '../tokens/keys.js'
import { User } from '../user.entity.js'
import { challengeOf, type ClientCredential, requireClient, requireSecret, sameText } from './client.js'
import { issueAccess, type IssuedAccess } from './issue-access.js'
import type { OauthApp } from './oauth-app.entity.js'
import {
  type CodeRow,
  deleteCode,
  deleteInstallation,
  ensureInstallation,
  lockCode,
  lockRefreshToken,
  useRefreshToken,
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
type OfCode = Extract<GrantAccess, { grant_type: 'authorization_code' }>

/** A program at the door: what its Authorization header said of it. */
export interface ClientScope extends Scope {
  client: ClientCredential | null
}

const credentialOf = (scope: ClientScope, body: { client_id?: string | undefined; client_secret?: string | undefined }): ClientCredential =>
  scope.client ?? { clientId: body.client_id, clientSecret: body.client_secret }

/** A pair of tokens for what the program brings. Whatever it brings serves once. */
export function grantAccess(scope: ClientScope, body: GrantAccess): Promise<IssuedAccess & { scope?: string }> {
  const credential = credentialOf(scope, body)
  return body.grant_type === 'authorization_code'
    ? inTransaction(scope, () => exchangeCode(scope, credential, body))
    : refreshAccess(scope, credential, body.refresh_token)
}

async function exchangeCode(
  scope: ClientScope,
  credential: ClientCredential,
  { code, redirect_uri, code_verifier }: OfCode,
): Promise<IssuedAccess & { scope: string }> {
  const { em, now } = scope
  const app = await requireClient(em, credential)
  if (app.pkce && code_verifier === undefined) throw verifierNeeded()
  requireSecret(app, credential)
  const row = await lockCode(em, hashKey(code), now())
  if (!row || row.appId !== app.id) throw grantWrong()
  requireVerifier(app, row, code_verifier)
  if (row.isExpired) throw codeExpired()
  if (row.redirectUri !== redirect_uri) throw redirectDiffers()
  await deleteCode(em, row.hashedCode)
  const installation = await ensureInstallation(em, row, now())
  if (installation.isNew) await tell(scope, app, row.userId)
  return { ...(await issueAccess(scope, app, { ...row, id: installation.id }, row.scopes)), scope: row.scopes }
}

function requireVerifier({ pkce }: OauthApp, { codeChallenge }: CodeRow, verifier: string | undefined): void {
  if (codeChallenge === null && pkce) throw grantWrong()
  if (codeChallenge === null) return
  if (verifier === undefined) throw verifierNeeded()
  if (!sameText(challengeOf(verifier), codeChallenge)) throw grantWrong()
}

async function tell(scope: ClientScope, app: OauthApp, userId: string): Promise<void> {
  const user = await scope.em.findOne(User, userId)
  if (!user?.email) return
  scope.enqueue(mailLetter, {
    to: user.email,
    subject: `${app.name} was let into your workspace`,
    text: `The app ${app.name} by ${app.developer} now acts in your name. If this was not you, end its access and set a new password.`,
  })
}

/** A used token that comes again was copied: then nobody keeps access, neither the program nor the thief. */
async function refreshAccess(scope: ClientScope, credential: ClientCredential, token: string): Promise<IssuedAccess> {
  const answer = await inTransaction(scope, async () => {
    const { em, now } = scope
    const app = await requireClient(em, credential)
    requireSecret(app, credential)
    const row = await lockRefreshToken(em, hashKey(token), now())
    if (!row || row.appId !== app.id) throw grantWrong()
    if (row.usedBefore !== null) {
      if (row.usedBefore > refreshGrace) await deleteInstallation(em, row.workspaceId, row.installationId, null)
      return null
    }
    if (row.isExpired) throw refreshExpired()
    await useRefreshToken(em, hashKey(token), now())
    return issueAccess(scope, app, { ...row, id: row.installationId }, row.scopes)
  })
  if (!answer) throw grantWrong()
  return answer
}
