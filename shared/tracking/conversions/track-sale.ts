import type { InWorkspace } from '../../accounts/index.js'
import { type Customer, displayName, findCustomer } from '../../customers/index.js'
import { currentAttribution } from '../attribution/attribution.queries.js'
import { type Credit, creditLead } from '../attribution/credit-lead.js'
import { type CreditRule, saleRule } from '../attribution/credit.js'
import type { ClickRow } from '../enrich-click.js'
import type { TrackedSale, TrackSale } from './conversion-input.schema.js'
import { claimSale, findClickOfLead, findCreditableLink, findSaleByInvoice, type SaleRow } from './conversion.queries.js'
import { leadNotFound, linkOfClickNotFound } from './errors.js'
import { toConversion, recordLead } from './record-lead.js'
import { recordSale } from './record-sale.js'
import { ensureCustomerOfClick, requireClick } from './track-lead.js'

const directLeadName = 'Direct sale'

/**
 * Records a sale. It is credited to the link of the customer's latest lead; without a lead, to the link of the click, and a lead is created
 * too. Idempotency is claimed before anything is counted, and after the customer is locked.
 */
export async function trackSale(scope: InWorkspace, input: TrackSale): Promise<TrackedSale> {
  const previous = input.invoiceId === null ? null : await previousResult(scope, input.invoiceId)
  if (previous) return previous
  const buyer = await resolveBuyer(scope, input)
  if (!buyer) return emptyResult(input)

  const { customer, click, rule, direct, at } = buyer
  const event = { ...toConversion(click, customer.id, at), attributed_by: rule }
  const isSale = input.amount > 0
  if (isSale && input.invoiceId !== null && !(await claimSale(scope, input.invoiceId, event.id)))
    return (await previousResult(scope, input.invoiceId)) ?? emptyResult(input)
  if (direct)
    await recordLead(scope, {
      customer,
      credit: direct,
      eventName: input.leadEventName || directLeadName,
      quantity: 1,
      metadata: input.metadata,
      at,
    })
  if (!isSale) return emptyResult(input)
  const { amount, currency } = await recordSale(scope, event, input)
  const { paymentProcessor, invoiceId, metadata, eventName } = input
  return {
    eventName,
    customer: present(customer),
    sale: { amount, currency, paymentProcessor, invoiceId, metadata },
    attribution: presentAttribution(event),
  }
}

interface Buyer {
  /** Locked. */
  customer: Customer
  click: ClickRow
  rule: CreditRule
  /** Credit of the lead to create, if the customer had none. */
  direct: Credit | null
  at: Date
}

/** Resolves the customer and the credited click; null if the customer is unknown and no click is given. */
async function resolveBuyer(scope: InWorkspace, input: TrackSale): Promise<Buyer | null> {
  const existing = await findCustomer(scope, { externalId: input.customerExternalId }, { locked: true })
  const { model } = await currentAttribution(scope)
  const click = existing && (await findClickOfLead(scope, existing.id, input.leadEventName || null, model))
  if (existing && click) {
    if (click.link_id !== '' && !(await findCreditableLink(scope, click.link_id))) throw linkOfClickNotFound()
    return {
      customer: existing,
      click,
      rule: saleRule({ model }, input.leadEventName || null, click.link_id),
      direct: null,
      at: scope.now(),
    }
  }
  if (!input.clickId) {
    if (existing) throw leadNotFound()
    return null
  }
  const clickWithLink = await requireClick(scope, input.clickId)
  const customer = await ensureCustomerOfClick(scope, input, clickWithLink)
  const at = scope.now()
  const direct = await creditLead(scope, customer, { ...clickWithLink, isNamed: true }, at)
  return { customer, click: direct.click, rule: direct.rule === 'named_click' ? 'direct_click' : direct.rule, direct, at }
}

/** The result of an earlier request with the same invoice. */
async function previousResult(scope: InWorkspace, invoiceId: string): Promise<TrackedSale | null> {
  const sale = await findSaleByInvoice(scope, invoiceId)
  if (!sale) return null
  const customer = await findCustomer(scope, { id: sale.customer_id })
  const { amount, currency, payment_processor: paymentProcessor, invoice_id, metadata } = sale
  return {
    eventName: sale.event_name,
    customer: customer && present(customer),
    sale: { amount, currency, paymentProcessor, invoiceId: invoice_id, metadata },
    attribution: presentAttribution(sale),
  }
}

const presentAttribution = ({
  attributed_by: rule,
  click_id: clickId,
  link_id,
}: Pick<SaleRow, 'attributed_by' | 'click_id' | 'link_id'>): TrackedSale['attribution'] =>
  rule ? { rule, clickId, linkId: link_id || null } : null

const emptyResult = ({ eventName }: TrackSale): TrackedSale => ({ eventName, customer: null, sale: null, attribution: null })

function present(customer: Customer): TrackedSale['customer'] {
  const { id, email, avatar, externalId } = customer
  return { id, name: displayName(customer), email, avatar, externalId }
}
