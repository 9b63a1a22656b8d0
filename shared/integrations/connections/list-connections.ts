import type { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { findConnections } from './connection.queries.js'
import type { ConnectionAnswer, listConnectionsQuerySchema } from './connection.schema.js'
import { presentConnection } from './present-connection.js'
import { requireConnection } from './require-connection.js'

/** Connections of the workspace, newest first. */
export async function listConnections(
  scope: WorkspaceScope,
  { page = 1, pageSize, ...filter }: z.infer<typeof listConnectionsQuerySchema>,
): Promise<ConnectionAnswer[]> {
  return (await findConnections(scope, filter, (page - 1) * pageSize, pageSize)).map((one) => presentConnection(scope, one))
}

export const getConnection = async (scope: WorkspaceScope, id: string): Promise<ConnectionAnswer> =>
  presentConnection(scope, await requireConnection(scope, id))
