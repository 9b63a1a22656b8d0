/** Events of the accounts domain. */
import { z } from 'zod'
import { event } from '../kernel/queue/contract.js'

/** The plan of a workspace changed. Subscribers read the present plan, so that the order of events does not matter. */
export const planChanged = event({ name: 'workspace.plan-changed', payload: z.object({ workspaceId: z.string() }) })
