import type { InWorkspace } from '../../accounts/index.js'
import { type Customer, displayName, findCustomer } from '../../customers/index.js'
import { attributionNow } from '../attribution/attribution.queries.js'
import { type Credit, creditLead } from '../attribution/credit-lead.js'
import { type CreditRule, saleRule } from '../attribution/credit.js'
import type { ClickRow } from '../describe-click.js'
import type { TrackedSale, TrackSale } from './conversion-input.schema.js'
import { claimSale, clickOfLead, linkToCredit, saleOfInvoice, type SaleRow } from './conversion.queries.js'
import { leadNotFound, linkOfClickNotFound } from './errors.js'
import { conversionOf, recordLead } from './record-lead.js'
import { recordSale } from './record-sale.js'
import { customerOfClick, requireClick } from './track-lead.js'

const directLead = 'Direct sale'

/**
 * Records that a customer paid. The sale goes to the link of their latest lead; without one, to that of the click, and a lead is made with
 * it. What happens once is claimed before anything is counted, and after the customer is locked.
 */
export async function trackSale(scope: InWorkspace, input: TrackSale): Promise<TrackedSale> {
  const told = input.invoiceId === null ? null : await toldBefore(scope, input.invoiceId)
  if (told) return told
  const buyer = await buyerOf(scope, input)
  if (!buyer) return nothing(input)

  const { customer, click, rule, direct, at } = buyer
  const event = { ...conversionOf(click, customer.id, at), attributed_by: rule }
  const isSale = input.amount > 0
  if (isSale && input.invoiceId !== null && !(await claimSale(scope, input.invoiceId, event.id)))
    return (await toldBefore(scope, input.invoiceId)) ?? nothing(input)
  if (direct)
    await recordLead(scope, {
      customer,
      credit: direct,
      eventName: input.leadEventName || directLead,
      quantity: 1,
      metadata: input.metadata,
      at,
    })
  if (!isSale) return nothing(input)
  const { amount, currency } = await recordSale(scope, event, input)
  const { paymentProcessor, invoiceId, metadata, eventName } = input
  return {
    eventName,
    customer: present(customer),
    sale: { amount, currency, paymentProcessor, invoiceId, metadata },
    attribution: creditOf(event),
  }
}

interface Buyer {
  /** Locked. */
  customer: Customer
  click: ClickRow
  rule: CreditRule
  /** There was no lead before: what the one is credited to that is made. */
  direct: Credit | null
  at: Date
}

/** Who bought, and which click has the credit; null where nobody knows them. */
async function buyerOf(scope: InWorkspace, input: TrackSale): Promise<Buyer | null> {
  const known = await findCustomer(scope, { externalId: input.customerExternalId }, { locked: true })
  const { model } = await attributionNow(scope)
  const click = known && (await clickOfLead(scope, known.id, input.leadEventName || null, model))
  if (known && click) {
    if (click.link_id !== '' && !(await linkToCredit(scope, click.link_id))) throw linkOfClickNotFound()
    return { customer: known, click, rule: saleRule({ model }, input.leadEventName || null, click.link_id), direct: null, at: scope.now() }
  }
  if (!input.clickId) {
    if (known) throw leadNotFound()
    return null
  }
  const origin = await requireClick(scope, input.clickId)
  const customer = await customerOfClick(scope, input, origin)
  const at = scope.now()
  const direct = await creditLead(scope, customer, { ...origin, isNamed: true }, at)
  return { customer, click: direct.click, rule: direct.rule === 'named_click' ? 'direct_click' : direct.rule, direct, at }
}

/** The answer that a request with this invoice had. */
async function toldBefore(scope: InWorkspace, invoiceId: string): Promise<TrackedSale | null> {
  const sale = await saleOfInvoice(scope, invoiceId)
  if (!sale) return null
  const customer = await findCustomer(scope, { id: sale.customer_id })
  const { amount, currency, payment_processor: paymentProcessor, invoice_id, metadata } = sale
  return {
    eventName: sale.event_name,
    customer: customer && present(customer),
    sale: { amount, currency, paymentProcessor, invoiceId: invoice_id, metadata },
    attribution: creditOf(sale),
  }
}

const creditOf = ({
  attributed_by: rule,
  click_id: clickId,
  link_id,
}: Pick<SaleRow, 'attributed_by' | 'click_id' | 'link_id'>): TrackedSale['attribution'] =>
  rule ? { rule, clickId, linkId: link_id || null } : null

const nothing = ({ eventName }: TrackSale): TrackedSale => ({ eventName, customer: null, sale: null, attribution: null })

function present(customer: Customer): TrackedSale['customer'] {
  const { id, email, avatar, externalId } = customer
  return { id, name: displayName(customer), email, avatar, externalId }
}
