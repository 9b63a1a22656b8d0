import type { OpenDiscountGateway } from '../../earnings/index.js'
import { type Connection, findConnections } from '../connections/connection.queries.js'
import { shopAddressMissing } from '../errors.js'
import { shopify } from '../providers/shopify.js'
import { stripeApiUrlOf } from '../providers/stripe.js'
import { openDiscountApi } from './discount-api.js'
import { shopifyDiscounts } from './shopify-discounts.js'
import { stripeDiscounts } from './stripe-discounts.js'

const maxConnections = 100

/** Uses the newest active connection of the provider that has an API key. */
export const openDiscountGateway: OpenDiscountGateway = async (scope, provider) => {
  const connections = await findConnections(scope, { providerSlug: provider, status: 'active' }, 0, maxConnections)
  const connection = connections.find(({ sealedApiKey }) => sealedApiKey)
  const api = connection && openDiscountApi(scope, connection)
  if (!api) return null
  return provider === 'stripe'
    ? stripeDiscounts(api, stripeApiUrlOf(scope.config, connection.settings))
    : shopifyDiscounts(api, scope.config.shopifyApiUrl ?? shopAddress(connection))
}

function shopAddress({ settings }: Connection): string {
  const { shop } = shopify.settings.parse(settings)
  if (typeof shop !== 'string') throw shopAddressMissing()
  return `https://${shop}`
}
