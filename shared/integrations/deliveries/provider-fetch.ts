import type { Scope } from '../../kernel/scope.js'
import type { Connection } from '../connections/connection.queries.js'
import { apiKeyOf } from '../connections/secrets.js'
import { maxProviderResponseBytes } from '../limits.js'
import type { Json } from '../providers/json.js'
import { ProviderApiError } from '../providers/provider-api-error.js'
import type { ProviderFetch } from '../providers/provider.js'

/** A fetch function for the provider's API with the connection's key; null without a key. */
export function createProviderFetch(scope: Pick<Scope, 'guardedClient' | 'vault'>, connection: Connection): ProviderFetch | null {
  const key = apiKeyOf(scope, connection)
  if (key === null) return null
  return async (url, headersFor) => {
    const { status, body } = await scope.guardedClient.request(url, {
      headers: { accept: 'application/json', ...headersFor(key) },
      maxBytes: maxProviderResponseBytes,
      maxRedirects: 0,
    })
    if (status !== 200)
      throw new ProviderApiError(`${connection.provider} responded with status ${status} to the request for event details`, status)
    return JSON.parse(body.toString('utf8')) as Json
  }
}
