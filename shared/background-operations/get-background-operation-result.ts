import type { WorkspaceScope } from '../accounts/index.js'
import { openFileStore } from '../kernel/open-file-store.js'
import type { Scope } from '../kernel/scope.js'
import { zip, type ZipEntry } from '../kernel/zip.js'
import { findVisibleOperation, findResultPartAfter, hasResultParts } from './background-operation.queries.js'
import { operationNotFound, resultNotFound } from './errors.js'

export interface BackgroundOperationResult {
  contentType: string
  fileName: string
  body: AsyncIterable<string | Uint8Array>
}

/** Content type of a result whose parts are files; the archive is built on download. */
export const zipContentType = 'application/zip'

/** The result of a step that adds a file to a zip result. */
export const serializeZipEntry = (entry: ZipEntry) => JSON.stringify(entry)

/** The result file of a completed operation, streamed part by part. */
export async function getBackgroundOperationResult(scope: WorkspaceScope, id: string): Promise<BackgroundOperationResult> {
  const operation = await findVisibleOperation(scope, id)
  if (!operation) throw operationNotFound()
  if (operation.state !== 'completed' || operation.resultType === null || operation.resultName === null) throw resultNotFound()
  return {
    contentType: operation.resultType,
    fileName: operation.resultName,
    body:
      operation.storedFile === null
        ? readResultParts(scope, id, operation.resultType, readAllParts(scope, id))
        : await readStoredFile(scope, operation.storedFile),
  }
}

async function readStoredFile({ config }: WorkspaceScope, name: string): Promise<AsyncIterable<Uint8Array>> {
  const content = await openFileStore(config).openRead(name)
  if (!content) throw resultNotFound()
  return content
}

/** The content of a result that is stored in parts. */
export const readResultParts = (
  scope: Pick<Scope, 'pool'>,
  id: string,
  type: string,
  parts = readParts(scope, id),
): AsyncIterable<string | Uint8Array> => (type === zipContentType ? zip(readZipEntries(parts)) : parts)

/** Throws if the parts were deleted meanwhile, so that no caller takes the beginning of a result for all of it. */
async function* readAllParts(scope: Pick<Scope, 'pool'>, id: string): AsyncGenerator<string> {
  yield* readParts(scope, id)
  if (!(await hasResultParts(scope, id))) throw resultNotFound()
}

async function* readParts({ pool }: Pick<Scope, 'pool'>, id: string): AsyncGenerator<string> {
  for (let part = await findResultPartAfter(pool, id, -1); part; part = await findResultPartAfter(pool, id, part.part)) yield part.body
}

async function* readZipEntries(parts: AsyncIterable<string>): AsyncGenerator<ZipEntry> {
  for await (const part of parts) yield JSON.parse(part) as ZipEntry
}
