/** Moves stored files from `DATA_DIR/files` into the object storage that the installation uses now. */
import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../kernel/config.js'
import { directoryFileStore } from '../../kernel/directory-file-store.js'
import { isSafeName } from '../../kernel/file-store.js'
import { openFileStore } from '../../kernel/open-file-store.js'
import { StartupError } from '../../kernel/startup-error.js'
import { describeStoreError } from './describe-store-error.js'

const endOfTime = new Date(8.64e15)

/** Names of the files in the directory. */
async function* namesIn({ dataDir }: Pick<Config, 'dataDir'>): AsyncGenerator<string> {
  const entries = await opendir(join(dataDir, 'files')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  for await (const entry of entries ?? []) if (entry.isFile()) yield entry.name
}

/** Names of the stored files in the directory, without the remains of interrupted writes. */
export async function* localFiles(config: Pick<Config, 'dataDir'>): AsyncGenerator<string> {
  for await (const name of namesIn(config)) if (isSafeName(name)) yield name
}

export interface MovedFiles {
  moved: number
  /** Names of files that the installation did not store under them, and cannot serve. */
  left: string[]
}

/**
 * Stores each file in the object storage and deletes it from the directory then, so that a move that was interrupted continues when it is
 * repeated. Runs beside the installation: a name belongs to one content.
 */
export async function moveFiles(config: Config): Promise<MovedFiles> {
  if (!config.s3)
    throw new StartupError('S3_BUCKET is not set. Configure the object storage first: its files are in DATA_DIR/files without it.')
  const [source, target] = [directoryFileStore(config), openFileStore(config)]
  const result: MovedFiles = { moved: 0, left: [] }
  for await (const name of namesIn(config)) {
    const content = await source.openRead(name)
    if (content) {
      await target.write(name, content).catch((error: Error) => {
        throw notMoved(name, config.s3?.bucket, error)
      })
      await source.delete(name, endOfTime)
      result.moved++
    } else if (!isSafeName(name)) result.left.push(name)
  }
  return result
}

const notMoved = (file: string, bucket: string | undefined, error: unknown) =>
  new StartupError(
    `${file} cannot be stored in the bucket ${bucket}: ${describeStoreError(error)}\n` +
      'Check S3_BUCKET, S3_ENDPOINT and the access key, then run the command again: it continues with this file.',
  )
