import { deleteBatch } from '../../kernel/db/delete-batch.queries.js'
import type { JobScope } from '../../kernel/scope.js'

const batchSize = 2000
const ofWorkspace = 'program_id in (select id from programs where workspace_id = ?)'

/** Deletes one batch of what partners of a closed workspace earned; true while there may be more. */
export async function deleteCommissionsOfWorkspace({ em }: JobScope, workspaceId: string): Promise<boolean> {
  for (const table of ['commissions', 'pending_earnings', 'payouts', 'discount_codes']) {
    if ((await deleteBatch(em, table, ofWorkspace, [workspaceId], batchSize)) > 0) return true
  }
  return false
}
