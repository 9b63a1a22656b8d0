import { z } from 'zod'
import { PayoutSchema } from '../list/payout.schema.js'

/** The data of `payout.confirmed`. */
export const ConfirmedPayoutSchema = PayoutSchema.pick({
  id: true,
  invoiceId: true,
  amount: true,
  currency: true,
  status: true,
  description: true,
  periodStart: true,
  periodEnd: true,
  createdAt: true,
  initiatedAt: true,
  paidAt: true,
  mode: true,
  method: true,
}).extend({
  partner: z.object({
    id: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    image: z.string().nullable(),
    country: z.string().nullable(),
    tenantId: z.string().nullable(),
    status: z.string().nullable(),
  }),
})
export type ConfirmedPayout = z.infer<typeof ConfirmedPayoutSchema>
