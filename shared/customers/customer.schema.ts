/** Response schemas of customers. */
import { z } from 'zod'

/** A customer within an event or a commission. */
export const CustomerSchema = z.object({
  id: z.string(),
  name: z.string().nullish(),
  email: z.string().nullish(),
  avatar: z.string().nullish(),
  externalId: z.string().describe('External id of the customer.'),
  stripeCustomerId: z.string().nullish(),
  country: z.string().nullish(),
  sales: z.number().nullish(),
  saleAmount: z.number().nullish().describe('Cents.'),
  createdAt: z.string(),
  firstSaleAt: z.string().nullish(),
  subscriptionCanceledAt: z.string().nullish(),
})

/** The discount of a partner, as customers are offered it. */
export const OfferedDiscount = z.object({
  id: z.string(),
  amount: z.number(),
  type: z.enum(['percentage', 'flat']),
  maxDuration: z.number().nullable(),
  couponId: z.string().nullable(),
  couponTestId: z.string().nullable(),
})

const expanded = {
  link: z
    .object({ id: z.string(), domain: z.string(), key: z.string(), shortLink: z.url(), url: z.string(), programId: z.string().nullable() })
    .nullish()
    .describe('Link that brought the customer.'),
  programId: z.string().nullish().describe('Partner program of that link.'),
  partner: z
    .object({ id: z.string(), name: z.string().max(190), email: z.string().max(190).nullable(), image: z.string().nullable() })
    .nullish()
    .describe('Partner who referred the customer.'),
  discount: OfferedDiscount.extend({ description: z.string().nullish(), partnersCount: z.number().nullish() })
    .nullish()
    .describe('Discount that the partner may offer.'),
}

/** With related objects, if requested with `includeExpandedFields`. */
export const CustomerEnrichedSchema = CustomerSchema.extend(expanded).meta({ id: 'CustomerEnrichedSchema', title: 'Customer' })
export type CustomerResponse = z.input<typeof CustomerEnrichedSchema>

export const DeletedCustomer = z.object({ id: z.string() })

const groupShapes = {
  country: z.object({ country: z.string().nullable(), _count: z.number() }),
  link: z.object({ linkId: z.string(), _count: z.number(), shortLink: z.url(), url: z.string() }),
}
export const CustomerCount = z.union([z.number(), z.array(groupShapes.country.strict()), z.array(groupShapes.link.strict())])
export type CustomerCount = z.infer<typeof CustomerCount>
