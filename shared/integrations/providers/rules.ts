/** For systems that nobody described: their users say which event means what, and where it says so. */
import { z } from 'zod'
import { nothing, type Outcome, type Person } from '../outcomes/outcome.js'
import { at, numberAt, textAt } from './json.js'
import { minorAt } from './money.js'
import { clickIdIn, clickIdOf, externalIdIn } from './person.js'
import type { ProviderEvent } from './provider.js'

const place = (description: string) =>
  z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: `${description}: a path in the body, such as \`data.user.id\`.` })

const Rule = z.object({
  event: z.string().min(1).max(200).meta({ description: 'The type of event that is meant.' }),
  action: z
    .enum(['lead', 'sale', 'refund', 'customer', 'customer-deleted', 'subscription-ended'])
    .meta({ description: 'What it means here.' }),
  name: z.string().min(1).max(255).optional().meta({ description: 'Name of the lead or sale.' }),
  clickId: place('Where the click id stands'),
  externalId: place('Where your own id of the customer stands'),
  email: place('Where the e-mail address stands'),
  customerName: place("Where the customer's name stands"),
  amount: place('Where the amount stands'),
  unit: z
    .enum(['minor', 'major'])
    .default('minor')
    .meta({ description: 'Whether amounts are in the smallest unit of the currency, or have a point.' }),
  currency: place('Where the currency stands'),
  defaultCurrency: z.string().length(3).toLowerCase().default('usd').meta({ description: 'The currency where the event names none.' }),
  invoiceId: place('Where the id of the sale stands'),
  refundId: place('Where the id of the refund stands'),
})
type Rule = z.infer<typeof Rule>

export const rules = z
  .array(Rule)
  .max(100)
  .default([])
  .meta({ description: 'What the events of the system mean. The first rule for a type counts; types without one are stored and ignored.' })

export function outcomeByRules(event: ProviderEvent): Outcome | null {
  const rule = (event.settings.rules as Rule[]).find((one) => one.event === event.type)
  return rule ? byAction[rule.action](rule, event) : null
}

const byAction: Record<Rule['action'], (rule: Rule, event: ProviderEvent) => Outcome> = {
  lead: (rule, event) => ({ kind: 'lead', person: personOf(rule, event), eventName: rule.name ?? 'Sign up' }),
  sale,
  refund,
  customer: (rule, event) => ({ kind: 'customer', person: personOf(rule, event) }),
  'customer-deleted': (rule, event) => ({ kind: 'customer-deleted', person: personOf(rule, event), isErasure: true }),
  'subscription-ended': (rule, event) => ({ kind: 'subscription-ended', person: personOf(rule, event) }),
}

const valueOf = ({ body }: ProviderEvent, path: string | undefined, ...usual: string[]) => textAt(body, ...(path ? [path] : usual))

function sale(rule: Rule, event: ProviderEvent): Outcome {
  const currency = (valueOf(event, rule.currency, 'data.currency', 'currency') ?? rule.defaultCurrency).toLowerCase()
  const amount = amountOf(rule, event, currency)
  const invoiceId = valueOf(event, rule.invoiceId, 'data.id', 'id')
  if (amount === undefined) return nothing('the event holds no amount where the rule says')
  if (!invoiceId) return nothing('the event holds no id of the sale where the rule says')
  return {
    kind: 'sale',
    person: personOf(rule, event),
    amount,
    gross: amount,
    currency,
    invoiceId,
    references: [invoiceId],
    eventName: rule.name ?? 'Purchase',
  }
}

function refund(rule: Rule, event: ProviderEvent): Outcome {
  const invoiceId = valueOf(event, rule.invoiceId, 'data.invoiceId', 'data.invoice_id', 'data.order_id')
  const refundId = valueOf(event, rule.refundId, 'data.id', 'id')
  if (!invoiceId || !refundId) return nothing('the event holds no id of the sale, or of the refund, where the rule says')
  const currency = (valueOf(event, rule.currency, 'data.currency', 'currency') ?? rule.defaultCurrency).toLowerCase()
  return { kind: 'refund', references: [invoiceId], refundId: `${event.connectionId}_${refundId}`, amount: amountOf(rule, event, currency) }
}

function amountOf({ amount, unit }: Rule, { body }: ProviderEvent, currency: string): number | undefined {
  const paths = amount ? [amount] : ['data.amount', 'amount']
  const found = unit === 'major' ? minorAt(body, currency, ...paths) : numberAt(body, ...paths)
  return found === undefined ? undefined : Math.round(found)
}

function personOf(rule: Rule, event: ProviderEvent): Person {
  const metadata = [event.body, at(event.body, 'data'), at(event.body, 'data.metadata'), at(event.body, 'metadata')]
  return {
    clickId: rule.clickId ? clickIdOf(valueOf(event, rule.clickId)) : clickIdIn(event, ...metadata),
    externalId: rule.externalId ? valueOf(event, rule.externalId) : externalIdIn(...metadata),
    email: valueOf(event, rule.email, 'data.email', 'email'),
    name: valueOf(event, rule.customerName, 'data.name', 'name'),
  }
}
