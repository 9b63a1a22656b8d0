import type { Scope } from '../../kernel/scope.js'
import type { Connection } from '../connections/connection.queries.js'
import { readSettings } from '../connections/settings.js'
import type { Json } from '../providers/json.js'
import { defaultClickIdNames } from '../providers/person.js'
import type { Provider, ProviderEvent } from '../providers/provider.js'
import type { Headers } from '../signatures/signature-readers.js'

/** Why an event of the provider's test mode is ignored. */
export const testModeReason = 'test mode event'

/** Builds the event that a provider's `toActions` reads. */
export function toProviderEvent(
  { config }: Pick<Scope, 'config'>,
  provider: Provider,
  connection: Pick<Connection, 'id' | 'settings'>,
  { type, body, headers }: { type: string; body: Json; headers: Headers },
): ProviderEvent {
  const settings = readSettings(provider, connection.settings)
  const configured = typeof settings.clickIdField === 'string' ? [settings.clickIdField] : []
  return {
    type,
    body,
    headers,
    settings,
    connectionId: connection.id,
    clickIdNames: [...new Set([...configured, config.clickIdParam, ...defaultClickIdNames])],
  }
}
