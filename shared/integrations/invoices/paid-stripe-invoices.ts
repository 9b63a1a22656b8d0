import type { ReadInvoices, PaidInvoice } from '../../earnings/index.js'
import { badRequest } from '../../kernel/errors.js'
import { ExternalError } from '../../kernel/http-client/external-error.js'
import { findConnections } from '../connections/connection.queries.js'
import { createProviderFetch } from '../deliveries/provider-fetch.js'
import { type Json, listAt, numberAt, textAt, valueAt } from '../providers/json.js'
import { amountAt } from '../providers/money.js'
import { ProviderApiError } from '../providers/provider-api-error.js'
import { refundIdOf, stripe, stripeApiUrlOf } from '../providers/stripe.js'

const pageSize = 100
/** The last version in which an invoice names its charge. */
const apiVersion = '2024-06-20'

/**
 * A page of the paid invoices of a Stripe customer. Null if no active Stripe connection has an API key. Throws `bad_request` if Stripe does
 * not answer or refuses the key.
 */
export const paidStripeInvoices: ReadInvoices = async (scope, stripeCustomerId, { olderThan, newerThan }) => {
  const connections = await findConnections(scope, { providerSlug: stripe.slug, status: 'active' }, 0, 100)
  const connection = connections.find(({ sealedApiKey }) => sealedApiKey)
  const fetchJson = connection && createProviderFetch(scope, connection)
  if (!fetchJson) return null
  const apiUrl = stripeApiUrlOf(scope.config, connection.settings)
  const query = new URLSearchParams({ customer: stripeCustomerId, status: 'paid', limit: String(pageSize), 'expand[]': 'data.charge' })
  if (olderThan) query.set('starting_after', olderThan)
  if (newerThan) query.set('ending_before', newerThan)
  try {
    const headers = (key: string) => ({ authorization: `Bearer ${key}`, 'stripe-version': apiVersion })
    const page = await fetchJson(`${apiUrl}/v1/invoices?${query.toString()}`, headers)
    const listed = listAt(page, 'data')
    return {
      invoices: listed.flatMap(toPaidInvoice).toReversed(),
      newest: textAt(listed[0], 'id') ?? null,
      oldest: textAt(listed.at(-1), 'id') ?? null,
      hasMore: valueAt(page, 'has_more') === true,
    }
  } catch (error) {
    if (error instanceof ProviderApiError || error instanceof ExternalError)
      throw badRequest(`STRIPE_RECONNECT_REQUIRED: The invoices could not be read: ${error.message}. Check the API key of the connection.`)
    throw error
  }
}

/** An invoice counts with the amount with which its webhook would; the same part of it is refunded as of the payment. */
function toPaidInvoice(invoice: Json): PaidInvoice[] {
  const event = { type: 'invoice.paid', body: { data: { object: invoice } }, headers: {}, settings: {}, connectionId: '', clickIdNames: [] }
  const action = stripe.receiver?.toActions(event)
  const paidAt = numberAt(invoice, 'status_transitions.paid_at', 'created')
  if (!action || Array.isArray(action) || action.kind !== 'sale' || action.amount <= 0 || !action.invoiceId || !paidAt) return []
  const { amount, invoiceId, currency } = action
  const [paid, refunded] = [amountAt(invoice, 'charge.amount') ?? 0, amountAt(invoice, 'charge.amount_refunded') ?? 0]
  return [
    {
      ...{ invoiceId, amount },
      refunded: paid > 0 ? Math.round((amount * refunded) / paid) : 0,
      refundId: refundIdOf(valueAt(invoice, 'charge'), refunded),
      currency: currency.toLowerCase(),
      paidAt: new Date(paidAt * 1000),
    },
  ]
}
