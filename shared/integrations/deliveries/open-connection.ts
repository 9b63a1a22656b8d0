import type { Workspace } from '../../accounts/index.js'
import type { Scope } from '../../kernel/scope.js'
import { type Connection, connectionToReceive } from '../connections/connection.queries.js'
import { requireReceiver } from '../connections/require-connection.js'
import { signingSecrets } from '../connections/secrets.js'
import { readSettings } from '../connections/settings.js'
import { connectionNotActive, connectionNotFound, signatureInvalid } from '../errors.js'
import type { Provider, Receiver } from '../providers/provider.js'
import type { SignedRequest } from '../signatures/scheme.js'

export interface OpenConnection {
  provider: Provider & { receiver: Receiver }
  connection: Connection
  workspace: Workspace
}

/** The connection that an address names; refuses what is not there, not that provider's, or not active. The order is part of the interface. */
export async function openConnection(scope: Scope, providerSlug: string, connectionId: string): Promise<OpenConnection> {
  const provider = requireReceiver(providerSlug)
  const found = await connectionToReceive(scope, connectionId)
  if (found?.connection.provider !== providerSlug) throw connectionNotFound()
  if (found.connection.status !== 'active') throw connectionNotActive()
  return { provider, ...found }
}

/** Refuses what does not prove to come from the provider. Without a secret nothing does, unless the connection takes that. */
export function requireGenuine(
  scope: Scope,
  { provider: { receiver, ...provider }, connection }: OpenConnection,
  request: SignedRequest,
): void {
  const settings = readSettings({ ...provider, receiver }, connection.settings)
  const secrets = signingSecrets(scope, connection)
  if (secrets.length === 0 && settings.allowUnsigned === true) return
  const scheme = receiver.scheme(settings)
  if (!scheme.applies(request.headers) || !secrets.some((secret) => scheme.isGenuine(request, secret, scope.now())))
    throw signatureInvalid()
}
