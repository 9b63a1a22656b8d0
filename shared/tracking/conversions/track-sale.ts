import type { InWorkspace } from '../../accounts/index.js'
import { type Customer, findCustomer } from '../../customers/index.js'
import { inTransaction, isInTransaction } from '../../kernel/scope.js'
import { currentAttribution } from '../attribution/attribution.queries.js'
import { type Credit, creditLead } from '../attribution/credit-lead.js'
import { type CreditRule, saleRule } from '../attribution/credit.js'
import type { ClickRow } from '../enrich-click.js'
import type { TrackedSale, TrackSale } from './conversion-input.schema.js'
import { claimSale, findClickOfLead, findCreditableLink, findSaleByInvoice } from './conversion.queries.js'
import { leadNotFound, linkOfClickNotFound, namedLeadNotFound } from './errors.js'
import { presentNoSale, presentSale } from './present-conversion.js'
import { recordLead, toConversion } from './record-lead.js'
import { recordSale } from './record-sale.js'
import { ensureCustomerOfClick, requireClick } from './track-lead.js'
import { trackSaleInBatch } from './track-sale-batch.js'

const directLeadName = 'Direct sale'

/**
 * Records a sale. It is credited to the link of the customer's latest lead; without a lead, to the link of the click, and a lead is created
 * too. Idempotency is claimed before anything is counted, and after the customer is locked. Ordinary sales of concurrent requests share a
 * transaction.
 */
export async function trackSale(scope: InWorkspace, input: TrackSale): Promise<TrackedSale> {
  if (isInTransaction(scope)) return trackSaleInTransaction(scope, input)
  return (await trackSaleInBatch(scope, input)) ?? inTransaction(scope, () => trackSaleInTransaction(scope, input))
}

async function trackSaleInTransaction(scope: InWorkspace, input: TrackSale): Promise<TrackedSale> {
  const previous = input.invoiceId === null ? null : await previousResult(scope, input.invoiceId)
  if (previous) return previous
  const buyer = await resolveBuyer(scope, input)
  if (!buyer) return presentNoSale(input)

  const { customer, click, rule, direct, at } = buyer
  const event = { ...toConversion(click, customer.id, at), attributed_by: rule }
  const isSale = input.amount > 0
  if (isSale && input.invoiceId !== null && !(await claimSale(scope, input.invoiceId, event.id)))
    return (await previousResult(scope, input.invoiceId)) ?? presentNoSale(input)
  if (direct)
    await recordLead(scope, {
      customer,
      credit: direct,
      eventName: input.leadEventName || directLeadName,
      quantity: 1,
      metadata: input.metadata,
      at,
    })
  if (!isSale) return presentNoSale(input)
  return presentSale(await recordSale(scope, event, input), customer)
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
  const leadName = input.leadEventName || null
  const click = existing && (await findClickOfLead(scope, existing.id, leadName, model))
  if (existing && click) {
    if (click.link_id !== '' && !(await findCreditableLink(scope, click.link_id))) throw linkOfClickNotFound()
    return {
      customer: existing,
      click,
      rule: saleRule({ model }, leadName, click.link_id),
      direct: null,
      at: scope.now(),
    }
  }
  if (existing && leadName && (await findClickOfLead(scope, existing.id, null, model))) throw namedLeadNotFound(leadName)
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
  return presentSale(sale, await findCustomer(scope, { id: sale.customer_id }))
}
