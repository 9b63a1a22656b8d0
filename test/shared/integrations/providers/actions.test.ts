/** Translation of single provider events to actions. */
import test from 'ava'
import type { Action } from '../../../../shared/integrations/actions/action.js'
import { readSettings } from '../../../../shared/integrations/connections/settings.js'
import { providerOf } from '../../../../shared/integrations/providers/index.js'
import type { Json } from '../../../../shared/integrations/providers/json.js'
import { defaultClickIdNames } from '../../../../shared/integrations/providers/person.js'

const clickId = 'AbCdEfGhIjKlMnOp'

function actionsOf(slug: string, type: string, body: Json, settings: Record<string, unknown> = {}): Action | Action[] | null {
  const provider = providerOf(slug)
  if (!provider?.receiver) throw new Error(`no provider ${slug}`)
  return provider.receiver.toActions({
    type,
    body,
    headers: {},
    settings: readSettings(provider, settings),
    connectionId: 'conn_1',
    clickIdNames: defaultClickIdNames,
  })
}
const stripe = (type: string, object: Json, settings = {}) => actionsOf('stripe', type, { data: { object } }, settings)

test('stripe: a checkout that starts a subscription uses the id of its invoice, like the paid invoice', (t) => {
  const checkout = stripe('checkout.session.completed', {
    id: 'cs_1',
    mode: 'subscription',
    payment_status: 'paid',
    invoice: 'in_1',
    customer: 'cus_1',
    amount_total: 500,
    currency: 'eur',
  })
  const invoice = stripe('invoice.paid', {
    id: 'in_1',
    customer: 'cus_1',
    total: 500,
    total_excluding_tax: 420,
    amount_paid: 500,
    currency: 'eur',
    billing_reason: 'subscription_create',
    payments: { data: [{ payment: { payment_intent: 'pi_1' } }] },
  })
  t.like(checkout, { kind: 'sale', invoiceId: 'in_1', references: ['in_1', 'cs_1'], eventName: 'Subscription creation' })
  t.like(invoice, {
    kind: 'sale',
    invoiceId: 'in_1',
    references: ['in_1', 'pi_1'],
    amount: 420,
    gross: 500,
    eventName: 'Subscription creation',
  })
})

test('stripe: amounts in Ugandan shillings are sent in hundredths, those in yen are not', (t) => {
  const amounts = (currency: string) => {
    const invoice = stripe('invoice.paid', {
      id: 'in_1',
      customer: 'cus_1',
      total: 59000,
      total_excluding_tax: 50000,
      amount_paid: 59000,
      currency,
    })
    const refund = stripe('charge.refunded', { id: 'ch_1', amount_refunded: 59000, currency })
    const dispute = { id: 'dp_1', charge: 'ch_1', amount: 59000, currency }
    return [invoice, refund, ...['charge.dispute.created', 'charge.dispute.funds_reinstated'].map((type) => stripe(type, dispute))]
  }
  const [inHundredths, inUnits] = [amounts('ugx'), amounts('jpy')]
  for (const [actions, factor] of [
    [inHundredths, 1],
    [inUnits, 100],
  ] as const) {
    t.like(actions[0], { kind: 'sale', amount: 500 * factor, gross: 590 * factor })
    t.like(actions[1], { kind: 'refund', amount: { cumulative: 590 * factor } })
    t.like(actions[2], { kind: 'refund', amount: 590 * factor })
    t.like(actions[3], { kind: 'reinstatement', amount: 590 * factor })
  }
})

test('stripe, chargebee: an invoice that credits paid in part counts what was paid, without its share of the taxes', (t) => {
  const totals = { total: 11_900, amount_paid: 5950 }
  const ofStripe = { data: { object: { id: 'in_1', customer: 'cus_1', currency: 'eur', total_excluding_tax: 10_000, ...totals } } }
  t.like(actionsOf('stripe', 'invoice.paid', ofStripe), { kind: 'sale', gross: 5950, amount: 5000 })
  const ofChargebee = { content: { invoice: { id: '7', status: 'paid', tax: 1900, ...totals }, customer: { id: 'c' } } }
  t.like(actionsOf('chargebee', 'payment_succeeded', ofChargebee), { kind: 'sale', gross: 5950, amount: 5000 })
})

