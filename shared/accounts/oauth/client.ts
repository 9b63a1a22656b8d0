import type { EntityManager } from '@mikro-orm/postgresql'
import { equalsInConstantTime, sha256 } from '../../kernel/hash.js'
import { clientSecretInvalid, clientIdMissing, clientUnknown } from '../errors.js'
import { hashKey } from '../tokens/keys.js'
import { OauthApp } from './oauth-app.entity.js'

/** The client credential of an app. */
export interface ClientCredential {
  clientId: string | undefined
  clientSecret: string | undefined
}

/** The app with this client id. The caller must verify it with `requireSecret` or PKCE. */
export async function requireClient(em: EntityManager, { clientId }: ClientCredential): Promise<OauthApp> {
  if (!clientId) throw clientIdMissing()
  const app = await em.findOne(OauthApp, { clientId })
  if (!app) throw clientUnknown()
  return app
}

/** Refuses a wrong or missing secret. Public (PKCE) clients need none. */
export function requireSecret(app: OauthApp, { clientSecret }: ClientCredential): void {
  if (app.pkce && clientSecret === undefined) return
  if (clientSecret === undefined || !equalsInConstantTime(hashKey(clientSecret), app.hashedSecret)) throw clientSecretInvalid()
}

/** The PKCE code challenge (S256) of a verifier. */
export const challengeOf = (verifier: string) => sha256(verifier).toString('base64url')
