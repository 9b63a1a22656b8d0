import { ExternalError } from '../../kernel/http-client/external-error.js'
import type { Scope } from '../../kernel/scope.js'
import { seconds } from '../../kernel/time.js'
import type { Connection } from '../connections/connection.queries.js'
import { apiKeyOf } from '../connections/secrets.js'
import { discountProviderFailed, discountProviderKeyRefused, discountProviderPermissionMissing } from '../errors.js'
import { maxProviderResponseBytes } from '../limits.js'
import type { Json } from '../providers/json.js'

export interface DiscountApiRequest {
  method?: 'GET' | 'POST' | 'DELETE'
  headers: (apiKey: string) => Record<string, string>
  body?: string
}

/** Responses of an API: those that report a bad key, missing permission or failure of the provider are thrown. */
export type DiscountApi = (url: string, request: DiscountApiRequest) => Promise<{ status: number; body: Json }>

const timeoutMs = seconds(10)

/** Null if the connection has no API key. */
export function openDiscountApi(scope: Pick<Scope, 'guardedClient' | 'vault'>, connection: Connection): DiscountApi | null {
  const key = apiKeyOf(scope, connection)
  if (key === null) return null
  const { provider } = connection
  return async (url, { headers, ...request }) => {
    const { status, body } = await scope.guardedClient
      .request(url, { ...request, headers: headers(key), maxBytes: maxProviderResponseBytes, maxRedirects: 0, timeoutMs })
      .catch((error: unknown) => {
        throw error instanceof ExternalError ? discountProviderFailed(provider, error.message) : error
      })
    if (status === 401) throw discountProviderKeyRefused(provider)
    if (status === 403) throw discountProviderPermissionMissing(provider)
    if (status === 429 || status >= 500) throw discountProviderFailed(provider, `it answered with the status ${status}`)
    return { status, body: parse(provider, body) }
  }
}

function parse(provider: string, body: Buffer): Json {
  try {
    return JSON.parse(body.toString('utf8')) as Json
  } catch {
    throw discountProviderFailed(provider, 'its answer is not JSON')
  }
}
