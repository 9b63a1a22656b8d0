/** The door of programs that ask for tokens: everybody comes in, and says which app it is by the header or in the body. */
import type { ClientScope } from '../../shared/accounts/index.js'
import { extendScope, openScope } from '../../shared/kernel/scope.js'
import type { Doorkeeper, Knock } from '../endpoint.js'

export const oauthClient: Doorkeeper<ClientScope> = {
  kind: 'open',
  permissions: [],
  secured: false,
  open: async (knock) => extendScope(openScope(knock), { client: clientOf(knock) }),
}

function clientOf({ headers: { authorization } }: Knock): ClientScope['client'] {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return null
  const [clientId = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return { clientId, clientSecret: rest.join(':') || undefined }
}
