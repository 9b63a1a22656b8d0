import { z } from 'zod'
import { nothing, type Outcome, type Person } from '../outcomes/outcome.js'
import { paddleScheme } from '../signatures/schemes.js'
import { at, type Json, numberAt, textAt } from './json.js'
import { clickIdIn, externalIdIn } from './person.js'
import { provider, type ProviderEvent } from './provider.js'

export const paddle = provider({
  slug: 'paddle',
  name: 'Paddle',
  description: 'Completed transactions become sales, approved refunds and chargebacks are taken off, trials become leads.',
  category: 'payments',
  website: 'https://www.paddle.com',
  settings: z.object({}),
  receiver: {
    scheme: () => paddleScheme,
    secretName: 'Secret key of the notification destination (`pdl_ntfset_...`)',
    parts: (body) => [{ id: textAt(body, 'event_id') ?? null, type: textAt(body, 'event_type') ?? 'unknown', body, isTest: false }],
    outcome: (event) => outcomes[event.type]?.(at(event.body, 'data') ?? null, event) ?? null,
  },
})

const outcomes: Record<string, (data: Json, event: ProviderEvent) => Outcome> = {
  'transaction.completed': transaction,
  'adjustment.created': adjustment,
  'adjustment.updated': adjustment,
  'customer.created': (data, event) => {
    const person = customerItself(data, event)
    return person.clickId ? { kind: 'lead', person, eventName: 'New customer' } : { kind: 'customer', person }
  },
  'customer.updated': (data, event) => ({ kind: 'customer', person: customerItself(data, event) }),
  'subscription.trialing': (data, event) => ({ kind: 'lead', person: payer(data, event), eventName: 'Started Trial' }),
  'subscription.canceled': (data, event) => ({ kind: 'subscription-ended', person: payer(data, event) }),
}

// Amounts are texts in the smallest unit.
function transaction(data: Json, event: ProviderEvent): Outcome {
  const gross = numberAt(data, 'details.totals.total') ?? 0
  const id = textAt(data, 'id') ?? ''
  const isRecurring = textAt(data, 'origin') === 'subscription_recurring'
  return {
    kind: 'sale',
    person: payer(data, event),
    gross,
    amount: gross - (numberAt(data, 'details.totals.tax') ?? 0),
    currency: textAt(data, 'currency_code') ?? 'usd',
    invoiceId: id,
    references: [id],
    eventName: isRecurring ? 'Invoice paid' : textAt(data, 'subscription_id') ? 'Subscription creation' : 'Purchase',
  }
}

function adjustment(data: Json): Outcome {
  const [action, id, references] = [textAt(data, 'action') ?? '', textAt(data, 'id') ?? '', [textAt(data, 'transaction_id') ?? '']]
  if (textAt(data, 'status') !== 'approved') return nothing('the adjustment is not approved')
  // A chargeback that was contested with success is undone by an adjustment of its own.
  if (action === 'chargeback_reverse')
    return { kind: 'reinstatement', references, reinstatementId: id, amount: numberAt(data, 'totals.total') ?? 0 }
  if (action !== 'refund' && action !== 'chargeback') return nothing('the adjustment gives nothing back')
  return { kind: 'refund', references, refundId: id, amount: numberAt(data, 'totals.total') }
}

const payer = (data: Json, event: ProviderEvent): Person => ({
  clickId: clickIdIn(event, at(data, 'custom_data')),
  externalId: externalIdIn(at(data, 'custom_data')),
  providerId: textAt(data, 'customer_id'),
})
const customerItself = (data: Json, event: ProviderEvent): Person => ({
  ...payer(data, event),
  providerId: textAt(data, 'id'),
  email: textAt(data, 'email'),
  name: textAt(data, 'name'),
})
