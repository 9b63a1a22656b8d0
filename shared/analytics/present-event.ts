/** From a stored event to what callers see. */
import type { LinkAnswer } from '../links/index.js'
import { presentClick } from '../tracking/index.js'
import type { StoredEvents } from './event-store.js'
import type { EventAnswer } from './event.schema.js'

type AnswerOf<Kind extends EventAnswer['event']> = Extract<EventAnswer, { event: Kind }>

export type CustomerOfEvent = Pick<
  AnswerOf<'lead'>['customer'],
  'id' | 'externalId' | 'name' | 'email' | 'avatar' | 'country' | 'createdAt'
>

/** What is shown beside an event. */
export interface Shown {
  link: LinkAnswer
  customers: ReadonlyMap<string, CustomerOfEvent>
  workspaceId: string
}

export const clickEvent = (row: StoredEvents['clicks'], shown: Shown): AnswerOf<'click'> => ({ event: 'click', ...common(row, row, shown) })

export const leadEvent = (row: StoredEvents['leads'], shown: Shown): AnswerOf<'lead'> => ({ event: 'lead', ...ofConversion(row, shown) })

export function saleEvent(row: StoredEvents['sales'], shown: Shown): AnswerOf<'sale'> {
  const { amount, currency, invoice_id: invoiceId } = row
  // Nobody else writes the column than tracking, which knows these processors only.
  const paymentProcessor = row.payment_processor as AnswerOf<'sale'>['sale']['paymentProcessor'] & string
  return {
    event: 'sale',
    ...ofConversion(row, shown),
    sale: { amount, invoiceId, paymentProcessor, currency },
    saleAmount: amount,
    invoice_id: invoiceId ?? '',
    payment_processor: paymentProcessor,
  }
}

function ofConversion(row: StoredEvents['leads'], shown: Shown) {
  const { id, event_name: eventName, metadata, customer_id: customerId } = row
  const customer = shown.customers.get(customerId) ?? forgotten(customerId)
  return { ...common(row, { id: row.click_id, timestamp: row.clicked_at }, shown), eventId: id, eventName, metadata, customer }
}

/** The event of a customer who was deleted still belongs to somebody, of whom nothing is known. */
const forgotten = (id: string): CustomerOfEvent => ({
  id,
  externalId: id,
  name: 'Deleted customer',
  email: null,
  avatar: null,
  country: null,
  createdAt: new Date(0).toISOString(),
})

function common(
  row: Omit<StoredEvents['clicks'], 'id'>,
  clicked: Pick<StoredEvents['clicks'], 'id' | 'timestamp'>,
  { link, workspaceId }: Shown,
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