test('stripe: an unpaid, setup or free checkout is no sale; a free checkout that starts a trial is a lead', (t) => {
  const session = { id: 'cs_1', customer: 'cus_1', client_reference_id: `dub_id_${clickId}`, amount_total: 500 }
  t.like(stripe('checkout.session.completed', { ...session, mode: 'payment', payment_status: 'unpaid' }), { kind: 'none' })
  t.like(stripe('checkout.session.completed', { ...session, mode: 'setup', payment_status: 'no_payment_required' }), { kind: 'none' })
  const trial = { ...session, mode: 'subscription', payment_status: 'no_payment_required' }
  t.like(stripe('checkout.session.completed', trial), { kind: 'lead', eventName: 'Started Trial', person: { clickId }, isDeferred: false })
  t.like(stripe('checkout.session.completed', trial, { freeTrials: false }), { kind: 'lead', person: { clickId }, isDeferred: true })
})

test('stripe: a renewal uses the metadata of its subscription', (t) => {
  const renewal = {
    id: 'in_2',
    customer: 'cus_1',
    total: 500,
    amount_paid: 300,
    billing_reason: 'subscription_cycle',
    currency: 'usd',
    parent: { subscription_details: { metadata: { dubCustomerExternalId: 'user-1' } } },
  }
  t.like(stripe('invoice.paid', renewal), {
    amount: 300,
    gross: 300,
    eventName: 'Invoice paid',
    person: { externalId: 'user-1', providerId: 'cus_1' },
  })
})

test('stripe: refunds, disputes and credit notes reference the sale by all available ids', (t) => {
  t.like(stripe('charge.refunded', { id: 'ch_1', payment_intent: 'pi_1', invoice: 'in_1', amount_refunded: 300 }), {
    references: ['in_1', 'pi_1', 'ch_1'],
    amount: { cumulative: 300 },
    refundId: 'ch_1:300',
  })
  t.like(stripe('charge.dispute.created', { id: 'dp_1', charge: 'ch_1', payment_intent: 'pi_1', amount: 500 }), {
    kind: 'refund',
    references: ['pi_1', 'ch_1'],
    refundId: 'dp_1',
    amount: 500,
  })
  t.like(stripe('credit_note.created', { id: 'cn_1', invoice: 'in_1', amount: 100, type: 'post_payment' }), {
    kind: 'refund',
    references: ['in_1'],
    amount: 100,
  })
  t.like(stripe('credit_note.created', { id: 'cn_1', invoice: 'in_1', amount: 100, refunds: [{ refund: 're_1' }] }), { kind: 'none' })
  t.like(stripe('credit_note.created', { id: 'cn_1', invoice: 'in_1', amount: 100, type: 'pre_payment' }), { kind: 'none' })
  t.deepEqual(stripe('invoice_payment.paid', { invoice: 'in_1', payment: { payment_intent: 'pi_1' } }), {
    kind: 'sale-references',
    references: ['in_1', 'pi_1'],
  })
})

test('stripe: an inquiry deducts nothing, and a won dispute reinstates the disputed amount', (t) => {
  const dispute = { id: 'dp_1', charge: 'ch_1', payment_intent: 'pi_1', amount: 500 }
  t.like(stripe('charge.dispute.created', { ...dispute, status: 'warning_needs_response' }), { kind: 'none' })
  t.like(stripe('charge.dispute.funds_withdrawn', { ...dispute, status: 'needs_response' }), {
    kind: 'refund',
    refundId: 'dp_1',
    amount: 500,
  })
  t.deepEqual(stripe('charge.dispute.funds_reinstated', { ...dispute, status: 'won' }), {
    kind: 'reinstatement',
    references: ['pi_1', 'ch_1'],
    reinstatementId: 'dp_1:won',
    reversedRefundId: 'dp_1',
    amount: 500,
  })
})

test('stripe: customers and subscriptions', (t) => {
  t.like(stripe('customer.created', { id: 'cus_1', metadata: {} }), { kind: 'customer', person: { providerId: 'cus_1' } })
  t.like(stripe('customer.updated', { id: 'cus_1', email: 'a@b.example', metadata: { customerExternalId: 'u' } }), {
    kind: 'customer',
    person: { externalId: 'u', email: 'a@b.example' },
  })
  t.like(stripe('customer.deleted', { id: 'cus_1' }), { kind: 'customer-deleted', isErasure: false })
  t.like(stripe('customer.subscription.created', { customer: 'cus_1', status: 'trialing' }), { kind: 'lead', eventName: 'Started Trial' })
  t.like(stripe('customer.subscription.created', { customer: 'cus_1', status: 'active' }), { kind: 'none' })
  t.like(stripe('customer.subscription.deleted', { customer: { id: 'cus_1' } }), {
    kind: 'subscription-ended',
    person: { providerId: 'cus_1' },
  })
  t.is(stripe('product.updated', { id: 'prod_1' }), null)
})

