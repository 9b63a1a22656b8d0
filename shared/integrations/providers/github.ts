import { z } from 'zod'
import { noAction, type Action, type Person } from '../actions/action.js'
import { githubScheme } from '../signatures/provider-schemes.js'
import { headerOf } from '../signatures/signature-readers.js'
import { idAt, type Json, numberAt, textAt, valueAt } from './json.js'
import { amountAt } from './money.js'
import { handlerOf, provider, type ProviderEvent } from './provider.js'

export const github = provider({
  slug: 'github',
  name: 'GitHub',
  description: 'Marketplace purchases and sponsorships become sales.',
  category: 'other',
  website: 'https://github.com',
  settings: z.object({}),
  receiver: {
    scheme: () => githubScheme,
    secretName: 'Secret of the webhook',
    handshake: (_body, headers) => (headerOf(headers, 'x-github-event') === 'ping' ? {} : null),
    parseEvents: (body, headers) => [
      { id: headerOf(headers, 'x-github-delivery') ?? null, type: headerOf(headers, 'x-github-event') ?? 'unknown', body, isTest: false },
    ],
    toActions: (event) => handlerOf(actionsByType, event)?.(event) ?? null,
  },
})

const actionsByType: Record<string, (event: ProviderEvent) => Action> = {
  marketplace_purchase({ body }) {
    const person = account(body, 'marketplace_purchase.account')
    const action = textAt(body, 'action') ?? ''
    if (action === 'cancelled') return { kind: 'subscription-ended', person }
    if (!['purchased', 'changed'].includes(action)) return noAction('nothing was paid')
    if (valueAt(body, 'marketplace_purchase.on_free_trial') === true) return { kind: 'lead', person, eventName: 'Started Trial' }
    const isYearly = textAt(body, 'marketplace_purchase.billing_cycle') === 'yearly'
    const price =
      amountAt(body, isYearly ? 'marketplace_purchase.plan.yearly_price_in_cents' : 'marketplace_purchase.plan.monthly_price_in_cents') ?? 0
    return sale(
      person,
      price * (numberAt(body, 'marketplace_purchase.unit_count') || 1),
      idAt(`github_marketplace_${person.providerId}_`, body, 'effective_date'),
    )
  },
  sponsorship({ body }) {
    const person = account(body, 'sponsorship.sponsor')
    if (textAt(body, 'action') === 'cancelled') return { kind: 'subscription-ended', person }
    if (textAt(body, 'action') !== 'created') return noAction('nothing was paid')
    return sale(
      person,
      amountAt(body, 'sponsorship.tier.monthly_price_in_cents') ?? 0,
      idAt('github_sponsorship_', body, 'sponsorship.node_id'),
    )
  },
}

const sale = (person: Person, amount: number, invoiceId: string): Action => ({
  kind: 'sale',
  person,
  amount,
  gross: amount,
  currency: 'usd',
  invoiceId,
  references: [invoiceId],
  eventName: 'Purchase',
})
const account = (body: Json, path: string): Person => ({
  providerId: textAt(body, `${path}.id`),
  email: textAt(body, `${path}.organization_billing_email`, `${path}.email`),
  name: textAt(body, `${path}.login`),
})
