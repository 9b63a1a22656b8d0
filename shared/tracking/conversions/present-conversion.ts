/** Responses to tracked leads and sales. */
import { type Customer, displayName } from '../../customers/index.js'
import type { Credit } from '../attribution/credit-lead.js'
import type { TrackedLead, TrackedSale, TrackSale } from './conversion-input.schema.js'
import type { ConvertedLink, SaleRow } from './conversion.queries.js'

/** `link` is null if the lead was recorded before. */
export function presentLead(clickId: string, link: ConvertedLink | null, customer: Customer, credit?: Credit): TrackedLead {
  const { email, avatar, externalId } = customer
  const attribution = credit ? { rule: credit.rule, clickId: credit.click.id, linkId: credit.link?.id ?? null } : null
  return { click: { id: clickId }, link, customer: { name: displayName(customer), email, avatar, externalId }, attribution }
}

type PresentedSale = Pick<
  SaleRow,
  'event_name' | 'amount' | 'currency' | 'payment_processor' | 'invoice_id' | 'metadata' | 'attributed_by' | 'click_id' | 'link_id'
>

export function presentSale(sale: PresentedSale, customer: Customer | null): TrackedSale {
  const { amount, currency, payment_processor: paymentProcessor, invoice_id: invoiceId, metadata } = sale
  return {
    eventName: sale.event_name,
    customer: customer && presentCustomerOfSale(customer),
    sale: { amount, currency, paymentProcessor, invoiceId, metadata },
    attribution: sale.attributed_by ? { rule: sale.attributed_by, clickId: sale.click_id, linkId: sale.link_id || null } : null,
  }
}

/** The response if nothing was recorded. */
export const presentNoSale = ({ eventName }: TrackSale): TrackedSale => ({ eventName, customer: null, sale: null, attribution: null })

function presentCustomerOfSale(customer: Customer): TrackedSale['customer'] {
  const { id, email, avatar, externalId } = customer
  return { id, name: displayName(customer), email, avatar, externalId }
}
