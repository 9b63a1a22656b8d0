import { maxSignedMs } from '../kernel/file-store.js'
import { openFileStore } from '../kernel/open-file-store.js'
import type { JobScope } from '../kernel/scope.js'
import { days } from '../kernel/time.js'
import { usedFileNames } from './used-files.queries.js'

/** A file is stored before the row that refers to it is committed. */
const gracePeriodMs = days(1)

/** Files that no row refers to, because a signed address leads to them. They are kept a day longer than any address is valid. */
export const exportPrefix = 'export_'
const exportRetentionMs = maxSignedMs + days(1)

const batchSize = 1000

/** Deletes stored files that no row refers to, and the remains of writes that were interrupted. */
export async function deleteUnusedFiles(scope: JobScope): Promise<void> {
  const files = openFileStore(scope.config)
  const writtenBefore = new Date(scope.now().getTime() - gracePeriodMs)
  const exportedBefore = new Date(scope.now().getTime() - exportRetentionMs)
  const deleteUnused = async (names: readonly string[]) => {
    const used = await usedFileNames(scope, names)
    for (const name of names) if (!used.has(name)) await files.delete(name, name.startsWith(exportPrefix) ? exportedBefore : writtenBefore)
  }
  const batch: string[] = []
  for await (const name of files.list(writtenBefore)) {
    batch.push(name)
    if (batch.length === batchSize) await deleteUnused(batch.splice(0))
  }
  await deleteUnused(batch)
}
