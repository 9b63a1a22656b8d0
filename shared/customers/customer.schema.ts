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
