/** What callers say of leads and sales, and what they hear. */
import { z } from 'zod'
import { creditRules } from '../attribution/credit.js'
import { customerNotNamed } from './errors.js'

const longestMetadata = 10_000

export const metadataField = () =>
  z
    .record(z.string(), z.any())
    .nullable()
    .default(null)
    .refine((value) => value === null || JSON.stringify(value).length <= longestMetadata, {
      message: `Metadata may be up to ${longestMetadata} characters of JSON.`,
    })
    .meta({ description: 'Anything that you want to find again; lists can be filtered by it.' })

const customerFields = {
  customerExternalId: z.string().trim().min(1).max(100).meta({ description: 'Your own id of the customer.' }),
  customerName: z.string().max(100).nullable().default(null).meta({ description: 'Name of the customer. What is known already stays.' }),
  customerEmail: z
    .email()
    .max(100)
    .nullable()
    .default(null)
    .meta({ description: 'E-mail address of the customer. What is known already stays.' }),
  customerAvatar: z.string().nullable().default(null).meta({ description: 'Address of a picture of the customer.' }),
}

const lead = z.object({
  clickId: z
    .string()
    .trim()
    .meta({
      description: 'The click that led here, from the query parameter or the cookie. Empty: the click by which the customer is known.',
    }),
  eventName: z
    .string()
    .trim()
    .min(1)
    .max(255)
    .meta({
      description: 'What happened, such as `Sign up`. A customer has one lead of each name; capitals and blanks make no difference.',
    }),
  ...customerFields,
  mode: z
    .enum(['async', 'wait', 'deferred'])
    .default('async')
    .meta({
      description:
        'With `async` and `wait` the lead is there when the answer comes. `deferred` makes the customer only; a later request without a click id makes the lead.',
    }),
  eventQuantity: z.int().positive().max(100).nullish().meta({ description: 'How many leads this stands for, such as seats.' }),
  metadata: metadataField(),
})

export type TrackLead = z.infer<typeof lead>

/** Older names of the customer's id; the first that says something counts. */
const withOlderNames = (body: unknown): unknown => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const { externalId, customerId, ...rest } = body as Record<string, unknown>
  const named = [rest.customerExternalId, externalId, customerId].find((one) => one !== undefined && one !== null && one !== '')
  if (named === undefined) throw customerNotNamed()
  return { ...rest, customerExternalId: named }
}

const withClickId = (body: unknown) =>
  typeof body === 'object' && body !== null && !Array.isArray(body)
    ? { ...body, clickId: (body as { clickId?: unknown }).clickId ?? '' }
    : body

export const trackLeadBodySchema = z.preprocess((body) => withOlderNames(withClickId(body)), lead)

/** From pages: no older names. */
export const trackClientLeadBodySchema = z.preprocess(withClickId, lead)

const attribution = z
  .object({
    rule: z
      .enum(creditRules)
      .meta({
        description:
          'Why: by the click that was named, the one by which the customer is known, their first, the latest within the window, or none, because all are older; a sale by the latest, first or named lead, or directly.',
      }),
    clickId: z.string().nullable(),
    linkId: z.string().nullable().meta({ description: 'The link that has the credit; null for none.' }),
  })
  .nullable()
  .meta({ description: 'Which click has the credit. Null where nothing new was recorded.' })

const shownCustomer = { name: z.string().nullable(), email: z.string().nullable(), avatar: z.string().nullable() }

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
        'The link that brought the lead; null where this lead was recorded before, or every click is older than the workspace lets it be.',
    }),
  customer: z.object({ ...shownCustomer, externalId: z.string().nullable() }),
  attribution,
})
export type TrackedLead = z.infer<typeof TrackedLead>

export const paymentProcessors = ['stripe', 'shopify', 'polar', 'paddle', 'apple', 'revenuecat', 'dub', 'custom'] as const

const { customerExternalId, ...ofPerson } = customerFields
const sale = z.object({
  customerExternalId,
  amount: z
    .int()
    .min(0)
    .meta({ description: "In the currency's smallest unit: cents, or whole units where there are none. Nothing is recorded for 0." }),
  currency: z
    .string()
    .trim()
    .toLowerCase()
    .default('usd')
    .meta({ description: 'Three letters. Other currencies than the dollar are converted; the original amount is kept.' }),
  eventName: z.string().trim().max(255).default('Purchase').meta({ description: 'What was sold, or how.' }),
  paymentProcessor: z.enum(paymentProcessors).default('custom').meta({ description: 'Who took the money.' }),
  invoiceId: z
    .string()
    .nullable()
    .default(null)
    .transform((id) => id || null)
    .meta({ description: 'Your own id of the sale. A second request with the same one changes nothing and answers as the first.' }),
  metadata: metadataField(),
  leadEventName: z
    .string()
    .nullable()
    .default(null)
    .meta({
      description:
        "Which of the customer's leads brought the sale; by default the latest. For a direct sale, the name of the lead that is made.",
    }),
  clickId: z
    .string()
    .trim()
    .nullish()
    .meta({ description: 'For a sale without a lead before it: the click that led here. The customer and a lead are made as well.' }),
  ...ofPerson,
})
export type TrackSale = z.infer<typeof sale>

export const trackSaleBodySchema = z.preprocess(withOlderNames, sale)

export const trackClientSaleBodySchema = sale

export const TrackedSale = z.object({
  eventName: z.string(),
  customer: z
    .object({ id: z.string(), ...shownCustomer, externalId: z.string().nullable() })
    .nullable()
    .meta({ description: 'Null where nothing was recorded.' }),
  sale: z
    .object({
      amount: z.number(),
      currency: z.string(),
      paymentProcessor: z.string(),
      invoiceId: z.string().nullable(),
      metadata: z.record(z.string(), z.any()).nullable(),
    })
    .nullable()
    .meta({ description: 'The sale as it is counted; null where nothing was recorded.' }),
  attribution,
})
export type TrackedSale = z.infer<typeof TrackedSale>