test('shopify: the click id is also read from the landing page URL', (t) => {
  const order = {
    id: 1,
    landing_site: `/products?utm_source=x&svc_id=${clickId}`,
    current_subtotal_price_set: { shop_money: { amount: '10', currency_code: 'JPY' } },
    current_total_price_set: { shop_money: { amount: '12', currency_code: 'JPY' } },
  }
  t.like(actionsOf('shopify', 'orders/paid', order), {
    person: { clickId },
    amount: 10,
    gross: 12,
    currency: 'JPY',
    invoiceId: 'shopify_1',
  })
})

test('shopify: taxes that the prices include are not part of the sale, those of the shipping are in the total only', (t) => {
  const money = (amount: string) => ({ shop_money: { amount, currency_code: 'EUR' } })
  const order = {
    id: 1,
    taxes_included: true,
    current_subtotal_price_set: money('119.00'),
    current_total_price_set: money('124.95'),
    current_total_tax_set: money('19.95'),
    shipping_lines: [{ price: '5.95', tax_lines: [{ price: '0.95', price_set: money('0.95') }] }],
  }
  t.like(actionsOf('shopify', 'orders/paid', order), { kind: 'sale', amount: 10_000, gross: 12_495, currency: 'EUR' })
  t.like(actionsOf('shopify', 'orders/paid', { ...order, taxes_included: false }), { kind: 'sale', amount: 11_900, gross: 12_495 })
})

test('shopify: customers, cancellations, privacy requests and app uninstallation', (t) => {
  t.like(actionsOf('shopify', 'customers/create', { id: 5, email: 'a@b.example', first_name: 'Ann' }), {
    kind: 'lead',
    person: { providerId: '5', name: 'Ann' },
  })
  t.like(actionsOf('shopify', 'customers/redact', { customer: { id: 5, email: 'a@b.example' } }), {
    kind: 'customer-deleted',
    isErasure: true,
    person: { providerId: '5' },
  })
  t.like(actionsOf('shopify', 'customers/delete', { id: 5 }), { kind: 'customer-deleted', isErasure: false })
  t.like(actionsOf('shopify', 'orders/cancelled', { id: 1, financial_status: 'refunded' }), { kind: 'refund', references: ['shopify_1'] })
  t.like(actionsOf('shopify', 'orders/cancelled', { id: 1, financial_status: 'voided' }), { kind: 'none' })
  t.like(
    actionsOf('shopify', 'refunds/create', { id: 2, order_id: 1, transactions: [{ kind: 'refund', status: 'failure', amount: '5' }] }),
    {
      kind: 'none',
    },
  )
  t.like(actionsOf('shopify', 'app/uninstalled', {}), { kind: 'disconnected' })
})

test('shopify: a chargeback is deducted and reinstated when won; an inquiry deducts nothing', (t) => {
  const dispute = { id: 9, order_id: 1, amount: '119.00', currency: 'USD' }
  t.like(actionsOf('shopify', 'disputes/create', { ...dispute, type: 'inquiry', status: 'needs_response' }), { kind: 'none' })
  t.deepEqual(actionsOf('shopify', 'disputes/create', { ...dispute, type: 'chargeback', status: 'needs_response' }), {
    kind: 'refund',
    references: ['shopify_1'],
    refundId: 'shopify_dispute_9',
    amount: 11_900,
  })
  t.like(actionsOf('shopify', 'disputes/update', { ...dispute, type: 'chargeback', status: 'won' }), {
    kind: 'reinstatement',
    reinstatementId: 'shopify_dispute_9:won',
    reversedRefundId: 'shopify_dispute_9',
    amount: 11_900,
  })
})

test('a fraction of a minor unit, which cannot be stored, is rounded', (t) => {
  const totals = { total: '12000.4', tax: 0.5 }
  t.like(actionsOf('paddle', 'transaction.completed', { data: { id: 'txn_1', currency_code: 'USD', details: { totals } } }), {
    kind: 'sale',
    gross: 11_999,
    amount: 11_999,
  })
})

