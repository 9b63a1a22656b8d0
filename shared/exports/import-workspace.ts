/** Imports an archive into an empty workspace. */
import { PassThrough } from 'node:stream'
import { z } from 'zod'
import { Workspace, type WorkspaceScope } from '../accounts/index.js'
import { type BackgroundOperation, runInSteps, startBackgroundOperation, type StepResult } from '../background-operations/index.js'
import { exportPrefix, readSignedFile, SignedFileQuery, storeArchivedFile } from '../files/index.js'
import { ExternalError } from '../kernel/http-client/external-error.js'
import type { ExternalRequest } from '../kernel/http-client/guarded-client.js'
import { requestObjectStorage } from '../kernel/http-client/request-object-storage.js'
import { newId } from '../kernel/ids.js'
import { openFileStore } from '../kernel/open-file-store.js'
import { isAtEndpoint } from '../kernel/s3-file-store.js'
import type { AdminScope, JobScope, Scope } from '../kernel/scope.js'
import { minutes } from '../kernel/time.js'
import { resumeDomainMoves } from '../links/index.js'
import { ownerScope } from '../partners/index.js'
import { archiveBatches, type TableBatch } from './archive-batches.js'
import { archiveTables } from './archive-tables.js'
import { archiveUnreadable, targetNotFound, workspaceNotEmpty } from './errors.js'
import { importRows } from './import-rows.js'
import { finishWorkspace, tableInUse } from './insert-archive-rows.queries.js'
import { importWorkspaceJob } from './jobs.js'
import type { Manifest } from './manifest.js'
import { archivedFiles, readManifest } from './read-archive.js'

export const importWorkspaceBodySchema = z.object({
  slug: z.string().min(1).max(100).meta({ description: 'The empty workspace.' }),
  url: z.string().max(4000).meta({ description: 'Address of the archive, for example the one in the email about its export.' }),
})

const maxArchiveBytes = 8 * 1024 ** 3
const downloadTimeoutMs = minutes(30)

/** Stores the archive and starts its import as an owner of the workspace. Archives are trusted, so only operators may import them. */
export async function importWorkspace(scope: AdminScope, { slug, url }: z.infer<typeof importWorkspaceBodySchema>) {
  const workspace = await scope.em.findOne(Workspace, { slug })
  const owner = workspace && (await ownerScope(scope, workspace.id))
  if (!owner) throw targetNotFound()
  await requireEmptyWorkspace(owner)
  const archive = `${exportPrefix}${newId('imp_', scope.now().getTime())}.zip`
  await openFileStore(scope.config).write(archive, await download(scope, url))
  const { tables } = await readManifest(scope, archive)
  return startBackgroundOperation(owner, {
    type: 'workspaces.import',
    permission: 'workspaces.write',
    contract: importWorkspaceJob,
    payload: { archive, total: importedRows(tables) },
    containsPersonalData: false,
  })
}

/** Older archives have tables that are left out today; their files are not read. */
const importedRows = (tables: Manifest['tables']) =>
  tables.reduce((sum, { table, rows }) => (archiveTables.some(({ name }) => name === table) ? sum + rows : sum), 0)

async function requireEmptyWorkspace(scope: WorkspaceScope): Promise<void> {
  const table = await tableInUse(scope)
  if (table !== null) throw workspaceNotEmpty(table)
}

/** Files of this installation are read from its store, whatever its address is. */
async function download(scope: Scope, url: string): Promise<AsyncIterable<Uint8Array>> {
  const prefix = `${scope.config.baseUrl}/files/`
  if (url.startsWith(prefix) && URL.canParse(url)) {
    const { pathname, searchParams } = new URL(url)
    const query = SignedFileQuery.safeParse(Object.fromEntries(searchParams))
    const file = query.success ? await readSignedFile(scope, pathname.slice(pathname.lastIndexOf('/') + 1), query.data) : null
    if (!file) throw archiveUnreadable('its signature is missing')
    return file.body
  }
  const body = new PassThrough()
  request(scope, url, { timeoutMs: downloadTimeoutMs, maxBytes: maxArchiveBytes, writeTo: body })
    .then(({ status }) => (status === 200 ? body.end() : body.destroy(archiveUnreadable(`its server answered ${status}`))))
    .catch((error: unknown) => body.destroy(error instanceof ExternalError ? archiveUnreadable(error.message) : (error as Error)))
  return body
}

/** The endpoint that the operator configured may be at a private address. */
const request = ({ config, guardedClient }: Scope, url: string, options: ExternalRequest) =>
  config.s3 && isAtEndpoint(config.s3, url) ? requestObjectStorage(config, url, options) : guardedClient.request(url, options)

/** Their names are derived from their content, so storing them again has no effect. Others are left out. */
async function storeFiles(scope: Scope, archive: string): Promise<void> {
  for await (const { name, body } of archivedFiles(scope, archive)) await storeArchivedFile(scope, name, body)
}

const payloadSchema = z.object({ archive: z.string(), total: z.number() })
const positionSchema = z.object({ table: z.number(), rows: z.number() })

/**
 * Each step stores rows of one table. When all rows are committed, the files are stored: before, the job that deletes unused files might
 * delete them. The last step applies the settings. A killed job continues after the last stored row.
 */
export async function runWorkspaceImport(scope: JobScope, payload: { operationId: string }): Promise<void> {
  let batches: AsyncGenerator<TableBatch> | null = null
  let filesStored = false
  try {
    await runInSteps(scope, importWorkspaceJob, payload, async (requester, operation): Promise<StepResult> => {
      const { archive, total } = payloadSchema.parse(operation.payload)
      if (operation.cursor === null) await requireEmptyWorkspace(requester)
      const start = operation.cursor === null ? { table: 0, rows: 0 } : positionSchema.parse(JSON.parse(operation.cursor))
      batches ??= archiveBatches(requester, archive, start)
      const { value: batch, done } = await batches.next()
      if (!done) return importBatch(requester, operation, { batch, total })
      if (filesStored) {
        await finishWorkspace(requester, (await readManifest(requester, archive)).settings)
        await resumeDomainMoves(requester)
        return { isLast: true, done: 0, total }
      }
      filesStored = true
      return { isLast: false, done: 0, total, afterCommit: () => storeFiles(scope, archive) }
    })
  } finally {
    await (batches as AsyncGenerator<TableBatch> | null)?.return(undefined)
  }
}

async function importBatch(
  scope: JobScope & WorkspaceScope,
  operation: BackgroundOperation,
  { batch, total }: { batch: TableBatch; total: number },
): Promise<StepResult> {
  const failed = await importRows(scope, { operationId: operation.id, ...batch })
  const first = operation.done + operation.failed
  return {
    isLast: false,
    total,
    done: batch.rows.length - failed.length,
    errors: failed.map((error, index) => ({ index: first + index, ...error })),
    cursor: JSON.stringify(batch.next),
  }
}
