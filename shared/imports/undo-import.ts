import type { WorkspaceScope } from '../accounts/index.js'
import { runInSteps, startBackgroundOperation } from '../background-operations/index.js'
import { inTransaction, type JobScope } from '../kernel/scope.js'
import { bulkDeleteLinks, maxBulkLinks } from '../links/index.js'
import { importRunning } from './errors.js'
import { importedLinkIds, markImportUndone } from './import.queries.js'
import { undoImportJob } from './jobs.js'
import { requireImport } from './list-imports.js'

/** Starts the deletion of all links that an import created. Domains and tags that it added stay. */
export async function undoImport(scope: WorkspaceScope, importId: string) {
  const { finishedAt } = await requireImport(scope, importId)
  if (!finishedAt) throw importRunning()
  return startBackgroundOperation(
    scope,
    { type: 'imports.undo', permission: 'links.write', contract: undoImportJob, payload: { importId } },
    null,
    (work) => inTransaction(scope, work),
  )
}

export async function runUndoImport(scope: JobScope, payload: { operationId: string }): Promise<void> {
  await runInSteps(scope, undoImportJob, payload, async (requester, operation) => {
    const importId = String(operation.payload.importId)
    const linkIds = await importedLinkIds(requester, importId, operation.cursor ?? '', maxBulkLinks)
    const { deletedCount } = linkIds.length > 0 ? await bulkDeleteLinks(requester, { linkIds }) : { deletedCount: 0 }
    const isLast = linkIds.length < maxBulkLinks
    if (isLast) await markImportUndone(requester, importId)
    return { isLast, done: deletedCount, cursor: linkIds.at(-1) ?? operation.cursor }
  })
}
