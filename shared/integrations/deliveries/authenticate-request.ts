import type { Workspace } from '../../accounts/index.js'
import type { Scope } from '../../kernel/scope.js'
import { type Connection, findConnectionById } from '../connections/connection.queries.js'
import { requireReceiver } from '../connections/require-connection.js'
import { signingSecrets } from '../connections/secrets.js'
import { readSettings } from '../connections/settings.js'
import { connectionNotActive, connectionNotFound, signatureInvalid } from '../errors.js'
import type { Provider, Receiver } from '../providers/provider.js'
import type { Headers } from '../signatures/signature-readers.js'
import type { SignedRequest } from '../signatures/signature-scheme.js'

export interface ReceivingConnection {
  provider: Provider & { receiver: Receiver }
  connection: Connection
  workspace: Workspace
}

/**
 * The connection of a webhook URL, which is active unless the request is about the privacy of customers. The order of the checks is part of
 * the public interface.
 */
export async function requireReceivingConnection(
  scope: Scope,
  { providerSlug, connectionId, headers }: { providerSlug: string; connectionId: string; headers: Headers },
): Promise<ReceivingConnection> {
  const provider = requireReceiver(providerSlug)
  const found = await findConnectionById(scope, connectionId)
  if (found?.connection.provider !== providerSlug) throw connectionNotFound()
  if (found.connection.status !== 'active' && !provider.receiver.isPrivacyRequest?.(headers)) throw connectionNotActive()
  return { provider, ...found }
}

/** Rejects requests without a valid signature, except unsigned ones on a connection without a secret that allows them. */
export function verifySignature(
  scope: Scope,
  { provider: { receiver, ...provider }, connection }: ReceivingConnection,
  request: SignedRequest,
): void {
  const settings = readSettings({ ...provider, receiver }, connection.settings)
  const secrets = signingSecrets(scope, connection)
  if (secrets.length === 0 && settings.allowUnsigned === true) return
  const scheme = receiver.scheme(settings)
  if (!scheme.applies(request.headers) || !secrets.some((secret) => scheme.verify(request, secret, scope.now()))) throw signatureInvalid()
}
