import { randomText } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import { accessTokenTtlMs, refreshTokenTtlMs } from '../limits.js'
import { createToken, hashKey } from '../tokens/keys.js'
import type { OauthApp } from './oauth-app.entity.js'
import { deleteInstallationTokens, insertRefreshToken } from './oauth.queries.js'

export interface IssuedAccess {
  access_token: string
  refresh_token: string
  token_type: 'Bearer'
  expires_in: number
}

/** Issues new tokens for an installation and revokes its previous ones. */
export async function issueAccess(
  { em, now }: Scope,
  app: OauthApp,
  installation: { id: string; userId: string; workspaceId: string },
  scopes: string,
): Promise<IssuedAccess> {
  const key = `svc_access_token_${randomText(40)}`
  const refreshToken = randomText(40)
  const expiresAfter = (ttlMs: number) => new Date(now().getTime() + ttlMs)
  await deleteInstallationTokens(em, installation.id)
  createToken(
    em,
    {
      key,
      name: `Access of ${app.name}`,
      userId: installation.userId,
      workspaceId: installation.workspaceId,
      scopes: scopes.split(' '),
      expires: expiresAfter(accessTokenTtlMs),
      installationId: installation.id,
    },
    now(),
  )
  await em.flush()
  await insertRefreshToken(
    em,
    { hashedToken: hashKey(refreshToken), installationId: installation.id, scopes, expiresAt: expiresAfter(refreshTokenTtlMs) },
    now(),
  )
  return { access_token: key, refresh_token: refreshToken, token_type: 'Bearer', expires_in: accessTokenTtlMs / 1000 }
}
