/** What the customers domain announces. */
import { z } from 'zod'
import { event } from '../kernel/contract.js'

/** `click` is the one by which the customer was known; nothing else names it once the customer is gone. `names`: `deleted-names.ts`. */
const CustomerDeletion = z.object({
  workspaceId: z.string(),
  customerId: z.string(),
  click: z.object({ id: z.string(), at: z.string() }).nullable(),
  names: z.string().optional(),
})
export type CustomerDeletion = z.infer<typeof CustomerDeletion>

export const customerDeleted = event({ name: 'customer.deleted', payload: CustomerDeletion })

/** One customer became another: `customerId` has the events, figures and names of both. */
export const customerMerged = event({
  name: 'customer.merged',
  payload: z.object({ workspaceId: z.string(), customerId: z.string(), mergedId: z.string() }),
})
