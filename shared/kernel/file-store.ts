/** Storage of uploaded files. Names are unique and never reused, so a file does not change. */
import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.js'
import { ensureDirectory } from './ensure-directory.js'

export interface FileStore {
  /** Resolves when the file is stored. Writing the same name again has no effect. */
  write(name: string, body: Buffer): Promise<void>
  /** Null for an unknown name. */
  read(name: string): Promise<Buffer | null>
}

/** The built-in store: files in `DATA_DIR/files`, which all processes share. */
export const openFileStore = ({ dataDir }: Pick<Config, 'dataDir'>): FileStore => directoryFileStore(join(dataDir, 'files'))

const isSafeName = (name: string) => /^[\w-]+\.\w+$/.test(name)

function directoryFileStore(folder: string): FileStore {
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
      try {
        return await readFile(join(folder, name))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
  }
}
