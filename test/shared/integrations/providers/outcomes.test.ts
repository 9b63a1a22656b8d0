/** What single events mean, beside those that are tried through the whole service. */
import test from 'ava'
import { readSettings } from '../../../../shared/integrations/connections/settings.js'
import type { Outcome } from '../../../../shared/integrations/outcomes/outcome.js'
import { providerOf } from '../../../../shared/integrations/providers/index.js'
import type { Json } from '../../../../shared/integrations/providers/json.js'
import { usualClickIdNames } from '../../../../shared/integrations/providers/person.js'

const clickId = 'AbCdEfGhIjKlMnOp'

function outcome(slug: string, type: string, body: Json, settings: Record<string, unknown> = {}): Outcome | Outcome[] | null {
  const provider = providerOf(slug)
  if (!provider?.receiver) throw new Error(`no provider ${slug}`)
  return provider.receiver.outcome({
    type,
    body,
    headers: {},
    settings: readSettings(provider, settings),
    connectionId: 'conn_1',
    clickIdNames: usualClickIdNames,
  })
}
const stripe = (type: string, object: Json, settings = {}) => outcome('stripe', type, { data: { object } }, settings)

test('stripe: a checkout that began a subscription is named by its invoice, as the paid invoice is', (t) => {
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

test('stripe: a checkout that is not paid, sets something up, or is free sells nothing; a free one that begins a trial is a lead', (t) => {
  const session = { id: 'cs_1', customer: 'cus_1', client_reference_id: `dub_id_${clickId}`, amount_total: 500 }
  t.like(stripe('checkout.session.completed', { ...session, mode: 'payment', payment_status: 'unpaid' }), { kind: 'nothing' })
  t.like(stripe('checkout.session.completed', { ...session, mode: 'setup', payment_status: 'no_payment_required' }), { kind: 'nothing' })
  const trial = { ...session, mode: 'subscription', payment_status: 'no_payment_required' }
  t.like(stripe('checkout.session.completed', trial), { kind: 'lead', eventName: 'Started Trial', person: { clickId } })
  t.like(stripe('checkout.session.completed', trial, { freeTrials: false }), { kind: 'nothing' })
})

test('stripe: a renewal is credited by the metadata of its subscription', (t) => {
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

test('stripe: refunds, disputes and credit notes name the sale in every way they can', (t) => {
  t.like(stripe('charge.refunded', { id: 'ch_1', payment_intent: 'pi_1', invoice: 'in_1', amount_refunded: 300 }), {
    references: ['in_1', 'pi_1', 'ch_1'],
    amount: { inAll: 300 },
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
  t.like(stripe('credit_note.created', { id: 'cn_1', invoice: 'in_1', amount: 100, refunds: [{ refund: 're_1' }] }), { kind: 'nothing' })
  t.like(stripe('credit_note.created', { id: 'cn_1', invoice: 'in_1', amount: 100, type: 'pre_payment' }), { kind: 'nothing' })
  t.deepEqual(stripe('invoice_payment.paid', { invoice: 'in_1', payment: { payment_intent: 'pi_1' } }), {
    kind: 'sale-references',
    references: ['in_1', 'pi_1'],
  })
})

test('stripe: an inquiry takes nothing off, and a dispute that was won brings back what it took', (t) => {
  const dispute = { id: 'dp_1', charge: 'ch_1', payment_intent: 'pi_1', amount: 500 }
  t.like(stripe('charge.dispute.created', { ...dispute, status: 'warning_needs_response' }), { kind: 'nothing' })
  t.like(stripe('charge.dispute.funds_withdrawn', { ...dispute, status: 'needs_response' }), {
    kind: 'refund',
    refundId: 'dp_1',
    amount: 500,
  })
  t.deepEqual(stripe('charge.dispute.funds_reinstated', { ...dispute, status: 'won' }), {
    kind: 'reinstatement',
    references: ['pi_1', 'ch_1'],
    reinstatementId: 'dp_1:won',
    undoes: 'dp_1',
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
  t.like(stripe('customer.subscription.created', { customer: 'cus_1', status: 'active' }), { kind: 'nothing' })
  t.like(stripe('customer.subscription.deleted', { customer: { id: 'cus_1' } }), {
    kind: 'subscription-ended',
    person: { providerId: 'cus_1' },
  })
  t.is(stripe('product.updated', { id: 'prod_1' }), null)
})

test('shopify: the click id is also found in the address at which the visit began', (t) => {
  const order = {
    id: 1,
    landing_site: `/products?utm_source=x&svc_id=${clickId}`,
    current_subtotal_price_set: { shop_money: { amount: '10', currency_code: 'JPY' } },
    current_total_price_set: { shop_money: { amount: '12', currency_code: 'JPY' } },
  }
  t.like(outcome('shopify', 'orders/paid', order), { person: { clickId }, amount: 10, gross: 12, currency: 'JPY', invoiceId: 'shopify_1' })
})

test('shopify: customers, cancellations, privacy and the end of the app', (t) => {
  t.like(outcome('shopify', 'customers/create', { id: 5, email: 'a@b.example', first_name: 'Ann' }), {
    kind: 'lead',
    person: { providerId: '5', name: 'Ann' },
  })
  t.like(outcome('shopify', 'customers/redact', { customer: { id: 5, email: 'a@b.example' } }), {
    kind: 'customer-deleted',
    isErasure: true,
    person: { providerId: '5' },
  })
  t.like(outcome('shopify', 'customers/delete', { id: 5 }), { kind: 'customer-deleted', isErasure: false })
  t.like(outcome('shopify', 'orders/cancelled', { id: 1, financial_status: 'refunded' }), { kind: 'refund', references: ['shopify_1'] })
  t.like(outcome('shopify', 'orders/cancelled', { id: 1, financial_status: 'voided' }), { kind: 'nothing' })
  t.like(outcome('shopify', 'refunds/create', { id: 2, order_id: 1, transactions: [{ kind: 'refund', status: 'failure', amount: '5' }] }), {
    kind: 'nothing',
  })
  t.like(outcome('shopify', 'app/uninstalled', {}), { kind: 'disconnected' })
})

test('shopify: a chargeback is taken off and comes back when it is won; an inquiry takes nothing', (t) => {
  const dispute = { id: 9, order_id: 1, amount: '119.00', currency: 'USD' }
  t.like(outcome('shopify', 'disputes/create', { ...dispute, type: 'inquiry', status: 'needs_response' }), { kind: 'nothing' })
  t.deepEqual(outcome('shopify', 'disputes/create', { ...dispute, type: 'chargeback', status: 'needs_response' }), {
    kind: 'refund',
    references: ['shopify_1'],
    refundId: 'shopify_dispute_9',
    amount: 11_900,
  })
  t.like(outcome('shopify', 'disputes/update', { ...dispute, type: 'chargeback', status: 'won' }), {
    kind: 'reinstatement',
    reinstatementId: 'shopify_dispute_9:won',
    undoes: 'shopify_dispute_9',
    amount: 11_900,
  })
})

test('paddle: renewals, and adjustments that give nothing back', (t) => {
  t.like(
    outcome('paddle', 'transaction.completed', {
      data: { id: 'txn_1', origin: 'subscription_recurring', details: { totals: { total: '100', tax: '10' } } },
    }),
    { eventName: 'Invoice paid', amount: 90 },
  )
  t.like(outcome('paddle', 'adjustment.created', { data: { action: 'refund', status: 'pending_approval' } }), { kind: 'nothing' })
  t.like(outcome('paddle', 'adjustment.created', { data: { action: 'credit', status: 'approved' } }), { kind: 'nothing' })
  t.like(
    outcome('paddle', 'adjustment.updated', {
      data: { id: 'adj_1', action: 'chargeback', status: 'approved', transaction_id: 'txn_1', totals: { total: '50' } },
    }),
    { kind: 'refund', amount: 50 },
  )
  t.deepEqual(
    outcome('paddle', 'adjustment.created', {
      data: { id: 'adj_2', action: 'chargeback_reverse', status: 'approved', transaction_id: 'txn_1', totals: { total: '50' } },
    }),
    { kind: 'reinstatement', references: ['txn_1'], reinstatementId: 'adj_2', amount: 50 },
  )
  t.like(outcome('paddle', 'subscription.canceled', { data: { customer_id: 'ctm_1' } }), {
    kind: 'subscription-ended',
    person: { providerId: 'ctm_1' },
  })
})

test('lemonsqueezy: the first payment of a subscription is told by its order only', (t) => {
  const payment = (reason: string): Json => ({ data: { id: '9', attributes: { billing_reason: reason, total: 100, customer_id: 3 } } })
  t.like(outcome('lemonsqueezy', 'subscription_payment_success', payment('initial')), { kind: 'nothing' })
  t.like(outcome('lemonsqueezy', 'subscription_payment_success', payment('renewal')), {
    kind: 'sale',
    invoiceId: 'lemonsqueezy_invoice_9',
    eventName: 'Invoice paid',
  })
  t.like(outcome('lemonsqueezy', 'subscription_payment_refunded', { data: { id: '9', attributes: { refunded_amount: 40 } } }), {
    kind: 'refund',
    references: ['lemonsqueezy_invoice_9'],
    amount: { inAll: 40 },
  })
  t.like(outcome('lemonsqueezy', 'subscription_created', { data: { attributes: { status: 'on_trial', customer_id: 3 } } }), {
    kind: 'lead',
  })
  t.like(outcome('lemonsqueezy', 'order_created', { data: { attributes: { status: 'pending' } } }), { kind: 'nothing' })
})

test('polar: renewals, customers and ends', (t) => {
  t.like(
    outcome('polar', 'order.paid', {
      data: { id: 'o', net_amount: 5, billing_reason: 'subscription_cycle', customer: { id: 'c', external_id: 'u' } },
    }),
    { eventName: 'Invoice paid', person: { externalId: 'u', providerId: 'c' } },
  )
  t.like(outcome('polar', 'customer.updated', { data: { id: 'c', external_id: 'u', email: 'a@b.example' } }), {
    kind: 'customer',
    person: { externalId: 'u' },
  })
  t.like(outcome('polar', 'subscription.revoked', { data: { customer: { id: 'c' } } }), { kind: 'subscription-ended' })
  t.like(outcome('polar', 'refund.created', { data: {} }), { kind: 'nothing' })
})

test('chargebee: an invoice that is paid in part sells nothing yet; ids are those of the connection', (t) => {
  const content = (status: string): Json => ({
    content: { invoice: { id: '7', status, total: 100, recurring: true, first_invoice: false }, customer: { id: 'c' } },
  })
  t.like(outcome('chargebee', 'payment_succeeded', content('payment_due')), { kind: 'nothing' })
  t.like(outcome('chargebee', 'payment_succeeded', content('paid')), { kind: 'sale', invoiceId: 'conn_1_7', eventName: 'Invoice paid' })
})

test('segment: names of events are those of the settings, and the click id may stand in the address of the page', (t) => {
  const call = (event: string): Json => ({
    type: 'track',
    event,
    userId: 'u',
    messageId: 'm',
    context: { page: { url: `https://shop.example/?svc_id=${clickId}` } },
    properties: { order_id: '1', revenue: '9.99', currency: 'EUR' },
  })
  t.like(outcome('segment', 'Bought', call('Bought'), { saleEvents: ['Bought'] }), {
    kind: 'sale',
    amount: 999,
    person: { clickId, externalId: 'u' },
  })
  t.is(outcome('segment', 'Order Completed', call('Order Completed'), { saleEvents: ['Bought'] }), null)
  t.like(outcome('segment', 'identify', { type: 'identify', userId: 'u', traits: { email: 'a@b.example', name: 'Ann' } }), {
    kind: 'customer',
    person: { email: 'a@b.example', name: 'Ann' },
  })
})

test('calendly: a meeting that is moved or canceled changes nothing', (t) => {
  t.like(outcome('calendly', 'invitee.created', { payload: { email: 'a@b.example', old_invitee: 'https://x' } }), { kind: 'nothing' })
  t.like(outcome('calendly', 'invitee.canceled', { payload: {} }), { kind: 'nothing' })
  t.like(
    outcome('calendly', 'invitee.created', { payload: { email: 'a@b.example', tracking: { svc_id: clickId } } }, { leadName: 'Demo' }),
    { kind: 'lead', eventName: 'Demo', person: { clickId } },
  )
})

test('woocommerce: an order tells its sale and all its refunds at once', (t) => {
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
  const [sale, ...refunds] = outcome('woocommerce', 'order.updated', { ...order, status: 'completed' }) as Outcome[]
  t.like(sale, { kind: 'sale', amount: 10_000, gross: 11_900, invoiceId: 'conn_1_7', person: { providerId: undefined } })
  t.deepEqual(
    refunds.map((one) => (one.kind === 'refund' ? [one.refundId, one.amount] : null)),
    [
      ['conn_1_7:1', 1000],
      ['conn_1_7:2', 550],
    ],
  )
  t.like(outcome('woocommerce', 'order.updated', { ...order, status: 'pending' }), { kind: 'nothing' })
  t.like(outcome('woocommerce', 'order.updated', { ...order, status: 'refunded', refunds: [] }), {
    kind: 'refund',
    refundId: 'conn_1_7:all',
  })
})

test('github: purchases and sponsorships', (t) => {
  const purchase = (action: string): Json => ({
    action,
    effective_date: '2026-01-01',
    marketplace_purchase: {
      account: { id: 3, login: 'ann' },
      billing_cycle: 'yearly',
      unit_count: 2,
      plan: { monthly_price_in_cents: 100, yearly_price_in_cents: 1000 },
    },
  })
  t.like(outcome('github', 'marketplace_purchase', purchase('purchased')), {
    kind: 'sale',
    amount: 2000,
    person: { providerId: '3', name: 'ann' },
  })
  t.like(outcome('github', 'marketplace_purchase', purchase('cancelled')), { kind: 'subscription-ended' })
  t.like(
    outcome('github', 'sponsorship', {
      action: 'created',
      sponsorship: { node_id: 'S', sponsor: { id: 4 }, tier: { monthly_price_in_cents: 500 } },
    }),
    { kind: 'sale', amount: 500 },
  )
})

test('slack: who joins is a lead, and the end of the app ends the connection', (t) => {
  t.like(outcome('slack', 'team_join', { event: { user: { id: 'U1', profile: { email: 'a@b.example' } } } }), {
    kind: 'lead',
    person: { providerId: 'U1', email: 'a@b.example' },
  })
  t.like(outcome('slack', 'app_uninstalled', {}), { kind: 'disconnected' })
})

test('hubspot and recurly: without a key their events say too little', (t) => {
  t.like(outcome('hubspot', 'contact.creation', { objectId: 1 }), {
    kind: 'nothing',
    reason: 'the event names no more than an id: give the connection an access token as `apiKey`',
  })
  t.like(outcome('recurly', 'charge_invoice.paid', { id: 'x' }), {
    kind: 'nothing',
    reason: 'the event names no more than an id: give the connection an API key as `apiKey`',
  })
})

test('rules: an event without a rule means nothing, and one that lacks what its rule needs says so', (t) => {
  const rules = [
    { event: 'paid', action: 'sale', invoiceId: 'data.invoice' },
    { event: 'gone', action: 'customer-deleted', externalId: 'data.user' },
  ]
  t.is(outcome('standard-webhooks', 'other', { data: {} }, { rules }), null)
  t.like(outcome('standard-webhooks', 'paid', { data: { amount: 5 } }, { rules }), {
    kind: 'nothing',
    reason: 'the event holds no id of the sale where the rule says',
  })
  t.like(outcome('standard-webhooks', 'paid', { data: { invoice: 'i' } }, { rules }), {
    kind: 'nothing',
    reason: 'the event holds no amount where the rule says',
  })
  t.like(outcome('standard-webhooks', 'gone', { data: { user: 'u' } }, { rules }), {
    kind: 'customer-deleted',
    person: { externalId: 'u' },
  })
})

test('an event whose shape is unlike everything expected breaks nothing', (t) => {
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
      for (const shape of shapes) t.notThrows(() => outcome(slug, type, shape), `${slug} ${type} ${JSON.stringify(shape)}`)
  }
})
