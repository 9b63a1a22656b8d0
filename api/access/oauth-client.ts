/** Auth guard of the OAuth token endpoints: reads the client credential of the Authorization header; the use case verifies it. */
import type { ClientScope } from '../../shared/accounts/index.js'
import { extendScope, openScope } from '../../shared/kernel/scope.js'
import type { AuthGuard, AuthRequest } from '../endpoint.js'

export const oauthClient: AuthGuard<ClientScope> = {
  kind: 'open',
  permissions: [],
  secured: false,
  authenticate: async (request) => extendScope(openScope(request), { client: clientOf(request) }),
}

function clientOf({ headers: { authorization } }: AuthRequest): ClientScope['client'] {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return null
  // PostgreSQL text cannot contain NUL: look up a client that does not exist instead.
  const credential = Buffer.from(encoded, 'base64').toString('utf8').replaceAll('\0', '\uFFFD')
  const [clientId = '', ...rest] = credential.split(':')
  return { clientId, clientSecret: rest.join(':') || undefined }
}
