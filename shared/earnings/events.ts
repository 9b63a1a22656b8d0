/** Events of the earnings domain. */
import { z } from 'zod'
import { event } from '../kernel/queue/contract.js'

/** Leads and sales of a partner who has postbacks took part in the computation of commissions, whether or not they earn. */
export const conversionsComputed = event({
  name: 'conversions.computed',
  payload: z.object({
    workspaceId: z.string(),
    programId: z.string(),
    partnerId: z.string(),
    leadIds: z.array(z.string()),
    saleIds: z.array(z.string()),
  }),
})

/** Commissions of a partner who has postbacks were created. Apart from `commissionsCreated`, because most partners have none. */
export const postbackCommissionsCreated = event({
  name: 'commissions.created-for-postbacks',
  payload: z.object({
    workspaceId: z.string(),
    programId: z.string(),
    partnerId: z.string(),
    commissionIds: z.array(z.string()),
  }),
})

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
