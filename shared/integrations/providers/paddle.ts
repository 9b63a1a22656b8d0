import { z } from 'zod'
import { noAction, type Action, type Person } from '../actions/action.js'
import { paddleScheme } from '../signatures/provider-schemes.js'
import { valueAt, type Json, textAt } from './json.js'
import { amountAt } from './money.js'
import { clickIdIn, externalIdIn } from './person.js'
import { handlerOf, provider, type ProviderEvent } from './provider.js'

export const paddle = provider({
  slug: 'paddle',
  name: 'Paddle',
  description: 'Completed transactions become sales, approved refunds and chargebacks are deducted, trials become leads.',
  category: 'payments',
  website: 'https://www.paddle.com',
  settings: z.object({}),
  receiver: {
    scheme: () => paddleScheme,
    secretName: 'Secret key of the notification destination (`pdl_ntfset_...`)',
    parseEvents: (body) => [{ id: textAt(body, 'event_id') ?? null, type: textAt(body, 'event_type') ?? 'unknown', body, isTest: false }],
    toActions: (event) => handlerOf(actionsByType, event)?.(valueAt(event.body, 'data') ?? null, event) ?? null,
  },
})

const actionsByType: Record<string, (data: Json, event: ProviderEvent) => Action> = {
  'transaction.completed': transaction,
  'adjustment.created': adjustment,
  'adjustment.updated': adjustment,
  'customer.created': (data, event) => {
    const person = customerPerson(data, event)
    return person.clickId ? { kind: 'lead', person, eventName: 'New customer' } : { kind: 'customer', person }
  },
  'customer.updated': (data, event) => ({ kind: 'customer', person: customerPerson(data, event) }),
  'subscription.trialing': (data, event) => ({ kind: 'lead', person: payer(data, event), eventName: 'Started Trial' }),
  'subscription.canceled': (data, event) => ({
    kind: 'subscription-ended',
    person: payer(data, event),
    subscriptionId: textAt(data, 'id'),
  }),
}

/** An amount without tax, so that a refund of tax alone changes no sale. Amounts are strings in minor units. */
function netAt(data: Json, path: string): number | undefined {
  const total = amountAt(data, `${path}.total`)
  return total === undefined ? undefined : total - (amountAt(data, `${path}.tax`) ?? 0)
}

function transaction(data: Json, event: ProviderEvent): Action {
  const amount = netAt(data, 'details.totals') ?? 0
  const id = textAt(data, 'id') ?? ''
  const isRecurring = textAt(data, 'origin') === 'subscription_recurring'
  return {
    kind: 'sale',
    person: payer(data, event),
    gross: amount,
    amount,
    currency: textAt(data, 'currency_code') ?? 'usd',
    invoiceId: id,
    references: [id],
    subscriptionId: textAt(data, 'subscription_id'),
    eventName: isRecurring ? 'Invoice paid' : textAt(data, 'subscription_id') ? 'Subscription creation' : 'Purchase',
  }
}

function adjustment(data: Json): Action {
  const [action, id, references] = [textAt(data, 'action') ?? '', textAt(data, 'id') ?? '', [textAt(data, 'transaction_id') ?? '']]
  if (textAt(data, 'status') !== 'approved') return noAction('the adjustment is not approved')
  const amount = netAt(data, 'totals')
  if (amount === 0) return noAction('the adjustment is of tax only')
  // A successfully contested chargeback is reversed by a separate adjustment.
  if (action === 'chargeback_reverse') return { kind: 'reinstatement', references, reinstatementId: id, amount: amount ?? 0 }
  if (action !== 'refund' && action !== 'chargeback') return noAction('the adjustment refunds nothing')
  return { kind: 'refund', references, refundId: id, amount }
}

const payer = (data: Json, event: ProviderEvent): Person => ({
  clickId: clickIdIn(event, valueAt(data, 'custom_data')),
  externalId: externalIdIn(valueAt(data, 'custom_data')),
  providerId: textAt(data, 'customer_id'),
})
const customerPerson = (data: Json, event: ProviderEvent): Person => ({
  ...payer(data, event),
  providerId: textAt(data, 'id'),
  email: textAt(data, 'email'),
  name: textAt(data, 'name'),
})
