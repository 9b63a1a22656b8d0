import { randomText } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import { accessLife, refreshLife } from '../limits.js'
import { createToken, hashKey } from '../tokens/keys.js'
import type { OauthApp } from './oauth-app.entity.js'
import { deleteAccess, insertRefreshToken } from './oauth.queries.js'

export interface IssuedAccess {
  access_token: string
  refresh_token: string
  token_type: 'Bearer'
  expires_in: number
}

/** A new pair of tokens for an installation; what it held before is dead. */
export async function issueAccess(
  { em, now }: Scope,
  app: OauthApp,
  installation: { id: string; userId: string; workspaceId: string },
  scopes: string,
): Promise<IssuedAccess> {
  const key = `svc_access_token_${randomText(40)}`
  const refresh = randomText(40)
  const ends = (life: number) => new Date(now().getTime() + life)
  await deleteAccess(em, installation.id)
  createToken(
    em,
    {
      key,
      name: `Access of ${app.name}`,
      userId: installation.userId,
      workspaceId: installation.workspaceId,
      scopes: scopes.split(' '),
      expires: ends(accessLife),
      installationId: installation.id,
    },
    now(),
  )
  await em.flush()
  await insertRefreshToken(
    em,
    { hashedToken: hashKey(refresh), installationId: installation.id, scopes, expiresAt: ends(refreshLife) },
    now(),
  )
  return { access_token: key, refresh_token: refresh, token_type: 'Bearer', expires_in: accessLife / 1000 }
}
