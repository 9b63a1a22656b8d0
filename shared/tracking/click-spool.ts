/**
 * Spool on disk for click batches while the click queue is unavailable: one file per batch, written and synced before the visitor is
 * answered. Files of a dead process are replayed by any other process; a batch that is replayed twice is written once, because of its id.
 */
import { open, readdir, readFile, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureDirectory } from '../kernel/ensure-directory.js'
import type { ClickBatch } from './click-batch.js'

export interface ClickSpool {
  write(batch: ClickBatch): Promise<void>
  /**
   * Passes every spooled batch to `send`, oldest first, and deletes it once sent. Stops at the first failure. Returns the number of batches
   * sent.
   */
  replay(send: (batch: ClickBatch) => Promise<void>): Promise<number>
  size(): Promise<number>
}

const fileSuffix = '.clicks.json'

/** `onUnavailable` is called when the directory cannot be created: the data directory may be read-only. Then every write fails. */
export async function openClickSpool(dataDir: string, onUnavailable: (error: Error) => void): Promise<ClickSpool> {
  const directory = join(dataDir, 'spool')
  await ensureDirectory(directory).catch(onUnavailable)
  // Batch ids sort by time, and so do the file names.
  const spooledFiles = async () => (await readdir(directory)).filter((name) => name.endsWith(fileSuffix)).sort()
  return {
    async write(batch) {
      const path = join(directory, batch.id + fileSuffix)
      const file = await open(`${path}.part`, 'w', 0o600) // contains addresses of visitors
      try {
        await file.writeFile(JSON.stringify(batch))
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(`${path}.part`, path)
    },
    async replay(send) {
      let sent = 0
      for (const name of await spooledFiles()) {
        const text = await readFile(join(directory, name), 'utf8').catch(nullIfMissing)
        if (text === null) continue // another process replayed it
        await send(JSON.parse(text) as ClickBatch)
        await unlink(join(directory, name)).catch(nullIfMissing)
        sent++
      }
      return sent
    },
    size: async () => (await spooledFiles()).length,
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
