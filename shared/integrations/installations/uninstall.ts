import type { WorkspaceScope } from '../../accounts/index.js'
import { deleteConnections } from '../connections/connection.queries.js'
import { notInstalled } from '../errors.js'
import { deleteDeliveriesJob } from '../jobs.js'
import { deleteInstallation } from './installation.queries.js'

/** Uninstalls an integration with its connections. Recorded leads and sales are kept. */
export async function uninstallIntegration(scope: WorkspaceScope, slug: string): Promise<{ id: string }> {
  const id = await deleteInstallation(scope, slug)
  if (id === null) throw notInstalled()
  for (const connectionId of await deleteConnections(scope, { provider: slug })) scope.enqueue(deleteDeliveriesJob, { connectionId })
  return { id }
}
