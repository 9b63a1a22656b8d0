/** Leads and sales that a user enters afterwards, without a visit: a click shortly before is recorded with them. */
import type { InWorkspace } from '../../accounts/index.js'
import { type Customer, ensureCustomer } from '../../customers/index.js'
import { clickIdTime } from '../../kernel/ids.js'
import { orderConversions } from '../attribution/order-conversions.js'
import type { RawClick } from '../click-batch.js'
import { type ClickRow, enrichClick } from '../enrich-click.js'
import { ingestClicks } from '../jobs.js'
import { unknownLocation } from '../visitor/geo-location.js'
import type { PaymentProcessor } from './conversion-input.schema.js'
import { type ConvertedLink, findCreditableLink, claimSale } from './conversion.queries.js'
import { linkOfClickNotFound } from './errors.js'
import { findLeadByLink, isSaleStored, type LeadOfLink } from './manual-conversion.queries.js'
import { eventSlug, recordLead, toConversion } from './record-lead.js'
import { recordSale, storeSale } from './record-sale.js'

export interface ManualSale {
  /** Id of the event: a sale that exists is not recorded again. */
  eventId: string
  /** Smallest units of the currency. */
  amount: number
  currency: string
  invoiceId: string | null
  paymentProcessor: PaymentProcessor
  metadata: Record<string, unknown> | null
  /** By default, `Purchase`. */
  eventName?: string | undefined
}

export interface ManualConversion {
  customer: Pick<Customer, 'externalId' | 'name' | 'email' | 'avatar' | 'country'>
  linkId: string
  /** Id of the click, which contains its time. */
  clickId: string
  leadName: string
  /** Of a lead that is recorded. */
  leadMetadata?: Record<string, unknown> | null | undefined
  leadAt: Date
  sales: readonly ManualSale[]
  /** It happened elsewhere before it was imported: no webhook event and no domain event is published. */
  isHistoric?: boolean
}

export interface RecordedConversion {
  customer: Customer
  lead: { id: string; at: Date; isNew: boolean }
}

/**
 * Records a lead of the customer by the link, and the sales. A lead that the customer has by this link is not repeated: for sales it may
 * have any name. Recording the same conversion again has no effect.
 */
export async function recordManualConversion(scope: InWorkspace, conversion: ManualConversion): Promise<RecordedConversion> {
  const { linkId, clickId, leadName, leadMetadata = null, leadAt, sales, customer: profile, isHistoric = false } = conversion
  const link = await findCreditableLink(scope, linkId)
  if (!link) throw linkOfClickNotFound()
  const click = clickOf(scope, link, clickId, profile.country)
  const { programId, partnerId } = link
  const customer = await ensureCustomer(
    { ...scope, now: () => click.row.timestamp },
    { ...profile, click: { clickId, clickedAt: click.row.timestamp, linkId, programId, partnerId, country: profile.country } },
  )
  const existing = await findLeadByLink(scope, customer.id, linkId, sales.length > 0 ? null : eventSlug(leadName))
  const lead = existing ?? (await recordFirstLead(scope, { customer, link, click, leadName, leadMetadata, leadAt, isHistoric }))
  const record = isHistoric ? storeSale : recordSale
  for (const sale of sales) await recordSaleOnce(scope, customer, lead.click, sale, record)
  // Sales of the customer may be later than these. An import orders them when it has recorded a page.
  if (sales.length > 0 && !isHistoric) await orderConversions(scope, [customer.id])
  return { customer, lead: { id: lead.id, at: lead.at, isNew: existing === null } }
}

/** Begins the user agent of the click of an entered or imported lead. */
export const manualAgentPrefix = 'manual-conversion '

/** The user agent makes each visit a visitor of its own. */
export function clickOf(
  scope: InWorkspace,
  link: ConvertedLink,
  clickId: string,
  country: string | null,
): { raw: RawClick; row: ClickRow } {
  const raw: RawClick = {
    id: clickId,
    at: clickIdTime(clickId),
    workspaceId: scope.workspace.id,
    linkId: link.id,
    domain: link.domain,
    key: link.key,
    url: link.url,
    ip: '',
    ua: `${manualAgentPrefix}${clickId}`,
    referer: '',
    trigger: 'link',
    location: { ...unknownLocation, country: country ?? unknownLocation.country },
  }
  return { raw, row: enrichClick(raw, { locate: () => unknownLocation }) }
}

interface FirstLead {
  customer: Customer
  link: ConvertedLink
  click: { raw: RawClick; row: ClickRow }
  leadName: string
  leadMetadata: Record<string, unknown> | null
  leadAt: Date
  isHistoric: boolean
}

/** The customer may have a lead of this name by another link: by this one, it is a lead of its own. */
async function recordFirstLead(scope: InWorkspace, first: FirstLead): Promise<LeadOfLink> {
  const { customer, link, click, leadName, leadMetadata: metadata, leadAt: at, isHistoric } = first
  scope.enqueue(ingestClicks, { id: `batch_${click.raw.id}`, clicks: [click.raw], excluded: [] })
  const credit = { click: click.row, link, named: null, rule: 'named_click' as const }
  const lead = { customer, credit, eventName: leadName, quantity: 1, metadata, at, isHistoric }
  if (!(await recordLead(scope, lead))) await recordLead(scope, { ...lead, claim: `${eventSlug(leadName)} ${link.id}` })
  return (await findLeadByLink(scope, customer.id, link.id, eventSlug(leadName))) as LeadOfLink
}

async function recordSaleOnce(
  scope: InWorkspace,
  customer: Customer,
  click: ClickRow,
  sale: ManualSale,
  record: typeof recordSale,
): Promise<void> {
  const { eventId, eventName = 'Purchase', ...input } = sale
  const at = new Date(clickIdTime(eventId))
  if ((await isSaleStored(scope, eventId, at)) || (input.invoiceId !== null && !(await claimSale(scope, input.invoiceId, eventId)))) return
  const event = { ...toConversion(click, customer.id, at), id: eventId, timestamp: at, attributed_by: 'direct_click' as const }
  await record(scope, event, {
    ...input,
    customerExternalId: customer.externalId,
    customerName: null,
    customerEmail: null,
    customerAvatar: null,
    eventName,
    leadEventName: null,
    clickId: null,
  })
}
