/** Request schema of manual commissions, and the payload of the job that creates them. */
import { z } from 'zod'
import { idText, maxInstantLength, maxTextLength } from '../../../kernel/input-fields.js'
import { parseInstant } from '../../../kernel/parse-instant.js'
import { isCountry } from '../../../links/index.js'
import { metadataField, paymentProcessors } from '../../../tracking/index.js'

const oldest = Date.UTC(2010, 0)

const instant = (what: string) =>
  z
    .string()
    .max(maxInstantLength)
    .nullish()
    .refine((text) => text === null || text === undefined || isPastInstant(text), {
      message: 'Must be a date between 2010 and now, such as 2026-05-31T12:00:00Z.',
    })
    .meta({ description: `${what}; by default now.` })

function isPastInstant(text: string): boolean {
  const at = parseInstant(text, new Date())?.getTime()
  return at !== undefined && at >= oldest && at <= Date.now()
}

const maxAmount = 1_000_000_000_00
const isCents = (value: number) => Number.isInteger(value) && Math.abs(value) <= maxAmount
const wholeCents = { message: 'Must be a whole number of cents, at most 100000000000.' }

const partnerId = idText().meta({ description: 'The partner who gets the commission.' })

const custom = z
  .object({
    type: z.literal('custom'),
    partnerId,
    amount: z
      .number()
      .refine(isCents, wholeCents)
      .optional()
      .meta({ description: 'Earnings in cents; negative for a clawback, which needs a description.' }),
    date: instant('Date of the commission'),
    description: z.string().max(190).nullish().meta({ description: 'Shown to the partner. The reason of a clawback.' }),
  })
  .superRefine(({ amount, description }, context) => {
    if (!amount) context.addIssue({ code: 'custom', path: ['amount'], message: 'Required, and must not be 0.' })
    if (amount !== undefined && amount < 0 && !description?.trim())
      context.addIssue({ code: 'custom', path: ['description'], message: 'Required for a clawback: send the reason.' })
  })

const customer = z.object({
  email: z.email().max(254).nullish(),
  name: z.string().max(190).nullish(),
  avatar: z.url().max(maxTextLength).nullish(),
  externalId: z.string().trim().min(1).max(100),
  stripeCustomerId: idText().nullish(),
  country: z.string().trim().toUpperCase().max(2).refine(isCountry, { message: 'Must be a two-letter country code (ISO 3166-1).' }),
})

const customerFields = {
  partnerId,
  customerId: idText().nullish().meta({ description: 'Id of an existing customer. Send either this or `customer`.' }),
  customer: customer.nullish().meta({ description: 'The customer, who is created if the external id is new.' }),
  linkId: idText().nullish().meta({ description: 'A link of the partner; by default the one with the highest revenue.' }),
}

const olderName = (of: string) => ({ description: `Older name of \`${of}\`, which takes precedence.`, deprecated: true })
const eventName = () => z.string().trim().max(255).nullish()

const lead = z.object({
  type: z.literal('lead'),
  ...customerFields,
  date: instant('Date of the lead'),
  lead: z
    .object({ eventName: eventName().meta({ description: 'Name of the lead; by default `Sign up`.' }), metadata: metadataField() })
    .nullish()
    .meta({ description: 'The lead.' }),
  leadEventDate: instant('Date of the lead').meta(olderName('date')),
  leadEventName: eventName().meta(olderName('lead.eventName')),
})

const amount = () => z.number().refine(isCents, wholeCents).nullish()
const invoiceId = () => idText().nullish()

const saleDetails = z.object({
  amount: amount().meta({ description: "In the currency's smallest unit, such as cents." }),
  currency: idText().trim().toLowerCase().default('usd').meta({ description: 'Currency of the amount, which is converted to dollars.' }),
  eventName: eventName().meta({ description: 'Name of the sale; by default `Purchase`.' }),
  paymentProcessor: z.enum(paymentProcessors).default('custom').meta({ description: 'Payment processor of the sale.' }),
  invoiceId: invoiceId().meta({ description: 'Your own id of the sale, unique in the workspace.' }),
  metadata: metadataField(),
})

const sale = z
  .object({
    type: z.literal('sale'),
    ...customerFields,
    importStripeInvoices: z
      .boolean()
      .nullish()
      .default(false)
      .meta({ description: 'Create commissions for the paid Stripe invoices of the customer instead of one sale.' }),
    date: instant('Date of the sale'),
    sale: saleDetails.nullish().meta({ description: 'The sale. `amount` is required unless invoices are imported.' }),
    saleAmount: amount().meta(olderName('sale.amount')),
    saleEventDate: instant('Date of the sale').meta(olderName('date')),
    invoiceId: invoiceId().meta(olderName('sale.invoiceId')),
    productId: idText().nullish().meta(olderName('sale.metadata.productId')),
  })
  .superRefine(({ importStripeInvoices, sale: details, saleAmount }, context) => {
    const path = details || saleAmount === undefined ? ['sale', 'amount'] : ['saleAmount']
    if (!importStripeInvoices && !((details?.amount ?? saleAmount ?? 0) > 0))
      context.addIssue({ code: 'custom', path, message: 'Required, and must be greater than 0.' })
  })

export const createCommissionBodySchema = z.discriminatedUnion('type', [custom, lead, sale])
export type CreateCommission = z.infer<typeof createCommissionBodySchema>
export type CustomerOfCommission = z.infer<typeof customer>

export const CommissionCreation = z.object({ success: z.boolean(), message: z.string() })
export type CommissionCreation = z.infer<typeof CommissionCreation>

const partnerFields = { workspaceId: z.string(), programId: z.string(), partnerId: z.string() }

const CustomerToRecord = z.object({
  externalId: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  avatar: z.string().nullable(),
  country: z.string().nullable(),
  stripeCustomerId: z.string().nullable(),
})

/** Ids of what is created are chosen by the request, so that the job may run any number of times. */
export const CommissionToCreate = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('custom'),
    ...partnerFields,
    eventId: z.string(),
    earnings: z.number(),
    description: z.string().nullable(),
    userId: z.string().nullable(),
    at: z.iso.datetime(),
  }),
  z.object({
    type: z.literal('event'),
    ...partnerFields,
    linkId: z.string(),
    customer: CustomerToRecord,
    clickId: z.string(),
    leadName: z.string(),
    leadMetadata: z.record(z.string(), z.any()).nullable().optional(),
    leadAt: z.iso.datetime(),
    /** Without sales, the commission is for the lead. */
    sales: z.array(
      z.object({
        eventId: z.string(),
        amount: z.number(),
        currency: z.string(),
        invoiceId: z.string().nullable(),
        paymentProcessor: z.enum(paymentProcessors),
        metadata: z.record(z.string(), z.any()).nullable(),
        eventName: z.string().optional(),
      }),
    ),
  }),
])
export type CommissionToCreate = z.infer<typeof CommissionToCreate>

/** A step of the import of invoices: on the way to the oldest one it has passed `olderThan`; then it has recorded up to `newerThan`. */
export const InvoiceImport = z.object({
  ...partnerFields,
  linkId: z.string(),
  customer: CustomerToRecord.extend({ stripeCustomerId: z.string() }),
  olderThan: z.string().nullable(),
  newerThan: z.string().nullable(),
  refunds: z.object({ invoiceId: z.string(), amount: z.number(), refundId: z.string().optional() }).array(),
})
export type InvoiceImport = z.infer<typeof InvoiceImport>
