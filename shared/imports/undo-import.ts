import type { WorkspaceScope } from '../accounts/index.js'
import { type ElementError, runInSteps, startBackgroundOperation, type StepResult } from '../background-operations/index.js'
import { ServiceError } from '../kernel/errors.js'
import type { JobScope } from '../kernel/scope.js'
import { deleteIdentifiedLinks, maxBulkLinks } from '../links/index.js'
import { importRunning, notUndone, programsNotPermitted } from './errors.js'
import { type ImportKind, importKinds } from './import-kinds.js'
import { markImportUndone } from './import.queries.js'
import { importedLinkIds } from './imported-links.queries.js'
import { createdObjects, deleteImportedObjects } from './imported-objects.queries.js'
import { undoImportJob } from './jobs.js'
import { isOfProgram, requireImport } from './list-imports.js'
import { removers } from './remove-objects.js'

/** Starts the deletion of what an import created. Objects that were used since, such as commissions in a payout, are reported and stay. */
export async function undoImport(scope: WorkspaceScope, importId: string) {
  const row = await requireImport(scope, importId)
  const permission = isOfProgram(row) ? 'groups.write' : 'links.write'
  if (!scope.actor.permissions.has(permission)) throw programsNotPermitted()
  if (!row.finishedAt) throw importRunning()
  return startBackgroundOperation(scope, {
    type: 'imports.undo',
    permission,
    contract: undoImportJob,
    payload: { importId, source: row.provider },
  })
}

/** Objects of one step. Groups, folders, tags and domains, which are few, are deleted one by one. */
const maxObjects = 500

interface Position {
  kind: ImportKind
  after: string
}

export async function runUndoImport(scope: JobScope, payload: { operationId: string }): Promise<void> {
  await runInSteps(scope, undoImportJob, payload, async (requester, operation) => {
    const importId = String(operation.payload.importId)
    const position = operation.cursor === null ? { kind: importKinds[0], after: '' } : (JSON.parse(operation.cursor) as Position)
    const { done, errors, last } =
      position.kind === 'link'
        ? await undoLinks(requester, importId, position.after, operation.done + operation.failed)
        : await undoObjects(requester, importId, { kind: position.kind, after: position.after }, operation.done + operation.failed)
    const nextKind = importKinds[importKinds.indexOf(position.kind) + 1]
    const next = last === null ? nextKind && { kind: nextKind, after: '' } : { ...position, after: last }
    if (!next) await markImportUndone(requester, importId)
    return { isLast: !next, done, errors, cursor: next ? JSON.stringify(next) : null } satisfies StepResult
  })
}

interface UndonePart {
  done: number
  errors: ElementError[]
  /** The last object of the part; null after the last part. */
  last: string | null
}

/** Links that were transferred to another workspace since are not found. */
async function undoLinks(scope: WorkspaceScope, importId: string, after: string, first: number): Promise<UndonePart> {
  const linkIds = await importedLinkIds(scope, importId, after, maxBulkLinks)
  const outcomes = await deleteIdentifiedLinks(scope, linkIds)
  const refused = outcomes.flatMap((outcome, at) =>
    outcome instanceof ServiceError && outcome.code !== 'not_found' ? [{ id: linkIds[at] as string, outcome }] : [],
  )
  const done = outcomes.filter((outcome) => !(outcome instanceof ServiceError)).length
  const errors = refused.map(({ id, outcome: { message, code } }, offset) => ({
    index: first + done + offset,
    element: { entity: 'link', id },
    error: message,
    code,
  }))
  return { done, errors, last: linkIds.length < maxBulkLinks ? null : (linkIds.at(-1) as string) }
}

async function undoObjects(
  scope: WorkspaceScope,
  importId: string,
  { kind, after }: { kind: Exclude<ImportKind, 'link'>; after: string },
  first: number,
): Promise<UndonePart> {
  const objects = await createdObjects(scope, importId, kind, after, maxObjects)
  const removed = await removers[kind](
    scope,
    objects.map(({ objectId }) => objectId),
  )
  const sourceIds = objects.flatMap(({ objectId, sourceId }) => (removed.has(objectId) ? [sourceId] : []))
  await deleteImportedObjects(scope, importId, kind, sourceIds)
  const { message, code } = notUndone(kind)
  const errors = objects
    .filter(({ objectId }) => !removed.has(objectId))
    .map(({ sourceId }, offset) => ({
      index: first + sourceIds.length + offset,
      element: { entity: kind, id: sourceId },
      error: message,
      code,
    }))
  return { done: sourceIds.length, errors, last: objects.length < maxObjects ? null : (objects.at(-1)?.sourceId ?? null) }
}
