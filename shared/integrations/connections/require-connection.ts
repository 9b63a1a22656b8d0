import type { WorkspaceScope } from '../../accounts/index.js'
import { connectionNotFound, providerTakesNothing, providerUnknown } from '../errors.js'
import { providerOf } from '../providers/index.js'
import type { Provider, Receiver } from '../providers/provider.js'
import { findConnection, type ShownConnection } from './connection.queries.js'

export async function requireConnection(scope: WorkspaceScope, id: string, options: { locked?: boolean } = {}): Promise<ShownConnection> {
  const connection = await findConnection(scope, id, options)
  if (!connection) throw connectionNotFound()
  return connection
}

export function requireProvider(slug: string): Provider {
  const provider = providerOf(slug)
  if (!provider) throw providerUnknown(slug)
  return provider
}

export function requireReceiver(slug: string): Provider & { receiver: Receiver } {
  const provider = requireProvider(slug)
  if (!provider.receiver) throw providerTakesNothing(slug)
  return { ...provider, receiver: provider.receiver }
}
