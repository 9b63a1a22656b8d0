import { z } from 'zod'
import { eventsQuerySchema, listEvents } from '../analytics/index.js'
import type { EmbedScope } from './embed-scope.js'

export const embedEventsQuerySchema = z.object({
  event: z.enum(['clicks', 'leads', 'sales']).default('clicks'),
  interval: z.enum(['24h', '7d', '30d', '90d', '1y', 'mtd', 'qtd', 'ytd', 'all']).default('30d'),
  page: z.coerce.number().int().min(1).max(1000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})

const EmbedEvent = z.object({
  event: z.enum(['click', 'lead', 'sale']),
  timestamp: z.string(),
  eventName: z.string().nullable(),
  link: z.object({ id: z.string(), shortLink: z.string(), url: z.string() }),
  country: z.string(),
  device: z.string(),
  saleAmount: z.number().nullable().meta({ description: 'Cents.' }),
  customer: z
    .object({ id: z.string(), email: z.string().nullable().meta({ description: 'Masked unless the program shares customer data.' }) })
    .nullable(),
})
export const EmbedEvents = EmbedEvent.array()

/** Events of the links of the partner, newest first, without IP addresses. */
export async function embedEvents(scope: EmbedScope, query: z.infer<typeof embedEventsQuerySchema>): Promise<z.infer<typeof EmbedEvents>> {
  const { enrolment } = scope.embed
  const events = await listEvents(scope, eventsQuerySchema.parse({ ...query, partnerId: enrolment.partnerId }))
  const sharesCustomers = Boolean(enrolment.customerDataSharingEnabledAt)
  return events.map((event) => ({
    event: event.event,
    timestamp: event.timestamp,
    eventName: 'eventName' in event ? event.eventName : null,
    link: { id: event.link.id, shortLink: event.link.shortLink, url: event.link.url },
    country: event.country,
    device: event.device,
    saleAmount: event.event === 'sale' ? event.sale.amount : null,
    customer:
      'customer' in event
        ? { id: event.customer.id, email: sharesCustomers ? (event.customer.email ?? null) : maskEmail(event.customer.email) }
        : null,
  }))
}

/** The first letter and the domain of an email address. */
const maskEmail = (email: string | null | undefined) => email?.replace(/^(.)[^@]*@/, '$1****@') ?? null