test('paddle: renewals, and adjustments without a refund', (t) => {
  t.like(
    actionsOf('paddle', 'transaction.completed', {
      data: { id: 'txn_1', origin: 'subscription_recurring', details: { totals: { total: '100', tax: '10' } } },
    }),
    { eventName: 'Invoice paid', amount: 90 },
  )
  t.like(actionsOf('paddle', 'adjustment.created', { data: { action: 'refund', status: 'pending_approval' } }), { kind: 'none' })
  t.like(actionsOf('paddle', 'adjustment.created', { data: { action: 'credit', status: 'approved' } }), { kind: 'none' })
  t.like(
    actionsOf('paddle', 'adjustment.updated', {
      data: { id: 'adj_1', action: 'chargeback', status: 'approved', transaction_id: 'txn_1', totals: { total: '50' } },
    }),
    { kind: 'refund', amount: 50 },
  )
  t.deepEqual(
    actionsOf('paddle', 'adjustment.created', {
      data: { id: 'adj_2', action: 'chargeback_reverse', status: 'approved', transaction_id: 'txn_1', totals: { total: '50' } },
    }),
    { kind: 'reinstatement', references: ['txn_1'], reinstatementId: 'adj_2', amount: 50 },
  )
  t.like(actionsOf('paddle', 'subscription.canceled', { data: { customer_id: 'ctm_1' } }), {
    kind: 'subscription-ended',
    person: { providerId: 'ctm_1' },
  })
})

test('paddle: sales and refunds count without tax, so that a refund of tax alone changes nothing', (t) => {
  const adjustment = (action: string, totals: Json) =>
    actionsOf('paddle', 'adjustment.updated', { data: { id: 'adj_1', action, status: 'approved', transaction_id: 'txn_1', totals } })
  const totals = { subtotal: '10000', tax: '2000', total: '12000' }
  t.like(actionsOf('paddle', 'transaction.completed', { data: { id: 'txn_1', details: { totals } } }), { gross: 10_000, amount: 10_000 })
  t.like(adjustment('refund', { subtotal: '2500', tax: '500', total: '3000' }), { kind: 'refund', amount: 2500 })
  for (const action of ['refund', 'chargeback', 'chargeback_reverse'])
    t.like(adjustment(action, { subtotal: '0', tax: '2000', total: '2000' }), { kind: 'none' })
  t.like(adjustment('chargeback_reverse', totals), { kind: 'reinstatement', amount: 10_000 })
})

test('lemonsqueezy: the first payment of a subscription is recorded from its order only', (t) => {
  const payment = (reason: string): Json => ({ data: { id: '9', attributes: { billing_reason: reason, total: 100, customer_id: 3 } } })
  t.like(actionsOf('lemonsqueezy', 'subscription_payment_success', payment('initial')), { kind: 'none' })
  t.like(actionsOf('lemonsqueezy', 'subscription_payment_success', payment('renewal')), {
    kind: 'sale',
    invoiceId: 'lemonsqueezy_invoice_9',
    eventName: 'Invoice paid',
  })
  t.like(actionsOf('lemonsqueezy', 'subscription_payment_refunded', { data: { id: '9', attributes: { refunded_amount: 40 } } }), {
    kind: 'refund',
    references: ['lemonsqueezy_invoice_9'],
    amount: { cumulative: 40 },
  })
  const firstRefund = { data: { id: '9', attributes: { refunded_amount: 40, billing_reason: 'initial' } } }
  t.like(actionsOf('lemonsqueezy', 'subscription_payment_refunded', firstRefund), { kind: 'none' })
  t.like(actionsOf('lemonsqueezy', 'subscription_created', { data: { attributes: { status: 'on_trial', customer_id: 3 } } }), {
    kind: 'lead',
  })
  t.like(actionsOf('lemonsqueezy', 'order_created', { data: { attributes: { status: 'pending' } } }), { kind: 'none' })
})

test('polar: renewals, customers and cancellations', (t) => {
  t.like(
    actionsOf('polar', 'order.paid', {
      data: { id: 'o', net_amount: 5, billing_reason: 'subscription_cycle', customer: { id: 'c', external_id: 'u' } },
    }),
    { eventName: 'Invoice paid', person: { externalId: 'u', providerId: 'c' } },
  )
  t.like(actionsOf('polar', 'customer.updated', { data: { id: 'c', external_id: 'u', email: 'a@b.example' } }), {
    kind: 'customer',
    person: { externalId: 'u' },
  })
  t.like(actionsOf('polar', 'subscription.revoked', { data: { customer: { id: 'c' } } }), { kind: 'subscription-ended' })
  t.like(actionsOf('polar', 'refund.created', { data: {} }), { kind: 'none' })
})

