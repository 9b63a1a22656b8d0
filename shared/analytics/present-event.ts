/** Converts stored events to responses. */
import type { LinkResponse } from '../links/index.js'
import { presentClick } from '../tracking/index.js'
import type { StoredEvents } from './event-store.js'
import type { EventResponse } from './event.schema.js'

type ResponseOf<Kind extends EventResponse['event']> = Extract<EventResponse, { event: Kind }>

export type CustomerOfEvent = Pick<
  ResponseOf<'lead'>['customer'],
  'id' | 'externalId' | 'name' | 'email' | 'avatar' | 'country' | 'createdAt'
>

/** What a response contains besides the stored event. */
export interface EventContext {
  link: LinkResponse
  customers: ReadonlyMap<string, CustomerOfEvent>
  workspaceId: string
}

export const clickEvent = (row: StoredEvents['clicks'], context: EventContext): ResponseOf<'click'> => ({
  event: 'click',
  ...commonFields(row, row, context),
})

export const leadEvent = (row: StoredEvents['leads'], context: EventContext): ResponseOf<'lead'> => ({
  event: 'lead',
  ...conversionFields(row, context),
})

export function saleEvent(row: StoredEvents['sales'], context: EventContext): ResponseOf<'sale'> {
  const { amount, currency, invoice_id: invoiceId } = row
  // Only tracking writes this column, and it validates the processor.
  const paymentProcessor = row.payment_processor as ResponseOf<'sale'>['sale']['paymentProcessor'] & string
  return {
    event: 'sale',
    ...conversionFields(row, context),
    sale: { amount, invoiceId, paymentProcessor, currency },
    saleAmount: amount,
    invoice_id: invoiceId ?? '',
    payment_processor: paymentProcessor,
  }
}

function conversionFields(row: StoredEvents['leads'], context: EventContext) {
  const { id, event_name: eventName, metadata, customer_id: customerId } = row
  const customer = context.customers.get(customerId) ?? deletedCustomer(customerId)
  return { ...commonFields(row, { id: row.click_id, timestamp: row.clicked_at }, context), eventId: id, eventName, metadata, customer }
}

/** Placeholder for a customer who was deleted: the event remains, the personal data does not. */
const deletedCustomer = (id: string): CustomerOfEvent => ({
  id,
  externalId: id,
  name: 'Deleted customer',
  email: null,
  avatar: null,
  country: null,
  createdAt: new Date(0).toISOString(),
})

function commonFields(
  row: Omit<StoredEvents['clicks'], 'id'>,
  clicked: Pick<StoredEvents['clicks'], 'id' | 'timestamp'>,
  { link, workspaceId }: EventContext,
) {
  const { url, country, city, continent, device, browser, os, qr, ip } = row
  return {
    timestamp: row.timestamp.toISOString(),
    click: presentClick(row, clicked),
    link: {
      ...link,
      testStartedAt: link.testStartedAt ?? null,
      testCompletedAt: link.testCompletedAt ?? null,
      workspaceId,
      projectId: workspaceId,
    },
    click_id: clicked.id,
    link_id: row.link_id,
    domain: link.domain,
    key: link.key,
    url,
    continent,
    country,
    city,
    device,
    browser,
    os,
    qr: Number(qr),
    ip,
  }
}
