import type { WorkspaceScope } from '../../accounts/index.js'
import { connectionNotFound, webhooksNotSupported, providerNotFound } from '../errors.js'
import { providerOf } from '../providers/index.js'
import type { Provider, Receiver } from '../providers/provider.js'
import { findConnection, type ConnectionWithActivity } from './connection.queries.js'

export async function requireConnection(
  scope: WorkspaceScope,
  id: string,
  options: { locked?: boolean } = {},
): Promise<ConnectionWithActivity> {
  const connection = await findConnection(scope, id, options)
  if (!connection) throw connectionNotFound()
  return connection
}

export function requireProvider(slug: string): Provider {
  const provider = providerOf(slug)
  if (!provider) throw providerNotFound(slug)
  return provider
}

export function requireReceiver(slug: string): Provider & { receiver: Receiver } {
  const provider = requireProvider(slug)
  if (!provider.receiver) throw webhooksNotSupported(slug)
  return { ...provider, receiver: provider.receiver }
}
