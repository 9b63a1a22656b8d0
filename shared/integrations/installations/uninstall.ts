import type { WorkspaceScope } from '../../accounts/index.js'
import { deleteConnections } from '../connections/connection.queries.js'
import { notInstalled } from '../errors.js'
import { deleteDeliveries } from '../jobs.js'
import { deleteInstallation } from './installation.queries.js'

/** Takes an integration out of the workspace, with its connections. What they brought stays counted. */
export async function uninstallIntegration(scope: WorkspaceScope, slug: string): Promise<{ id: string }> {
  const id = await deleteInstallation(scope, slug)
  if (id === null) throw notInstalled()
  for (const connectionId of await deleteConnections(scope, { provider: slug })) scope.enqueue(deleteDeliveries, { connectionId })
  return { id }
}
