/**
 * Where click batches wait when the queue is away: one file a batch, written whole and synced before the visitor is answered. Files of dead
 * processes are replayed by whoever lives; a batch that is replayed twice is written once, by its id.
 */
import { open, readdir, readFile, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../kernel/make-folder.js'
import type { ClickBatch } from './click-batch.js'

export interface ClickSpool {
  write(batch: ClickBatch): Promise<void>
  /**
   * Hands every waiting batch to `send`, oldest first, and removes it when that succeeded. Stops at the first failure. Answers how many
   * left.
   */
  replay(send: (batch: ClickBatch) => Promise<void>): Promise<number>
  size(): Promise<number>
}

const ending = '.clicks.json'

export async function openClickSpool(dataDir: string): Promise<ClickSpool> {
  const directory = join(dataDir, 'spool')
  await makeFolder(directory)
  // Batch ids sort by time, and so do the names.
  const waiting = async () => (await readdir(directory)).filter((name) => name.endsWith(ending)).sort()
  return {
    async write(batch) {
      const path = join(directory, batch.id + ending)
      const file = await open(`${path}.part`, 'w')
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
      for (const name of await waiting()) {
        const text = await readFile(join(directory, name), 'utf8').catch(missing)
        if (text === null) continue // another process was faster
        await send(JSON.parse(text) as ClickBatch)
        await unlink(join(directory, name)).catch(missing)
        sent++
      }
      return sent
    },
    size: async () => (await waiting()).length,
  }
}

function missing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
