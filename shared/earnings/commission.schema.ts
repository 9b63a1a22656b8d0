import { z } from 'zod'
import { CustomerSchema } from '../customers/index.js'
import { PartnerWithTotalsSchema } from '../partners/index.js'

export const commissionTypes = ['click', 'lead', 'sale', 'referral', 'custom'] as const
export const commissionStatuses = ['pending', 'processed', 'paid', 'refunded', 'duplicate', 'fraud', 'canceled', 'hold'] as const

const CommissionLink = z.object({ id: z.string(), shortLink: z.url(), domain: z.string(), key: z.string() })

/** A commission as it is announced, with everything it came from. */
export const CreatedCommissionSchema = z.object({
  id: z.string(),
  type: z.enum(commissionTypes).optional(),
  amount: z.number().describe('The sale in cents, before the reward.'),
  earnings: z.number().describe('What the partner earns, in cents; negative where earnings are taken back.'),
  currency: z.string(),
  status: z.enum(commissionStatuses),
  invoiceId: z.string().nullable(),
  description: z.string().nullable(),
  quantity: z.number(),
  userId: z.string().nullish(),
  createdAt: z.string(),
  updatedAt: z.string(),
  partner: PartnerWithTotalsSchema,
  customer: CustomerSchema.nullish(),
  link: CommissionLink.nullable(),
})
