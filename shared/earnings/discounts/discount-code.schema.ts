import { z } from 'zod'

export const DiscountCodeSchema = z
  .object({
    id: z.string(),
    code: z.string(),
    discountId: z.string().nullable().describe('Null after the discount was deleted.'),
    partnerId: z.string(),
    linkId: z.string().describe('Link to which sales with this code are attributed.'),
    disabledAt: z.string().nullish(),
  })
  .meta({ id: 'DiscountCodeSchema', title: 'DiscountCode' })

const Discount = z.object({
  id: z.string(),
  amount: z.number().describe('Cents or a percentage, depending on type.'),
  type: z.enum(['percentage', 'flat']),
  maxDuration: z.number().nullable().describe('Months; null for unlimited.'),
  provider: z.enum(['stripe', 'shopify', 'custom']),
})

/** Payload of discount code events: includes the discount, which the receiver may no longer be able to fetch. */
export const AnnouncedDiscountCodeSchema = DiscountCodeSchema.omit({ discountId: true }).extend({ discount: Discount.nullable() })
