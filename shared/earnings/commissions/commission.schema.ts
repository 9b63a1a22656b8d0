/** Schemas of commissions. */
import { z } from 'zod'
import { CustomerSchema } from '../../customers/index.js'
import { PartnerSummarySchema, PartnerWithTotalsSchema } from '../../partners/index.js'
import { commissionStatuses, commissionTypes } from './commission-states.js'

const CommissionLink = z.object({ id: z.string(), shortLink: z.url(), domain: z.string(), key: z.string() })

const base = z.object({
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
  metadata: z.record(z.string(), z.any()).nullable().describe('Metadata of the lead or sale.'),
  createdAt: z.string(),
  updatedAt: z.string(),
})

/** Payload of a commission event, with partner, customer and link. */
export const CreatedCommissionSchema = base.extend({
  partner: PartnerWithTotalsSchema,
  customer: CustomerSchema.nullish(),
  link: CommissionLink.nullable(),
})
export type CreatedCommission = z.infer<typeof CreatedCommissionSchema>

export const CommissionSchema = base.extend({
  paidAt: z.string().nullable().describe('When the payout of the commission was sent.'),
  partner: PartnerSummarySchema,
  customer: CustomerSchema.nullish(),
})
export type CommissionResponse = z.infer<typeof CommissionSchema>

export const CommissionParams = z.object({ id: z.string().meta({ description: 'Id of the commission.' }) })
