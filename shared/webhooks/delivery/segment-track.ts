/** Events as track calls of Segment (https://segment.com/docs/connections/sources/catalog/libraries/server/http-api). */

interface Customer {
  id: string
  externalId?: string | null
  name?: string | null
  email?: string | null
}

interface Click {
  id: string
  ip?: string | null
  ua?: string | null
  referer?: string | null
  url?: string | null
}

/** The fields of events that a call is made of. Each kind of event has some of them. */
interface EventData {
  id?: string
  eventName?: string
  customer?: Customer | null
  click?: Click | null
  link?: Record<string, unknown>
  partner?: { id: string } | null
  partnerId?: string
  sale?: { amount: number; currency: string; invoiceId: string | null }
}

interface StoredEvent {
  id: string
  event: string
  createdAt: string
  data: EventData
}

/**
 * The call's `messageId` is the id of the event, so that Segment drops repeated deliveries. Its user is the customer, else the partner; the
 * visitor of a click is anonymous.
 */
export function segmentTrack(body: Buffer): Buffer {
  const { id, event, createdAt, data } = JSON.parse(body.toString('utf8')) as StoredEvent
  return Buffer.from(
    JSON.stringify({
      ...userOf(event, data, id),
      messageId: id,
      timestamp: createdAt,
      event: data.eventName ?? titleOf(event),
      properties: { ...data, ...revenueOf(data) },
      context: contextOf(data),
    }),
  )
}

/** `link.clicked` is "Link Clicked". */
const titleOf = (event: string) => event.replaceAll(/[._]/g, ' ').replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())

function userOf(event: string, { id, customer, click, partner, partnerId }: EventData, eventId: string) {
  const userId = customer?.externalId || customer?.id || partner?.id || partnerId || (event.startsWith('partner.') ? id : undefined)
  return userId ? { userId } : { anonymousId: click?.id ?? eventId }
}

/** Segment takes decimal units of a currency and not cents. */
function revenueOf({ sale }: EventData) {
  if (!sale) return {}
  return { revenue: sale.amount / 100, currency: sale.currency.toUpperCase(), order_id: sale.invoiceId ?? undefined }
}

function contextOf({ customer, click, link }: EventData) {
  const utm = (name: string) => link?.[`utm_${name}`] ?? undefined
  return {
    ip: click?.ip || undefined,
    userAgent: click?.ua || undefined,
    page: click ? { url: click.url ?? undefined, referrer: click.referer ?? undefined } : undefined,
    campaign: link ? Object.fromEntries(campaignFields.map(([field, name]) => [field, utm(name)])) : undefined,
    traits: customer ? { name: customer.name ?? undefined, email: customer.email ?? undefined } : undefined,
  }
}

/** Names of Segment, and of the parameter. */
const campaignFields = [
  ['name', 'campaign'],
  ['source', 'source'],
  ['medium', 'medium'],
  ['term', 'term'],
  ['content', 'content'],
] as const
