import type { z } from 'zod'
import { Workspace } from '../../accounts/index.js'
import { extendScope, type JobScope } from '../../kernel/scope.js'
import type { announceLostCodeJob } from '../jobs.js'
import { announceEndedCodes } from './announce-ended-codes.js'

/** Announces a code that was deleted with its link, and queues its end at the provider. */
export async function announceLostCode(scope: JobScope, { workspaceId, code }: z.infer<typeof announceLostCodeJob.payload>): Promise<void> {
  const workspace = await scope.em.findOne(Workspace, workspaceId)
  if (workspace) await announceEndedCodes(extendScope(scope, { workspace }), [code])
}
