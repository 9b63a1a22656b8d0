/** Events of the payouts domain. */
import { z } from 'zod'
import { payoutStatuses } from '../earnings/index.js'
import { event } from '../kernel/queue/contract.js'

/** The status of a payout changed. */
export const payoutChanged = event({
  name: 'payout.changed',
  payload: z.object({
    programId: z.string(),
    partnerId: z.string(),
    payoutId: z.string(),
    from: z.enum(payoutStatuses),
    to: z.enum(payoutStatuses),
  }),
})

/** Another attempt to pay an external payout, or its withdrawal, replaces the one that the webhook event announced. */
export const externalAttemptCanceled = event({ name: 'payout.external-attempt-canceled', payload: z.object({ eventId: z.string() }) })
