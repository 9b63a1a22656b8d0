/** Configurable rules for systems without a built-in provider: users map event types to actions and JSON paths to fields. */
import { z } from 'zod'
import { noAction, type Action, type Person } from '../actions/action.js'
import { codesAt } from './discount-codes.js'
import { valueAt, textAt } from './json.js'
import { amountAt, minorUnitsAt } from './money.js'
import { clickIdIn, clickIdOf, externalIdIn } from './person.js'
import type { ProviderEvent } from './provider.js'

const pathField = (description: string) =>
  z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: `Path of ${description} in the body, such as \`data.user.id\`.` })

const Rule = z.object({
  event: z.string().min(1).max(200).meta({ description: 'The event type.' }),
  action: z
    .enum(['lead', 'sale', 'refund', 'customer', 'customer-deleted', 'subscription-ended'])
    .meta({ description: 'The action that the event triggers.' }),
  name: z.string().min(1).max(255).optional().meta({ description: 'Name of the lead or sale.' }),
  clickId: pathField('the click id'),
  externalId: pathField('your own id of the customer'),
  email: pathField('the email address'),
  customerName: pathField('the customer name'),
  amount: pathField('the amount'),
  unit: z
    .enum(['minor', 'major'])
    .default('minor')
    .meta({ description: 'Whether amounts are in minor units (cents) or decimal major units.' }),
  currency: pathField('the currency'),
  defaultCurrency: z.string().length(3).toLowerCase().default('usd').meta({ description: 'The currency if the event contains none.' }),
  invoiceId: pathField('the sale id'),
  refundId: pathField('the refund id'),
  discountCode: pathField('the discount code'),
})
type Rule = z.infer<typeof Rule>

export const rules = z
  .array(Rule)
  .max(100)
  .default([])
  .meta({ description: 'Maps event types to actions. The first rule for a type applies; events without a rule are stored and ignored.' })

export function actionByRules(event: ProviderEvent): Action | null {
  const rule = (event.settings.rules as Rule[]).find((one) => one.event === event.type)
  return rule ? byAction[rule.action](rule, event) : null
}

const byAction: Record<Rule['action'], (rule: Rule, event: ProviderEvent) => Action> = {
  lead: (rule, event) => ({ kind: 'lead', person: personOf(rule, event), eventName: rule.name ?? 'Sign up' }),
  sale,
  refund,
  customer: (rule, event) => ({ kind: 'customer', person: personOf(rule, event) }),
  'customer-deleted': (rule, event) => ({ kind: 'customer-deleted', person: personOf(rule, event), isErasure: true }),
  'subscription-ended': (rule, event) => ({ kind: 'subscription-ended', person: personOf(rule, event) }),
}

const valueOf = ({ body }: ProviderEvent, path: string | undefined, ...defaultPaths: string[]) =>
  textAt(body, ...(path ? [path] : defaultPaths))

const defaultCodePaths = ['data.discountCode', 'data.discount_code', 'discountCode', 'discount_code']

function sale(rule: Rule, event: ProviderEvent): Action {
  const currency = (valueOf(event, rule.currency, 'data.currency', 'currency') ?? rule.defaultCurrency).toLowerCase()
  const amount = amountOf(rule, event, currency)
  const invoiceId = valueOf(event, rule.invoiceId, 'data.id', 'id')
  if (amount === undefined) return noAction('the event contains no amount at the path of the rule')
  if (!invoiceId) return noAction('the event contains no sale id at the path of the rule')
  return {
    kind: 'sale',
    person: personOf(rule, event),
    amount,
    gross: amount,
    currency,
    invoiceId,
    references: [invoiceId],
    eventName: rule.name ?? 'Purchase',
    discountCodes: codesAt(event.body, ...(rule.discountCode ? [rule.discountCode] : defaultCodePaths)),
  }
}

function refund(rule: Rule, event: ProviderEvent): Action {
  const invoiceId = valueOf(event, rule.invoiceId, 'data.invoiceId', 'data.invoice_id', 'data.order_id')
  const refundId = valueOf(event, rule.refundId, 'data.id', 'id')
  if (!invoiceId || !refundId) return noAction('the event contains no sale id or refund id at the paths of the rule')
  const currency = (valueOf(event, rule.currency, 'data.currency', 'currency') ?? rule.defaultCurrency).toLowerCase()
  return {
    kind: 'refund',
    references: [invoiceId],
    refundId,
    isWithinSale: true,
    formerRefundId: `${event.connectionId}_${refundId}`,
    amount: amountOf(rule, event, currency),
  }
}

function amountOf({ amount, unit }: Rule, { body }: ProviderEvent, currency: string): number | undefined {
  const paths = amount ? [amount] : ['data.amount', 'amount']
  return unit === 'major' ? minorUnitsAt(body, currency, ...paths) : amountAt(body, ...paths)
}

function personOf(rule: Rule, event: ProviderEvent): Person {
  const metadata = [event.body, valueAt(event.body, 'data'), valueAt(event.body, 'data.metadata'), valueAt(event.body, 'metadata')]
  return {
    clickId: rule.clickId ? clickIdOf(valueOf(event, rule.clickId)) : clickIdIn(event, ...metadata),
    externalId: rule.externalId ? valueOf(event, rule.externalId) : externalIdIn(...metadata),
    email: valueOf(event, rule.email, 'data.email', 'email'),
    name: valueOf(event, rule.customerName, 'data.name', 'name'),
  }
}
