/** Single events as callers see them. */
import { z } from 'zod'
import { CustomerSchema } from '../customers/index.js'
import { LinkSchema } from '../links/index.js'
import { ClickSchema } from '../tracking/index.js'

const old = <Schema extends z.ZodType>(schema: Schema, instead: string) =>
  schema.meta({ description: `Use \`${instead}\`.`, deprecated: true })

const flat = {
  click_id: old(z.string(), 'click.id'),
  link_id: old(z.string(), 'link.id'),
  domain: old(z.string(), 'link.domain'),
  key: old(z.string(), 'link.key'),
  url: old(z.string(), 'click.url'),
  continent: old(z.string(), 'click.continent'),
  country: old(z.string(), 'click.country'),
  city: old(z.string(), 'click.city'),
  device: old(z.string(), 'click.device'),
  browser: old(z.string(), 'click.browser'),
  os: old(z.string(), 'click.os'),
  qr: old(z.number(), 'click.qr'),
  ip: old(z.string(), 'click.ip'),
}

const timestamp = z.string().meta({ description: 'When it happened, in UTC.' })
/** The link of an event is one of the workspace. */
const link = LinkSchema.omit({ identifier: true, linkRetentionCleanupDisabledAt: true, user: true }).extend({
  testStartedAt: z.string().nullable(),
  testCompletedAt: z.string().nullable(),
  workspaceId: z.string(),
  projectId: z.string().meta({ description: 'Same as `workspaceId`.', deprecated: true }),
})
const ofConversion = {
  eventId: z.string(),
  eventName: z.string(),
  metadata: z.any().nullable().optional().meta({ description: 'What the caller sent along.' }),
}

export const clickEventResponseSchema = z
  .object({ event: z.literal('click'), timestamp, click: ClickSchema, link, ...flat })
  .meta({ id: 'clickEventResponseSchema', title: 'ClickEvent' })

export const leadEventResponseSchema = z
  .object({ event: z.literal('lead'), timestamp, ...ofConversion, click: ClickSchema, link, customer: CustomerSchema, ...flat })
  .meta({ id: 'leadEventResponseSchema', title: 'LeadEvent' })

export const saleEventResponseSchema = z
  .object({
    event: z.literal('sale'),
    timestamp,
    ...ofConversion,
    sale: z.object({
      amount: z.number().int().min(0).meta({ description: 'In cents.' }),
      invoiceId: z.string().nullable().default(null),
      paymentProcessor: z.enum(['stripe', 'shopify', 'polar', 'paddle', 'apple', 'revenuecat', 'dub', 'custom']).default('custom'),
      currency: z.any().meta({ description: 'Three-letter code of the currency.' }),
    }),
    link,
    click: ClickSchema,
    customer: CustomerSchema,
    saleAmount: old(z.number(), 'sale.amount'),
    invoice_id: old(z.string(), 'sale.invoiceId'),
    payment_processor: old(z.string(), 'sale.paymentProcessor'),
    ...flat,
  })
  .meta({ id: 'saleEventResponseSchema', title: 'SaleEvent' })

const anyEvent = z.discriminatedUnion('event', [clickEventResponseSchema, leadEventResponseSchema, saleEventResponseSchema])
export type EventAnswer = z.input<typeof anyEvent>
export const EventSchema: z.ZodType<EventAnswer> = anyEvent
