import { deleteSome } from '../kernel/delete-some.queries.js'
import type { JobScope } from '../kernel/scope.js'

/** Other names and claims go along. */
const atOnce = 2000

/** Deletes some customers of a closed workspace; true while there may be more. Nobody is told of each: all that names them goes as well. */
export const deleteCustomersOfWorkspace = async ({ em }: JobScope, workspaceId: string): Promise<boolean> =>
  (await deleteSome(em, 'customers', 'workspace_id = ?', [workspaceId], atOnce)) > 0
