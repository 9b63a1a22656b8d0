import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { type EventResponse, eventsQuerySchema, listEvents } from '../../analytics/index.js'
import type { Enrolment } from '../../partners/index.js'

export const ownEventsQuerySchema = z.object({
  event: z.enum(['clicks', 'leads', 'sales']).default('clicks'),
  interval: z.enum(['24h', '7d', '30d', '90d', '1y', 'mtd', 'qtd', 'ytd', 'all']).default('30d'),
  start: z.string().max(100).optional().meta({ description: 'First day. Takes precedence over `interval`.' }),
  end: z.string().max(100).optional().meta({ description: 'Last day, inclusive; requires `start`. Default: today.' }),
  timezone: z.string().max(100).default('UTC').meta({ description: 'IANA name of the time zone of the days.' }),
  page: z.coerce.number().int().min(1).max(1000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})

type OwnEventsQuery = z.infer<typeof ownEventsQuerySchema>

const OwnEvent = z.object({
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
export const OwnEvents = OwnEvent.array()

/** Events of the links of the partner, newest first, without IP addresses. */
export async function listOwnEvents(
  scope: WorkspaceScope,
  enrolment: Pick<Enrolment, 'programId' | 'partnerId' | 'customerDataSharingEnabledAt'>,
  query: OwnEventsQuery,
): Promise<z.infer<typeof OwnEvents>> {
  const events = await listEvents(
    scope,
    eventsQuerySchema.parse({ ...query, partnerId: enrolment.partnerId, programId: enrolment.programId }),
  )
  return presentOwnEvents(enrolment, events)
}

/** What the partner sees of the events. */
export function presentOwnEvents(
  enrolment: Pick<Enrolment, 'customerDataSharingEnabledAt'>,
  events: readonly EventResponse[],
): z.infer<typeof OwnEvents> {
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

/** The first letter and the domain of an email address. Imported customers may have another text as their address. */
export const maskEmail = (email: string | null | undefined) => email?.replace(/^(.).*?(@[^@]*)?$/su, '$1****$2') ?? null
