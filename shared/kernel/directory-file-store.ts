/** The built-in file store. */
import { randomUUID } from 'node:crypto'
import { open, opendir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ensureDirectory } from './ensure-directory.js'
import { type FileStore, type FileStoreConfig, isSafeName } from './file-store.js'
import { signedFileAddress } from './signed-file-address.js'

async function nullIfMissing<Value>(result: Promise<Value>): Promise<Value | null> {
  try {
    return await result
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

export function directoryFileStore(config: Omit<FileStoreConfig, 's3'>): FileStore {
  const folder = join(config.dataDir, 'files')
  const isOlder = async (name: string, time: Date) => {
    const stats = await nullIfMissing(stat(join(folder, name)))
    return stats !== null && stats.isFile() && stats.mtime < time
  }
  return {
    async write(name, content) {
      if (!isSafeName(name)) throw new Error(`invalid file name: ${name}`)
      await ensureDirectory(folder, 0o700)
      const part = join(folder, `${name}.${randomUUID()}.part`)
      try {
        await writeFile(part, content, { mode: 0o600, flush: true })
      } catch (error) {
        await nullIfMissing(unlink(part))
        throw error
      }
      await rename(part, join(folder, name))
    },
    async read(name) {
      if (!isSafeName(name)) return null
      return nullIfMissing(readFile(join(folder, name)))
    },
    async openRead(name, range) {
      const file = isSafeName(name) ? await nullIfMissing(open(join(folder, name))) : null
      return file ? file.createReadStream(range && { start: range.start, end: range.end - 1 }) : null
    },
    async size(name) {
      const stats = isSafeName(name) ? await nullIfMissing(stat(join(folder, name))) : null
      return stats && stats.size
    },
    signedUrl: async (name, expiresAt, saveAs) => signedFileAddress(config, { name, expiresAt, saveAs }),
    async *list(writtenBefore) {
      const entries = await nullIfMissing(opendir(folder))
      for await (const { name } of entries ?? []) if (await isOlder(name, writtenBefore)) yield name
    },
    async delete(name, writtenBefore) {
      if (basename(name) === name && (await isOlder(name, writtenBefore))) await nullIfMissing(unlink(join(folder, name)))
    },
  }
}
