import { z } from 'zod'

export const DiscountCodeSchema = z
  .object({
    id: z.string(),
    code: z.string(),
    discountId: z.string().nullable().describe('Null once the discount behind the code is gone.'),
    partnerId: z.string(),
    linkId: z.string().describe('The link that sales with this code are counted on.'),
    disabledAt: z.string().nullish(),
  })
  .meta({ id: 'DiscountCodeSchema', title: 'DiscountCode' })

const Discount = z.object({
  id: z.string(),
  amount: z.number().describe('Cents, or a percentage.'),
  type: z.enum(['percentage', 'flat']),
  maxDuration: z.number().nullable().describe('Months; null is for ever.'),
  provider: z.enum(['stripe', 'shopify', 'custom']),
})

/** A code as it is announced: with its discount, because a receiver may not be able to look it up any more. */
export const AnnouncedDiscountCodeSchema = DiscountCodeSchema.omit({ discountId: true }).extend({ discount: Discount.nullable() })
