/** Events of the customers domain. */
import { z } from 'zod'
import { event } from '../kernel/queue/contract.js'

const FirstClick = z.object({ id: z.string(), at: z.iso.datetime() })

/**
 * `click` is the first click of the customer, which nothing else references after the deletion. `mergedIds` are the customers that were
 * merged into it, and `mergedClicks` the first clicks that their merges replaced. `sealedIdentifiers`: see `deleted-identifiers.ts`.
 */
const CustomerDeletion = z.object({
  workspaceId: z.string(),
  customerId: z.string(),
  click: FirstClick.nullable(),
  mergedClicks: FirstClick.array().optional(),
  mergedIds: z.string().array().optional(),
  sealedIdentifiers: z.string().optional(),
})
export type CustomerDeletion = z.infer<typeof CustomerDeletion>

export const customerDeleted = event({ name: 'customer.deleted', payload: CustomerDeletion })

/** `mergedId` was merged into `customerId`, which now has the events, statistics and identifiers of both. */
export const customerMerged = event({
  name: 'customer.merged',
  payload: z.object({ workspaceId: z.string(), customerId: z.string(), mergedId: z.string() }),
})
