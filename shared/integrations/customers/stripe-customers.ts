import { setTimeout as sleep } from 'node:timers/promises'
import type { InWorkspace } from '../../accounts/index.js'
import { badRequest } from '../../kernel/errors.js'
import { ExternalError } from '../../kernel/http-client/external-error.js'
import { seconds } from '../../kernel/time.js'
import { findConnections } from '../connections/connection.queries.js'
import { createProviderFetch } from '../deliveries/provider-fetch.js'
import { type Json, listAt, textAt } from '../providers/json.js'
import { ProviderApiError } from '../providers/provider-api-error.js'
import { stripe, stripeApiUrlOf } from '../providers/stripe.js'

const maxAttempts = 6

/**
 * Opens the Stripe account of the workspace. The returned function resolves to the id of the newest customer with an email address, or
 * null; it throws `bad_request` if Stripe does not answer or refuses the key. Null if no active Stripe connection has an API key.
 */
export async function openStripeCustomers(scope: InWorkspace): Promise<((email: string) => Promise<string | null>) | null> {
  const connections = await findConnections(scope, { providerSlug: stripe.slug, status: 'active' }, 0, 100)
  const connection = connections.find(({ sealedApiKey }) => sealedApiKey)
  const fetchJson = connection && createProviderFetch(scope, connection)
  if (!fetchJson) return null
  const apiUrl = stripeApiUrlOf(scope.config, connection.settings)
  return async (email) => {
    const url = `${apiUrl}/v1/customers?${new URLSearchParams({ email, limit: '1' }).toString()}`
    const page = await patiently(() => fetchJson(url, (key) => ({ authorization: `Bearer ${key}` })))
    return textAt(listAt(page, 'data')[0], 'id') ?? null
  }
}

/** Repeats requests that Stripe limits. */
async function patiently(request: () => Promise<Json>): Promise<Json> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await request()
    } catch (error) {
      if (!(error instanceof ProviderApiError || error instanceof ExternalError)) throw error
      const isLimited = error instanceof ProviderApiError && error.status === 429
      if (!isLimited || attempt === maxAttempts)
        throw badRequest(`The customers of Stripe could not be read: ${error.message}. Check the API key of the connection.`)
      await sleep(seconds(0.25) * 2 ** attempt)
    }
  }
}
