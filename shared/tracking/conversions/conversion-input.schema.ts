/** Input and output of leads and sales. */
import { z } from 'zod'
import { idText, maxTextLength } from '../../kernel/input-fields.js'
import { creditRules } from '../attribution/credit.js'
import { customerIdMissing } from './errors.js'

const maxMetadataLength = 10_000

/** Far below the largest exact integer of JSON numbers, so that sums of many sales are exact too. */
export const maxSaleAmount = 1_000_000_000_000

export const metadataField = () =>
  z
    .record(z.string(), z.any())
    .nullable()
    .default(null)
    .refine((value) => value === null || JSON.stringify(value).length <= maxMetadataLength, {
      message: `Metadata must not exceed ${maxMetadataLength} characters of JSON.`,
    })
    .meta({ description: 'Custom data; lists can be filtered by it.' })

const customerFields = {
  customerExternalId: z.string().trim().min(1).max(100).meta({ description: 'Your own id of the customer.' }),
  customerName: z
    .string()
    .max(100)
    .nullable()
    .default(null)
    .meta({ description: 'Name of the customer. Does not overwrite an existing name.' }),
  customerEmail: z
    .email()
    .max(100)
    .nullable()
    .default(null)
    .meta({ description: 'Email address of the customer. Does not overwrite an existing address.' }),
  customerAvatar: z.string().max(maxTextLength).nullable().default(null).meta({ description: 'URL of a picture of the customer.' }),
}

const lead = z.object({
  clickId: idText().trim().meta({
    description: 'Id of the click, from the query parameter or the cookie. If empty, the known click of the customer is used.',
  }),
  eventName: z.string().trim().min(1).max(255).meta({
    description: 'Name of the event, such as `Sign up`. A customer has one lead per name; case and white space are ignored.',
  }),
  ...customerFields,
  mode: z.enum(['async', 'wait', 'deferred']).default('async').meta({
    description:
      '`async` and `wait` record the lead before they respond. `deferred` only creates the customer; a later request without a click id records the lead.',
  }),
  eventQuantity: z.int().positive().max(100).nullish().meta({ description: 'Number of leads to record, such as seats.' }),
  metadata: metadataField(),
})

export type TrackLead = z.infer<typeof lead>

/** Accepts older names of customerExternalId; the first one that is not empty applies. */
const normalizeCustomerId = (body: unknown): unknown => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const { externalId, customerId, ...rest } = body as Record<string, unknown>
  const id = [rest.customerExternalId, externalId, customerId].find((one) => one !== undefined && one !== null && one !== '')
  if (id === undefined) throw customerIdMissing()
  return { ...rest, customerExternalId: id }
}

const defaultClickId = (body: unknown) =>
  typeof body === 'object' && body !== null && !Array.isArray(body)
    ? { ...body, clickId: (body as { clickId?: unknown }).clickId ?? '' }
    : body

export const trackLeadBodySchema = z.preprocess((body) => normalizeCustomerId(defaultClickId(body)), lead)

/** For pages; accepts no older names. */
export const trackClientLeadBodySchema = z.preprocess(defaultClickId, lead)

const attribution = z
  .object({
    rule: z.enum(creditRules).meta({
      description:
        'Applied rule. Leads: the named, known, first or latest click, or none in the window. Sales: the latest, first or named lead, or a direct click.',
    }),
    clickId: z.string().nullable(),
    linkId: z.string().nullable().meta({ description: 'The credited link; null if there is none.' }),
  })
  .nullable()
  .optional()
  .meta({ description: 'The credited click. Null if nothing new was recorded. Only with `expand=attribution`.' })

const customerOutput = { name: z.string().nullable(), email: z.string().nullable(), avatar: z.string().nullable() }

export const TrackedLead = z.object({
  click: z.object({ id: z.string() }),
  link: z
    .object({
      id: z.string(),
      domain: z.string(),
      key: z.string(),
      shortLink: z.url(),
      url: z.string(),
      partnerId: z.string().nullable(),
      programId: z.string().nullable(),
      tenantId: z.string().nullable(),
      externalId: z.string().nullable(),
    })
    .nullable()
    .meta({
      description:
        'The link of the lead; null if this lead was recorded before, or if every click is older than the attribution window of the workspace.',
    }),
  customer: z.object({ ...customerOutput, externalId: z.string().nullable() }),
  attribution,
})
export type TrackedLead = z.infer<typeof TrackedLead>

export const paymentProcessors = ['stripe', 'shopify', 'polar', 'paddle', 'apple', 'revenuecat', 'lemonsqueezy', 'dub', 'custom'] as const
export type PaymentProcessor = (typeof paymentProcessors)[number]

const { customerExternalId, ...otherCustomerFields } = customerFields
const sale = z.object({
  customerExternalId,
  amount: z
    .int()
    .min(0)
    .refine((amount) => amount <= maxSaleAmount, { message: `The amount must not exceed ${maxSaleAmount}.` })
    .meta({ description: "In the currency's smallest unit, such as cents. Nothing is recorded for 0." }),
  currency: idText().trim().toLowerCase().default('usd').meta({
    description: 'Three-letter code. Other currencies than the dollar are converted, and the original amount is stored too.',
  }),
  eventName: z.string().trim().max(255).default('Purchase').meta({ description: 'Name of the sale event.' }),
  paymentProcessor: z.enum(paymentProcessors).default('custom').meta({ description: 'Payment processor of the sale.' }),
  invoiceId: idText()
    .nullable()
    .default(null)
    .transform((id) => id || null)
    .meta({ description: 'Your own id of the sale. A repeated request with the same id has no effect and returns the same response.' }),
  metadata: metadataField(),
  leadEventName: z.string().trim().max(255).nullable().default(null).meta({
    description:
      "Name of the customer's lead that led to the sale; by default the latest lead. For a direct sale, the name of the lead to create.",
  }),
  clickId: idText()
    .trim()
    .nullish()
    .meta({ description: 'For a sale without a preceding lead: id of the click. The customer and a lead are created too.' }),
  ...otherCustomerFields,
})
export type TrackSale = z.infer<typeof sale>

export const trackSaleBodySchema = z.preprocess(normalizeCustomerId, sale)

export const trackClientSaleBodySchema = sale

export const TrackedSale = z.object({
  eventName: z.string(),
  customer: z
    .object({ id: z.string(), ...customerOutput, externalId: z.string().nullable() })
    .nullable()
    .meta({ description: 'Null if nothing was recorded.' }),
  sale: z
    .object({
      amount: z.number(),
      currency: z.string(),
      paymentProcessor: z.string(),
      invoiceId: z.string().nullable(),
      metadata: z.record(z.string(), z.any()).nullable(),
    })
    .nullable()
    .meta({ description: 'The sale as counted; null if nothing was recorded.' }),
  attribution,
})
export type TrackedSale = z.infer<typeof TrackedSale>