test('chargebee: a partially paid invoice is no sale; ids are scoped to the connection', (t) => {
  const content = (status: string): Json => ({
    content: { invoice: { id: '7', status, total: 100, recurring: true, first_invoice: false }, customer: { id: 'c' } },
  })
  t.like(actionsOf('chargebee', 'payment_succeeded', content('payment_due')), { kind: 'none' })
  t.like(actionsOf('chargebee', 'payment_succeeded', content('paid')), { kind: 'sale', invoiceId: 'conn_1_7', eventName: 'Invoice paid' })
})

test('segment: event names come from the settings, and the click id may be in the page URL', (t) => {
  const call = (event: string): Json => ({
    type: 'track',
    event,
    userId: 'u',
    messageId: 'm',
    context: { page: { url: `https://shop.example/?svc_id=${clickId}` } },
    properties: { order_id: '1', revenue: '9.99', currency: 'EUR' },
  })
  t.like(actionsOf('segment', 'Bought', call('Bought'), { saleEvents: ['Bought'] }), {
    kind: 'sale',
    amount: 999,
    person: { clickId, externalId: 'u' },
  })
  t.is(actionsOf('segment', 'Order Completed', call('Order Completed'), { saleEvents: ['Bought'] }), null)
  t.like(actionsOf('segment', 'identify', { type: 'identify', userId: 'u', traits: { email: 'a@b.example', name: 'Ann' } }), {
    kind: 'customer',
    person: { email: 'a@b.example', name: 'Ann' },
  })
})

test('segment: taxes in the total of an order without revenue are not part of the sale', (t) => {
  const call = (properties: object) =>
    actionsOf('segment', 'Order Completed', {
      type: 'track',
      event: 'Order Completed',
      properties: { order_id: '1', currency: 'EUR', ...properties },
    })
  t.like(call({ total: 119, tax: 19 }), { kind: 'sale', amount: 10_000, gross: 11_900 })
  t.like(call({ total: 119, tax: 19, revenue: 95 }), { kind: 'sale', amount: 9500, gross: 11_900 })
  t.like(call({ value: 50, tax: 19 }), { kind: 'sale', amount: 5000, gross: 5000 })
})

test('calendly: a rescheduled or canceled meeting has no effect', (t) => {
  t.like(actionsOf('calendly', 'invitee.created', { payload: { email: 'a@b.example', old_invitee: 'https://x' } }), { kind: 'none' })
  t.like(actionsOf('calendly', 'invitee.canceled', { payload: {} }), { kind: 'none' })
  t.like(
    actionsOf('calendly', 'invitee.created', { payload: { email: 'a@b.example', tracking: { svc_id: clickId } } }, { leadName: 'Demo' }),
    { kind: 'lead', eventName: 'Demo', person: { clickId } },
  )
})

test('woocommerce: an order event contains its sale and all refunds', (t) => {
  const order = {
    id: 7,
    currency: 'EUR',
    total: '119.00',
    total_tax: '19.00',
    customer_id: 0,
    refunds: [
      { id: 1, total: '-10.00' },
      { id: 2, total: '-5.50' },
    ],
  }
  const [sale, ...refunds] = actionsOf('woocommerce', 'order.updated', { ...order, status: 'completed' }) as Action[]
  t.like(sale, { kind: 'sale', amount: 10_000, gross: 11_900, invoiceId: 'conn_1_7', person: { providerId: undefined } })
  t.deepEqual(
    refunds.map((one) => (one.kind === 'refund' ? [one.references, one.refundId, one.isWithinSale, one.amount] : null)),
    [
      [['conn_1_7'], '1', true, 1000],
      [['conn_1_7'], '2', true, 550],
    ],
  )
  t.like(actionsOf('woocommerce', 'order.updated', { ...order, status: 'pending' }), { kind: 'none' })
  t.like(actionsOf('woocommerce', 'order.updated', { ...order, status: 'refunded', refunds: [] }), {
    kind: 'refund',
    refundId: 'all',
    isWithinSale: true,
  })
})

