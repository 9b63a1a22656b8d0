/** Schemas of single events. */
import { z } from 'zod'
import { CustomerSchema } from '../customers/index.js'
import { LinkSchema } from '../links/index.js'
import { ClickSchema } from '../tracking/index.js'

const deprecated = <Schema extends z.ZodType>(schema: Schema, instead: string) =>
  schema.meta({ description: `Use \`${instead}\`.`, deprecated: true })

const legacyFields = {
  click_id: deprecated(z.string(), 'click.id'),
  link_id: deprecated(z.string(), 'link.id'),
  domain: deprecated(z.string(), 'link.domain'),
  key: deprecated(z.string(), 'link.key'),
  url: deprecated(z.string(), 'click.url'),
  continent: deprecated(z.string(), 'click.continent'),
  country: deprecated(z.string(), 'click.country'),
  city: deprecated(z.string(), 'click.city'),
  device: deprecated(z.string(), 'click.device'),
  browser: deprecated(z.string(), 'click.browser'),
  os: deprecated(z.string(), 'click.os'),
  qr: deprecated(z.number(), 'click.qr'),
  ip: deprecated(z.string(), 'click.ip'),
}

const timestamp = z.string().meta({ description: 'Time of the event, in UTC.' })
/** The link of an event, without fields that are the same for the whole workspace. */
const link = LinkSchema.omit({ identifier: true, linkRetentionCleanupDisabledAt: true, user: true }).extend({
  testStartedAt: z.string().nullable(),
  testCompletedAt: z.string().nullable(),
  workspaceId: z.string(),
  projectId: z.string().meta({ description: 'Same as `workspaceId`.', deprecated: true }),
})
const conversionFields = {
  eventId: z.string(),
  eventName: z.string(),
  metadata: z.any().nullable().optional().meta({ description: 'Metadata that was sent with the event.' }),
}

export const clickEventResponseSchema = z
  .object({ event: z.literal('click'), timestamp, click: ClickSchema, link, ...legacyFields })
  .meta({ id: 'clickEventResponseSchema', title: 'ClickEvent' })

export const leadEventResponseSchema = z
  .object({ event: z.literal('lead'), timestamp, ...conversionFields, click: ClickSchema, link, customer: CustomerSchema, ...legacyFields })
  .meta({ id: 'leadEventResponseSchema', title: 'LeadEvent' })

export const saleEventResponseSchema = z
  .object({
    event: z.literal('sale'),
    timestamp,
    ...conversionFields,
    sale: z.object({
      amount: z.number().int().min(0).meta({ description: 'In cents.' }),
      invoiceId: z.string().nullable().default(null),
      paymentProcessor: z
        .enum(['stripe', 'shopify', 'polar', 'paddle', 'apple', 'revenuecat', 'lemonsqueezy', 'dub', 'custom'])
        .default('custom'),
      currency: z.any().meta({ description: 'Three-letter code of the currency.' }),
    }),
    link,
    click: ClickSchema,
    customer: CustomerSchema,
    saleAmount: deprecated(z.number(), 'sale.amount'),
    invoice_id: deprecated(z.string(), 'sale.invoiceId'),
    payment_processor: deprecated(z.string(), 'sale.paymentProcessor'),
    ...legacyFields,
  })
  .meta({ id: 'saleEventResponseSchema', title: 'SaleEvent' })

const anyEvent = z.discriminatedUnion('event', [clickEventResponseSchema, leadEventResponseSchema, saleEventResponseSchema])
export type EventResponse = z.input<typeof anyEvent>
export const EventSchema: z.ZodType<EventResponse> = anyEvent
