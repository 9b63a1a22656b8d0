/** Moves stored files from `DATA_DIR/files` into the object storage that the installation uses now. */
import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../kernel/config.js'
import { directoryFileStore } from '../../kernel/directory-file-store.js'
import { isSafeName } from '../../kernel/file-store.js'
import { openFileStore } from '../../kernel/open-file-store.js'
import { StartupError } from '../../kernel/startup-error.js'

const endOfTime = new Date(8.64e15)

/** Names of the files in the directory, without the remains of interrupted writes. */
export async function* localFiles({ dataDir }: Pick<Config, 'dataDir'>): AsyncGenerator<string> {
  const entries = await opendir(join(dataDir, 'files')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  for await (const entry of entries ?? []) if (entry.isFile() && isSafeName(entry.name)) yield entry.name
}

/**
 * Stores each file in the object storage and deletes it from the directory then, so that a move that was interrupted continues when it is
 * repeated. Runs beside the installation: a name belongs to one content. Returns the number of files.
 */
export async function moveFiles(config: Config): Promise<number> {
  if (!config.s3)
    throw new StartupError('S3_BUCKET is not set. Configure the object storage first: its files are in DATA_DIR/files without it.')
  const [source, target] = [directoryFileStore(config), openFileStore(config)]
  let moved = 0
  for await (const name of localFiles(config)) {
    const content = await source.openRead(name)
    if (!content) continue
    await target.write(name, content)
    await source.delete(name, endOfTime)
    moved++
  }
  return moved
}
