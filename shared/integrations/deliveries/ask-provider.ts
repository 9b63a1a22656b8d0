import type { JobScope } from '../../kernel/scope.js'
import type { Connection } from '../connections/connection.queries.js'
import { apiKeyOf } from '../connections/secrets.js'
import { longestProviderAnswer } from '../limits.js'
import type { Json } from '../providers/json.js'
import type { Ask } from '../providers/provider.js'

export class ProviderRefused extends Error {
  override name = 'ProviderRefused'
}

/** Asks the provider's interface in the name of the connection; null for a connection without a key. */
export function askWith(scope: JobScope, connection: Connection): Ask | null {
  const key = apiKeyOf(scope, connection)
  if (key === null) return null
  return async (url, headersFor) => {
    const { status, body } = await scope.guardedClient.request(url, {
      headers: { accept: 'application/json', ...headersFor(key) },
      maxBytes: longestProviderAnswer,
      redirects: 0,
    })
    if (status !== 200) throw new ProviderRefused(`${connection.provider} answered ${status} when it was asked for the event`)
    return JSON.parse(body.toString('utf8')) as Json
  }
}
