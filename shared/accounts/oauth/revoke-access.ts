import { z } from 'zod'
import { hashKey } from '../tokens/keys.js'
import { requireClient, requireSecret } from './client.js'
import type { ClientScope } from './grant-access.js'
import { deleteInstallationTokens, lockInstallationOfToken } from './oauth.queries.js'

export const RevokeAccess = z.object({
  token: z.string().min(1).max(200),
  token_type_hint: z.string().max(100).optional(),
  client_id: z.string().max(100).optional(),
  client_secret: z.string().max(100).optional(),
})

/** Revokes access and refresh token of an installation, given either of them. An unknown token is not an error (RFC 7009). */
export async function revokeAccess(scope: ClientScope, body: z.infer<typeof RevokeAccess>): Promise<object> {
  const credential = scope.client ?? { clientId: body.client_id, clientSecret: body.client_secret }
  const app = await requireClient(scope.em, credential)
  requireSecret(app, credential)
  const installationId = await lockInstallationOfToken(scope.em, app.id, hashKey(body.token))
  if (installationId) await deleteInstallationTokens(scope.em, installationId)
  return {}
}