test('github: purchases and sponsorships', (t) => {
  const purchase = (action: string, more = {}): Json => ({
    action,
    effective_date: '2026-01-01',
    marketplace_purchase: {
      ...more,
      account: { id: 3, login: 'ann' },
      billing_cycle: 'yearly',
      unit_count: 2,
      plan: { monthly_price_in_cents: 100, yearly_price_in_cents: 1000 },
    },
  })
  t.like(actionsOf('github', 'marketplace_purchase', purchase('purchased')), {
    kind: 'sale',
    amount: 2000,
    person: { providerId: '3', name: 'ann' },
  })
  t.like(actionsOf('github', 'marketplace_purchase', purchase('purchased', { on_free_trial: true })), {
    kind: 'lead',
    eventName: 'Started Trial',
  })
  t.like(actionsOf('github', 'marketplace_purchase', purchase('cancelled')), { kind: 'subscription-ended' })
  t.like(
    actionsOf('github', 'sponsorship', {
      action: 'created',
      sponsorship: { node_id: 'S', sponsor: { id: 4 }, tier: { monthly_price_in_cents: 500 } },
    }),
    { kind: 'sale', amount: 500 },
  )
})

test('slack: a new member is a lead, and uninstalling the app disconnects', (t) => {
  t.like(actionsOf('slack', 'team_join', { event: { user: { id: 'U1', profile: { email: 'a@b.example' } } } }), {
    kind: 'lead',
    person: { providerId: 'U1', email: 'a@b.example' },
  })
  t.like(actionsOf('slack', 'app_uninstalled', {}), { kind: 'disconnected' })
})

test('hubspot and recurly: events without an API key are ignored with a reason', (t) => {
  t.like(actionsOf('hubspot', 'contact.creation', { objectId: 1 }), {
    kind: 'none',
    reason: 'the event contains only an id: set an access token as `apiKey` of the connection',
  })
  t.like(actionsOf('recurly', 'charge_invoice.paid', { id: 'x' }), {
    kind: 'none',
    reason: 'the event contains only an id: set an API key as `apiKey` of the connection',
  })
})

test('hubspot: a deal without a currency is in that of the settings', (t) => {
  const deal = (properties: object) =>
    ({
      portalId: 1,
      objectId: 2,
      propertyName: 'dealstage',
      propertyValue: 'closedwon',
      deal: { properties: { amount: '50', ...properties } },
    }) as Json
  const won = (properties: object, settings = {}) => actionsOf('hubspot', 'deal.propertyChange', deal(properties), settings)
  t.like(won({}), { kind: 'sale', amount: 5000, currency: 'usd' })
  t.like(won({}, { defaultCurrency: 'JPY' }), { kind: 'sale', amount: 50, currency: 'jpy' })
  t.like(won({ deal_currency_code: 'EUR' }, { defaultCurrency: 'JPY' }), { kind: 'sale', amount: 5000, currency: 'EUR' })
})

test('recurly: a credit invoice references the invoices of its line items, each once', (t) => {
  const credit = (object: object) => actionsOf('recurly', 'credit_invoice.created', { object: { id: 'c1', total: -5, ...object } })
  const line = (id: string | null) => ({ original_line_item_invoice_id: id })
  t.like(credit({ previous_invoice_id: null, line_items: [line('i1'), line('i1'), line('i2'), line(null)] }), {
    kind: 'refund',
    references: ['recurly_i1', 'recurly_i2'],
    amount: 500,
  })
  t.like(credit({ previous_invoice_id: 'i1', line_items: [line('i1')] }), { kind: 'refund', references: ['recurly_i1'] })
  t.like(credit({ line_items: [line(null)] }), { kind: 'none', reason: 'the credit has no invoice' })
})

test('rules: an event without a rule is unsupported, and one with missing fields is ignored with a reason', (t) => {
  const rules = [
    { event: 'paid', action: 'sale', invoiceId: 'data.invoice' },
    { event: 'gone', action: 'customer-deleted', externalId: 'data.user' },
  ]
  t.is(actionsOf('standard-webhooks', 'other', { data: {} }, { rules }), null)
  t.like(actionsOf('standard-webhooks', 'paid', { data: { amount: 5 } }, { rules }), {
    kind: 'none',
    reason: 'the event contains no sale id at the path of the rule',
  })
  t.like(actionsOf('standard-webhooks', 'paid', { data: { invoice: 'i' } }, { rules }), {
    kind: 'none',
    reason: 'the event contains no amount at the path of the rule',
  })
  t.like(actionsOf('standard-webhooks', 'gone', { data: { user: 'u' } }, { rules }), {
    kind: 'customer-deleted',
    person: { externalId: 'u' },
  })
})

