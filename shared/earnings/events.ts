/** Events of the earnings domain. */
import { z } from 'zod'
import { event } from '../kernel/queue/contract.js'

/** A partner earned commissions, or lost some by a clawback. */
export const commissionsCreated = event({
  name: 'commissions.created',
  payload: z.object({
    workspaceId: z.string(),
    programId: z.string(),
    partnerId: z.string(),
    commissionIds: z.array(z.string()),
  }),
})
