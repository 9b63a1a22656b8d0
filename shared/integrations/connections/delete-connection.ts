import type { WorkspaceScope } from '../../accounts/index.js'
import { connectionNotFound } from '../errors.js'
import { deleteDeliveries } from '../jobs.js'
import { deleteConnections } from './connection.queries.js'

/** Ends a connection. What it brought stays counted; what it received is deleted soon after. */
export async function deleteConnection(scope: WorkspaceScope, id: string): Promise<{ id: string }> {
  const [gone] = await deleteConnections(scope, { id })
  if (gone === undefined) throw connectionNotFound()
  scope.enqueue(deleteDeliveries, { connectionId: id })
  return { id }
}
