import { z } from 'zod'
import { CustomerSchema } from '../customers/index.js'
import { PartnerWithTotalsSchema } from '../partners/index.js'

export const commissionTypes = ['click', 'lead', 'sale', 'referral', 'custom'] as const
export const commissionStatuses = ['pending', 'processed', 'paid', 'refunded', 'duplicate', 'fraud', 'canceled', 'hold'] as const

const CommissionLink = z.object({ id: z.string(), shortLink: z.url(), domain: z.string(), key: z.string() })

/** Payload of a commission event, with partner, customer and link. */
export const CreatedCommissionSchema = z.object({
  id: z.string(),
  type: z.enum(commissionTypes).optional(),
  amount: z.number().describe('Sale amount in cents, before the reward.'),
  earnings: z.number().describe('Earnings of the partner in cents; negative for a clawback.'),
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
