/** Schemas of confirmations. */
import { z } from 'zod'
import { idText, pageFields, stringList } from '../../kernel/input-fields.js'
import { InvoiceSchema } from '../invoices/invoice.schema.js'
import { maxPayoutIds } from '../limits.js'
import { PayoutSchema } from '../list/payout.schema.js'
import { ineligibleReasons, type IneligibleReason } from './choose-payment.js'
import { cutoffPeriods } from './cutoff.js'

const onlyOneSelection = {
  message: 'Send either selectedPayoutIds or excludedPayoutIds, not both.',
  path: ['excludedPayoutIds'],
}
const hasOneSelection = ({ selectedPayoutIds, excludedPayoutIds }: { selectedPayoutIds?: unknown; excludedPayoutIds?: unknown }) =>
  selectedPayoutIds === undefined || excludedPayoutIds === undefined

const cutoffPeriod = z
  .enum(cutoffPeriods)
  .optional()
  .meta({ description: 'Pay only commissions up to the end of this period (UTC); later ones move to another pending payout.' })

export const confirmPayoutsBodySchema = z
  .object({
    selectedPayoutIds: z
      .array(idText())
      .min(1)
      .max(maxPayoutIds)
      .optional()
      .meta({ description: 'Confirm only these payouts; without it, all that are eligible.' }),
    excludedPayoutIds: z.array(idText()).max(maxPayoutIds).optional().meta({ description: 'Confirm all eligible payouts but these.' }),
    cutoffPeriod,
    total: z
      .int()
      .min(0)
      .optional()
      .meta({ description: 'Cents that you expect to pay, with the fee. If another total is due at this moment, nothing is paid (409).' }),
  })
  .refine(hasOneSelection, onlyOneSelection)
  .prefault({})
export type ConfirmPayouts = z.infer<typeof confirmPayoutsBodySchema>

const selectionQuery = {
  selectedPayoutIds: stringList(maxPayoutIds).optional().meta({ description: 'Only these payouts.' }),
  excludedPayoutIds: stringList(maxPayoutIds).optional().meta({ description: 'All payouts but these.' }),
  cutoffPeriod,
}
export const eligiblePayoutsQuerySchema = z.object({ ...selectionQuery, ...pageFields(500) }).refine(hasOneSelection, onlyOneSelection)
export type GetEligiblePayouts = z.infer<typeof eligiblePayoutsQuerySchema>
export const countEligiblePayoutsQuerySchema = z.object(selectionQuery).refine(hasOneSelection, onlyOneSelection)
export type CountEligiblePayouts = z.infer<typeof countEligiblePayoutsQuerySchema>

export const EligiblePayoutSchema = PayoutSchema.extend({ amount: z.number().describe('Cents that a confirmation would pay.') })
export const EligiblePayoutCount = z.object({
  count: z.number(),
  amount: z.number(),
  fee: z.number().describe('The fee of a confirmation at this moment.'),
  total: z.number().describe('Amount and fee.'),
})

const reasons = Object.keys(ineligibleReasons) as IneligibleReason[]
export const ConfirmedPayoutsSchema = InvoiceSchema.extend({
  skippedPayouts: z
    .array(z.object({ payoutId: z.string(), reason: z.enum(reasons) }))
    .describe('Pending payouts that were left out, at most 100 of them.'),
})
export type ConfirmedPayouts = z.infer<typeof ConfirmedPayoutsSchema>
