/** What the customers domain announces. */
import { z } from 'zod'
import { event } from '../kernel/contract.js'

export const customerDeleted = event({ name: 'customer.deleted', payload: z.object({ workspaceId: z.string(), customerId: z.string() }) })