test('events of unexpected shapes throw no errors', (t) => {
  const shapes: Json[] = [
    {},
    { data: null },
    { data: { object: [] } },
    { data: { object: { metadata: 'text', customer: [] } } },
    { content: 3 },
    { properties: [] },
    { payload: 'x' },
    { form_response: { answers: {} } },
    { event: { user: 1 } },
  ]
  const types = [
    'checkout.session.completed',
    'invoice.paid',
    'charge.refunded',
    'orders/paid',
    'refunds/create',
    'transaction.completed',
    'order_created',
    'order.paid',
    'payment_succeeded',
    'invitee.created',
    'form_response',
    'order.updated',
    'team_join',
    'contact.propertyChange',
    'deal.propertyChange',
    'charge_invoice.paid',
    'marketplace_purchase',
  ]
  for (const slug of [
    'stripe',
    'shopify',
    'paddle',
    'lemonsqueezy',
    'polar',
    'chargebee',
    'recurly',
    'segment',
    'hubspot',
    'slack',
    'calendly',
    'typeform',
    'woocommerce',
    'github',
    'standard-webhooks',
    'generic',
  ]) {
    for (const type of types)
      for (const shape of shapes) t.notThrows(() => actionsOf(slug, type, shape), `${slug} ${type} ${JSON.stringify(shape)}`)
  }
})

test('the sale of an event without an id has none, so that it is not taken for another one', (t) => {
  const account = { id: 7, login: 'ann' }
  const events: [slug: string, type: string, body: Json][] = [
    ['lemonsqueezy', 'order_created', { data: { attributes: { status: 'paid', total: 100 } } }],
    ['recurly', 'charge_invoice.paid', { object: { total: 1 } }],
    ['shopify', 'orders/paid', { total_price: '1.00' }],
    ['github', 'marketplace_purchase', { action: 'purchased', marketplace_purchase: { account, plan: { monthly_price_in_cents: 1 } } }],
    ['github', 'sponsorship', { action: 'created', sponsorship: { sponsor: account, tier: { monthly_price_in_cents: 1 } } }],
  ]
  for (const [slug, type, body] of events) t.like(actionsOf(slug, type, body), { kind: 'sale', invoiceId: '' }, `${slug} ${type}`)
})

test('an event whose type is a name that every object inherits is unsupported', (t) => {
  for (const slug of ['stripe', 'shopify', 'paddle', 'lemonsqueezy', 'polar', 'chargebee', 'recurly', 'woocommerce', 'github', 'hubspot'])
    for (const type of ['constructor', 'toString', '__proto__'])
      t.is(actionsOf(slug, type, { data: { object: {} } }), null, `${slug} ${type}`)
})

test('shopify: a refund of a test order is ignored', (t) => {
  const transaction = { kind: 'refund', status: 'success', amount: '5.00', currency: 'USD' }
  const refund = (...transactions: object[]) => actionsOf('shopify', 'refunds/create', { id: 2, order_id: 1, transactions } as Json)
  t.like(refund({ ...transaction, test: true }), { kind: 'none', reason: 'nothing was refunded' })
  t.like(refund({ ...transaction, test: false }, { ...transaction, test: true }), { kind: 'refund', amount: 500 })
})

test('shopify: a refund paid back in another currency is counted in that of the shop', (t) => {
  const money = (amount: string) => ({ shop_money: { amount, currency_code: 'USD' } })
  const refund = {
    id: 2,
    order_id: 1,
    transactions: [{ kind: 'refund', status: 'success', amount: '5000', currency: 'JPY' }],
    refund_line_items: [{ subtotal_set: money('30.00'), total_tax_set: money('3.00') }],
    order_adjustments: [{ amount_set: money('-5.00'), tax_amount_set: money('-0.50') }],
  }
  t.like(actionsOf('shopify', 'refunds/create', refund), { kind: 'refund', amount: 3850 })
  const inShopCurrency = { ...refund, transactions: [{ kind: 'refund', status: 'success', amount: '20.00', currency: 'USD' }] }
  t.like(actionsOf('shopify', 'refunds/create', inShopCurrency), { kind: 'refund', amount: 2000 })
})
