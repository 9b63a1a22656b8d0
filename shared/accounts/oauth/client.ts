import { createHash, timingSafeEqual } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { clientSecretWrong, clientUnnamed, clientWrong } from '../errors.js'
import { hashKey } from '../tokens/keys.js'
import { OauthApp } from './oauth-app.entity.js'

/** How a program says which app it is. */
export interface ClientCredential {
  clientId: string | undefined
  clientSecret: string | undefined
}

/** The app that the program says it is. Whether it is, `requireSecret` or PKCE says. */
export async function requireClient(em: EntityManager, { clientId }: ClientCredential): Promise<OauthApp> {
  if (!clientId) throw clientUnnamed()
  const app = await em.findOne(OauthApp, { clientId })
  if (!app) throw clientWrong()
  return app
}

/** Refuses a program without the app's secret. An app that can keep none has none to show. */
export function requireSecret(app: OauthApp, { clientSecret }: ClientCredential): void {
  if (app.pkce && clientSecret === undefined) return
  if (clientSecret === undefined || !sameText(hashKey(clientSecret), app.hashedSecret)) throw clientSecretWrong()
}

/** The challenge that belongs to a verifier. */
export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

export const sameText = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
