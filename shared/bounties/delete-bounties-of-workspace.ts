import { deleteBatch } from '../kernel/db/delete-batch.queries.js'
import type { JobScope } from '../kernel/scope.js'

const batchSize = 2000
const ofWorkspace = 'program_id in (select id from programs where workspace_id = ?)'

/** Deletes one batch of the submissions of a closed workspace; true while there may be more. */
export async function deleteBountiesOfWorkspace({ em }: JobScope, workspaceId: string): Promise<boolean> {
  for (const table of ['bounty_submissions', 'pending_bounty_counts'])
    if ((await deleteBatch(em, table, ofWorkspace, [workspaceId], batchSize)) > 0) return true
  return false
}
