import type { Config } from '../config.js'
import { type ExternalRequest, type ExternalResponse, openGuardedClient } from './guarded-client.js'

/**
 * Requests an address of the configured object storage, which may be a private one; check it before (`isInBucket`, `isAtEndpoint`). The
 * storage checks the signature of the address. Redirects are not followed: they could lead to any other private address.
 */
export async function requestObjectStorage(
  { baseUrl }: Pick<Config, 'baseUrl'>,
  url: string,
  request: ExternalRequest,
): Promise<ExternalResponse> {
  const client = openGuardedClient({ allowPrivateTargets: true, userAgent: `Tributary (+${baseUrl})`, connections: 1 })
  try {
    return await client.request(url, { ...request, maxRedirects: 0 })
  } finally {
    await client.close()
  }
}
