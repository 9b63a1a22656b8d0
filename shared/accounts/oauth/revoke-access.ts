import { z } from 'zod'
import { hashKey } from '../tokens/keys.js'
import { requireClient, requireSecret } from './client.js'
import type { ClientScope } from './grant-access.js'
import { deleteAccess, installationOfToken } from './oauth.queries.js'

export const RevokeAccess = z.object({
  token: z.string().min(1).max(200),
  token_type_hint: z.string().max(100).optional(),
  client_id: z.string().max(100).optional(),
  client_secret: z.string().max(100).optional(),
})

/** An app gives its access back: both tokens are dead, whichever it names. A token that is dead already is no error. */
export async function revokeAccess(scope: ClientScope, body: z.infer<typeof RevokeAccess>): Promise<object> {
  const credential = scope.client ?? { clientId: body.client_id, clientSecret: body.client_secret }
  const app = await requireClient(scope.em, credential)
  requireSecret(app, credential)
  const installationId = await installationOfToken(scope.em, app.id, hashKey(body.token))
  if (installationId) await deleteAccess(scope.em, installationId)
  return {}
}
