import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { networkActivityOf } from './enrolment-list.queries.js'
import { requireEnrolment } from './require-enrolment.js'

export const NetworkActivity = z.object({ totalPrograms: z.number(), activePrograms: z.number(), bannedPrograms: z.number() })

/** In how many programs of this installation the partner takes part, and how many banned it. */
export async function findNetworkActivity(scope: WorkspaceScope, partnerId: string): Promise<z.infer<typeof NetworkActivity>> {
  await requireEnrolment(scope, await requireDefaultProgram(scope), { partnerId })
  return networkActivityOf(scope, partnerId)
}
