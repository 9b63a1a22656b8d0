/** Input and output of refunds. */
import { z } from 'zod'
import { idText } from '../../kernel/input-fields.js'
import { metadataField } from '../conversions/conversion-input.schema.js'

export const maxRefundIdLength = 500

export const trackRefundBodySchema = z
  .object({
    invoiceId: idText().min(1).optional().meta({ description: 'Your own id of the sale to refund.' }),
    saleEventId: idText().min(1).optional().meta({ description: 'Event id of the sale, for a sale without an invoice.' }),
    amount: z
      .int()
      .positive()
      .optional()
      .meta({ description: 'Amount to refund, in the smallest unit of the currency. By default all that is left.' }),
    currency: idText().trim().toLowerCase().optional().meta({
      description:
        'Currency of the amount: the original currency of the sale, which is the default, or the currency in which it is counted.',
    }),
    refundId: z
      .string()
      .min(1)
      .max(maxRefundIdLength)
      .optional()
      .meta({ description: 'Your own id of the refund. A repeated request with the same id has no effect and returns the same response.' }),
    metadata: metadataField(),
  })
  .refine(({ invoiceId, saleEventId }) => (invoiceId === undefined) !== (saleEventId === undefined), {
    message: 'Send either invoiceId or saleEventId.',
    path: ['invoiceId'],
  })
export type TrackRefund = z.infer<typeof trackRefundBodySchema>

export const TrackedRefund = z.object({
  saleEventId: z.string(),
  invoiceId: z.string().nullable(),
  isFull: z.boolean().meta({ description: 'Whether the sale is fully refunded.' }),
  refund: z.object({
    eventId: z.string(),
    refundId: z.string().nullable(),
    amount: z.number().meta({ description: 'As counted, in cents.' }),
    currency: z.string(),
    originalAmount: z.number().meta({ description: 'As paid back.' }),
    originalCurrency: z.string(),
    metadata: z.record(z.string(), z.any()).nullable(),
  }),
})
export type TrackedRefund = z.infer<typeof TrackedRefund>
