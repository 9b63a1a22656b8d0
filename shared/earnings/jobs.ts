import { z } from 'zod'
import { operationJob } from '../background-operations/index.js'
import { contract } from '../kernel/queue/contract.js'
import { CommissionToCreate, InvoiceImport } from './commissions/manual/create-commission.schema.js'
import { AnnouncedDiscountCodeSchema } from './discounts/discount-code.schema.js'

/** Copies the rewards and the discount of a group to its enrolments. */
export const assignGroupTermsJob = contract({
  name: 'earnings.assign-group-terms',
  queue: 'bulk',
  payload: z.object({ groupId: z.string() }),
  attempts: 10,
  deduplicationKey: ({ groupId }) => groupId,
})

/** Collects commissions in payouts, of one program or of all. */
export const aggregatePayoutsJob = contract({
  name: 'earnings.aggregate-payouts',
  queue: 'money',
  payload: z.object({ programId: z.string() }).nullable(),
  deduplicationKey: (payload) => payload?.programId ?? '',
})

/** Creates a manual commission. */
export const createCommissionJob = contract({
  name: 'earnings.create-commission',
  queue: 'money',
  payload: CommissionToCreate,
  attempts: 10,
})

/** Creates commissions for the paid invoices of a Stripe customer, a page at a time. */
export const importStripeInvoicesJob = contract({
  name: 'earnings.import-stripe-invoices',
  queue: 'imports',
  payload: InvoiceImport,
  attempts: 8,
})

export const exportCommissionsJob = operationJob('commissions.export', 'exports')

/** Creates missing codes of the discounts that provide them by themselves. */
export const provisionDiscountCodesJob = contract({
  name: 'earnings.provision-discount-codes',
  queue: 'bulk',
  payload: z.null(),
})

/** Announces a code that was deleted with its link. A trigger of the table of links enqueues it. */
export const announceLostCodeJob = contract({
  name: 'earnings.announce-lost-code',
  queue: 'bulk',
  payload: z.object({ workspaceId: z.string(), code: AnnouncedDiscountCodeSchema }),
  attempts: 10,
})

/** Ends a code at the provider of its discount. */
export const endDiscountCodeJob = contract({
  name: 'earnings.end-discount-code',
  queue: 'bulk',
  payload: z.object({
    workspaceId: z.string(),
    provider: z.enum(['stripe', 'shopify']),
    code: z.string(),
    /** The code is ended only if it was created for this link. */
    linkId: z.string().optional(),
  }),
  attempts: 10,
})
