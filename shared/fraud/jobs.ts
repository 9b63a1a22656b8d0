/** Job contracts of the fraud domain. */
import { z } from 'zod'
import { contract } from '../kernel/queue/contract.js'

/** Releases the held commissions of a partner, except those that a pending group still holds. */
export const releaseHeldCommissionsJob = contract({
  name: 'fraud.release-held-commissions',
  queue: 'money',
  payload: z.object({ programId: z.string(), partnerId: z.string() }),
  attempts: 10,
})

/** Warns the other programs of a partner whose ban the operator confirmed. */
export const reportBanJob = contract({
  name: 'fraud.report-ban',
  queue: 'money',
  payload: z.object({ programId: z.string(), partnerId: z.string() }),
  attempts: 10,
})

/** Compares partners whose payout details changed with the other partners of their programs. */
export const checkDuplicatesJob = contract({ name: 'fraud.check-duplicates', queue: 'events', payload: z.null() })
