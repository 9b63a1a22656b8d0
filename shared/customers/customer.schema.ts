/** Customers as callers see them. */
import { z } from 'zod'

/** A customer as it is shown beside an event or a commission. */
export const CustomerSchema = z.object({
  id: z.string(),
  name: z.string().nullish(),
  email: z.string().nullish(),
  avatar: z.string().nullish(),
  externalId: z.string().describe("The caller's own id of the customer."),
  stripeCustomerId: z.string().nullish(),
  country: z.string().nullish(),
  sales: z.number().nullish(),
  saleAmount: z.number().nullish().describe('In cents.'),
  createdAt: z.string(),
  firstSaleAt: z.string().nullish(),
  subscriptionCanceledAt: z.string().nullish(),
})

const expanded = {
  link: z
    .object({ id: z.string(), domain: z.string(), key: z.string(), shortLink: z.url(), url: z.string(), programId: z.string().nullable() })
    .nullish()
    .describe('The link that the customer came by.'),
  programId: z.string().nullish().describe('The partner program of that link.'),
  partner: z
    .object({ id: z.string(), name: z.string().max(190), email: z.string().max(190).nullable(), image: z.string().nullable() })
    .nullish()
    .describe('The partner who brought the customer.'),
  discount: z
    .object({
      id: z.string(),
      amount: z.number(),
      type: z.enum(['percentage', 'flat']),
      maxDuration: z.number().nullable(),
      couponId: z.string().nullable(),
      couponTestId: z.string().nullable(),
      description: z.string().nullish(),
      partnersCount: z.number().nullish(),
    })
    .nullish()
    .describe('What the partner may give the customer off.'),
}

/** With what it stands in connection to, where that was asked for. */
export const CustomerEnrichedSchema = CustomerSchema.extend(expanded).meta({ id: 'CustomerEnrichedSchema', title: 'Customer' })
export type CustomerAnswer = z.input<typeof CustomerEnrichedSchema>

export const DeletedCustomer = z.object({ id: z.string() })

const countedBy = {
  country: z.object({ country: z.string().nullable(), _count: z.number() }),
  link: z.object({ linkId: z.string(), _count: z.number(), shortLink: z.url(), url: z.string() }),
}
export const CustomerCount = z.union([z.number(), z.array(countedBy.country.strict()), z.array(countedBy.link.strict())])
export type CustomerCount = z.infer<typeof CustomerCount>
