import type { WorkspaceScope } from '../../accounts/index.js'
import { badRequest } from '../../kernel/errors.js'
import { ExternalError } from '../../kernel/http-client/external-error.js'
import { findConnections } from '../connections/connection.queries.js'
import { createProviderFetch, ProviderApiError } from '../deliveries/provider-fetch.js'
import { type Json, listAt, numberAt, textAt, valueAt } from '../providers/json.js'
import { stripe, stripeApiUrlOf } from '../providers/stripe.js'

export interface PaidInvoice {
  invoiceId: string
  /** Smallest units of the currency, without taxes. */
  amount: number
  currency: string
  paidAt: Date
}

const pageSize = 100
const maxPages = 10

/**
 * The paid invoices of a Stripe customer, newest first, at most a thousand. Null if no active Stripe connection has an API key. Throws
 * `bad_request` if Stripe does not answer or refuses the key.
 */
export async function paidStripeInvoices(scope: WorkspaceScope, stripeCustomerId: string): Promise<PaidInvoice[] | null> {
  const connections = await findConnections(scope, { providerSlug: stripe.slug, status: 'active' }, 0, 100)
  const connection = connections.find(({ sealedApiKey }) => sealedApiKey)
  const fetchJson = connection && createProviderFetch(scope, connection)
  if (!fetchJson) return null
  const apiUrl = stripeApiUrlOf(scope.config, connection.settings)
  const page = async (after: string | undefined) => {
    const query = new URLSearchParams({ customer: stripeCustomerId, status: 'paid', limit: String(pageSize) })
    if (after) query.set('starting_after', after)
    return fetchJson(`${apiUrl}/v1/invoices?${query.toString()}`, (key) => ({ authorization: `Bearer ${key}` }))
  }
  try {
    return (await allPages(page)).flatMap(toPaidInvoice)
  } catch (error) {
    if (error instanceof ProviderApiError || error instanceof ExternalError)
      throw badRequest(`STRIPE_RECONNECT_REQUIRED: The invoices could not be read: ${error.message}. Check the API key of the connection.`)
    throw error
  }
}

async function allPages(page: (after: string | undefined) => Promise<Json>): Promise<Json[]> {
  const invoices: Json[] = []
  for (let count = 0; count < maxPages; count++) {
    const found = await page(textAt(invoices.at(-1), 'id'))
    invoices.push(...listAt(found, 'data'))
    if (valueAt(found, 'has_more') !== true) break
  }
  return invoices
}

/** An invoice counts with the amount with which its webhook would. */
function toPaidInvoice(invoice: Json): PaidInvoice[] {
  const event = { type: 'invoice.paid', body: { data: { object: invoice } }, headers: {}, settings: {}, connectionId: '', clickIdNames: [] }
  const action = stripe.receiver?.toActions(event)
  const paidAt = numberAt(invoice, 'status_transitions.paid_at', 'created')
  if (!action || Array.isArray(action) || action.kind !== 'sale' || action.amount <= 0 || !action.invoiceId || !paidAt) return []
  return [{ invoiceId: action.invoiceId, amount: action.amount, currency: action.currency.toLowerCase(), paidAt: new Date(paidAt * 1000) }]
}
