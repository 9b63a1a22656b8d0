/** Storage of uploaded files. A name is derived from the content, so a file does not change. */
import { randomUUID } from 'node:crypto'
import { opendir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Config } from './config.js'
import { ensureDirectory } from './ensure-directory.js'

export interface FileStore {
  /** Resolves when the file is stored. Writing the same name again makes the file new. */
  write(name: string, body: Buffer): Promise<void>
  /** Null for an unknown name. */
  read(name: string): Promise<Buffer | null>
  /** Names of the files that were last written before the time, and of the remains of interrupted writes, in any order. */
  list(writtenBefore: Date): AsyncIterable<string>
  /** Deletes a file, unless it was written again since the time. Deleting an unknown name has no effect. */
  delete(name: string, writtenBefore: Date): Promise<void>
}

/** The built-in store: files in `DATA_DIR/files`, which all processes share. */
export const openFileStore = ({ dataDir }: Pick<Config, 'dataDir'>): FileStore => directoryFileStore(join(dataDir, 'files'))

const isSafeName = (name: string) => /^[\w-]+\.\w+$/.test(name)

async function nullIfMissing<Value>(result: Promise<Value>): Promise<Value | null> {
  try {
    return await result
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function directoryFileStore(folder: string): FileStore {
  const isOlder = async (name: string, time: Date) => {
    const stats = await nullIfMissing(stat(join(folder, name)))
    return stats !== null && stats.isFile() && stats.mtime < time
  }
  return {
    async write(name, body) {
      if (!isSafeName(name)) throw new Error(`invalid file name: ${name}`)
      await ensureDirectory(folder, 0o700)
      const part = join(folder, `${name}.${randomUUID()}.part`)
      await writeFile(part, body, { mode: 0o600 })
      await rename(part, join(folder, name))
    },
    async read(name) {
      if (!isSafeName(name)) return null
      return nullIfMissing(readFile(join(folder, name)))
    },
    async *list(writtenBefore) {
      const entries = await nullIfMissing(opendir(folder))
      for await (const { name } of entries ?? []) if (await isOlder(name, writtenBefore)) yield name
    },
    async delete(name, writtenBefore) {
      if (basename(name) === name && (await isOlder(name, writtenBefore))) await nullIfMissing(unlink(join(folder, name)))
    },
  }
}
