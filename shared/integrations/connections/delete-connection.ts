import type { WorkspaceScope } from '../../accounts/index.js'
import { connectionNotFound } from '../errors.js'
import { deleteDeliveriesJob } from '../jobs.js'
import { deleteConnections } from './connection.queries.js'

/** Deletes a connection; a job deletes its deliveries. Recorded leads and sales are kept. */
export async function deleteConnection(scope: WorkspaceScope, id: string): Promise<{ id: string }> {
  const [deleted] = await deleteConnections(scope, { id })
  if (deleted === undefined) throw connectionNotFound()
  scope.enqueue(deleteDeliveriesJob, { connectionId: id })
  return { id }
}
