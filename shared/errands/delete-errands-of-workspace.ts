import { deleteSome } from '../kernel/delete-some.queries.js'
import type { JobScope } from '../kernel/scope.js'

/** Their files go along, and may be long. */
const atOnce = 20

/** Deletes some errands of a closed workspace; true while there may be more. Whoever works on one finds that it is gone. */
export const deleteErrandsOfWorkspace = async ({ em }: JobScope, workspaceId: string): Promise<boolean> =>
  (await deleteSome(em, 'errands', 'workspace_id = ?', [workspaceId], atOnce)) > 0
