/** Events of the fraud domain. */
import { z } from 'zod'
import { event } from '../kernel/queue/contract.js'

/** Held commissions of a partner became payable. */
export const commissionsReleased = event({
  name: 'commissions.released',
  payload: z.object({ programId: z.string(), partnerId: z.string(), count: z.number(), earnings: z.number() }),
})
