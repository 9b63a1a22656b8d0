/** What callers say of refunds, and what they hear. */
import { z } from 'zod'
import { metadataField } from '../conversions/conversion-input.schema.js'

export const trackRefundBodySchema = z
  .object({
    invoiceId: z.string().min(1).optional().meta({ description: 'Your own id of the sale that is given back.' }),
    saleEventId: z.string().min(1).optional().meta({ description: 'The event id of the sale, for one without an invoice.' }),
    amount: z
      .int()
      .positive()
      .optional()
      .meta({ description: 'How much is given back, in the smallest unit of the currency. By default all that is left.' }),
    currency: z
      .string()
      .trim()
      .toLowerCase()
      .optional()
      .meta({
        description: 'The currency of the amount: that in which the sale was made, which is the default, or that in which it is counted.',
      }),
    refundId: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .meta({ description: 'Your own id of the refund. A second request with the same one changes nothing and answers as the first.' }),
    metadata: metadataField(),
  })
  .refine(({ invoiceId, saleEventId }) => (invoiceId === undefined) !== (saleEventId === undefined), {
    message: 'Name the sale, either by invoiceId or by saleEventId.',
    path: ['invoiceId'],
  })
export type TrackRefund = z.infer<typeof trackRefundBodySchema>

export const TrackedRefund = z.object({
  saleEventId: z.string(),
  invoiceId: z.string().nullable(),
  isFull: z.boolean().meta({ description: 'Whether nothing of the sale is left.' }),
  refund: z.object({
    eventId: z.string(),
    refundId: z.string().nullable(),
    amount: z.number().meta({ description: 'As it is counted, in cents.' }),
    currency: z.string(),
    originalAmount: z.number().meta({ description: 'As it was paid back.' }),
    originalCurrency: z.string(),
    metadata: z.record(z.string(), z.any()).nullable(),
  }),
})
export type TrackedRefund = z.infer<typeof TrackedRefund>
