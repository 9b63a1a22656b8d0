/** Access tokens of PayPal, which are valid for hours and shared by the requests of a process. */
import { LRUCache } from 'lru-cache'
import { digestJson } from '../../kernel/hash.js'
import { minutes } from '../../kernel/time.js'
import type { PaypalCredentials } from './paypal.js'
import { type ProviderResponse, requestProvider, textAt, valueAt } from './provider-request.js'
import type { ProviderAccess } from './provider.js'

interface CachedToken {
  token: string
  expiresAt: number
}

const tokens = new LRUCache<string, CachedToken>({ max: 1000 })
/** A token is not used in the minutes before its end. */
const marginMs = minutes(2)

const cacheKey = ({ apiUrl, credentials: { clientId, clientSecret } }: ProviderAccess<PaypalCredentials>) =>
  digestJson([apiUrl, clientId, clientSecret])

/** After PayPal refused it. */
export const invalidatePaypalToken = (access: ProviderAccess<PaypalCredentials>) => void tokens.delete(cacheKey(access))

/** The token, or PayPal's response if it gave none. */
export async function paypalToken(access: ProviderAccess<PaypalCredentials>): Promise<string | ProviderResponse> {
  const { client, apiUrl, credentials, now } = access
  const { clientId, clientSecret } = credentials
  const key = cacheKey(access)
  const cached = tokens.get(key)
  if (cached && cached.expiresAt - marginMs > now().getTime()) return cached.token
  const response = await requestProvider(client, `${apiUrl}/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  })
  const token = response.status === 200 ? textAt(response.body, 'access_token') : null
  if (token === null) return response
  tokens.set(key, { token, expiresAt: now().getTime() + Number(valueAt(response.body, 'expires_in') ?? 0) * 1000 })
  return token
}
