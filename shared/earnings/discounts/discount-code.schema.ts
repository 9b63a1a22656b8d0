import { z } from 'zod'
import { pageFields } from '../../kernel/input-fields.js'
import { discountProviders } from './discount.schema.js'

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
export type DiscountCodeResponse = z.infer<typeof DiscountCodeSchema>

const Discount = z.object({
  id: z.string(),
  amount: z.number().describe('Cents or a percentage, depending on type.'),
  type: z.enum(['percentage', 'flat']),
  maxDuration: z.number().nullable().describe('Months; null for unlimited.'),
  provider: z.enum(discountProviders),
})

/** Payload of discount code events: includes the discount, which the receiver may no longer be able to fetch. */
export const AnnouncedDiscountCodeSchema = DiscountCodeSchema.omit({ discountId: true }).extend({ discount: Discount.nullable() })
export type AnnouncedDiscountCode = z.infer<typeof AnnouncedDiscountCodeSchema>

export const getDiscountCodesQuerySchema = z.object({
  partnerId: z.string().max(100).optional().meta({ description: 'Filter by partner.' }),
  discountId: z.string().max(100).optional().meta({ description: 'Filter by discount.' }),
  code: z.string().max(100).optional().meta({ description: 'Filter by code, regardless of case.' }),
  ...pageFields(100),
})
export type GetDiscountCodes = z.infer<typeof getDiscountCodesQuerySchema>

const code = z
  .string()
  .trim()
  .max(100)
  .regex(/^[a-zA-Z0-9\-_]+$/, 'Use letters, digits, hyphens and underscores.')

const blankToUndefined = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value)

export const createDiscountCodeBodySchema = z.object({
  code: z.preprocess(blankToUndefined, code.optional()).meta({ description: 'The code; by default made of the name and the discount.' }),
  partnerId: z.string().max(100).meta({ description: 'The partner to whom sales with the code are attributed.' }),
  linkId: z.string().max(100).meta({ description: 'The link of the partner to which sales with the code are attributed.' }),
})
export type CreateDiscountCode = z.infer<typeof createDiscountCodeBodySchema>

export const DiscountCodeParams = z.object({ idOrCode: z.string().meta({ description: 'Id of the discount code, or the code itself.' }) })
export const DeletedDiscountCode = z.object({ id: z.string() })
