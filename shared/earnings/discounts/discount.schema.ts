/** Schemas of discounts. */
import { z } from 'zod'

export const discountProviders = ['stripe', 'shopify', 'custom'] as const
export type DiscountProvider = (typeof discountProviders)[number]

const description = z.string().max(190).nullish().meta({ description: 'Note about the discount.' })

const couponId = z.string().min(1).max(190).nullish()
const couponTestId = couponId.meta({ description: 'The coupon of the test mode of Stripe.' })
const autoProvision = z
  .boolean()
  .optional()
  .meta({ description: 'Whether codes for the default links of partners are created automatically, except where one was deleted.' })

export const createDiscountBodySchema = z
  .object({
    amount: z.number().min(0).max(99_999_999).meta({ description: 'Cents or a percentage, depending on type.' }),
    type: z.enum(['flat', 'percentage']).default('flat'),
    maxDuration: z.int().min(0).max(600).nullish().meta({ description: 'Months; 0 for once, null for ever.' }),
    description,
    couponId: couponId.meta({ description: 'An existing coupon of Stripe with the same amount and duration. Default: a new one.' }),
    couponTestId,
    autoProvision,
    provider: z.enum(discountProviders).default('stripe').meta({ description: 'System in which customers use the codes.' }),
    groupId: z.string().max(100).meta({ description: 'The group whose partners may offer the discount.' }),
  })
  .refine(({ type, amount }) => type === 'flat' || amount <= 100, { message: 'A percentage must not exceed 100.', path: ['amount'] })
  .refine(({ type, amount }) => type === 'percentage' || Number.isInteger(amount), {
    message: 'A flat amount must be a whole number of cents.',
    path: ['amount'],
  })
  .refine(({ provider, couponId, couponTestId }) => provider === 'stripe' || (!couponId && !couponTestId), {
    message: 'Only discounts of Stripe have coupons.',
    path: ['couponId'],
  })
export type CreateDiscount = z.infer<typeof createDiscountBodySchema>

export const updateDiscountBodySchema = z.object({ description, couponTestId, autoProvision })
export type UpdateDiscount = z.infer<typeof updateDiscountBodySchema>

export const DiscountParams = z.object({ id: z.string().meta({ description: 'Id of the discount.' }) })
export const DeletedDiscount = z.object({ id: z.string() })

export const DiscountSchema = z.object({
  id: z.string(),
  amount: z.number(),
  type: z.enum(['flat', 'percentage']),
  maxDuration: z.number().nullable(),
  couponId: z.string().nullable(),
  couponTestId: z.string().nullable(),
  description: z.string().nullish(),
  provider: z.enum(discountProviders),
  autoProvisionEnabledAt: z.string().nullish(),
  partnersCount: z.number().optional().describe('Partners who may offer the discount.'),
})
/** What partners and visitors of the marketplace see: neither coupons nor settings of the workspace. */
export const OfferedDiscountSchema = DiscountSchema.pick({ id: true, amount: true, type: true, maxDuration: true, description: true })
export type OfferedDiscount = z.infer<typeof OfferedDiscountSchema>
export type DiscountResponse = z.infer<typeof DiscountSchema>
