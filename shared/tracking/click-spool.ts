/**
 * Spool on disk for click batches while the click queue is unavailable: one file per batch, written and synced before the visitor is
 * answered. Files of a dead process are replayed by any other process; a batch that is replayed twice is written once, because of its id.
 */
import { readdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureDirectory } from '../kernel/ensure-directory.js'
import { minutes } from '../kernel/time.js'
import { ClickBatch, type RawClick } from './click-batch.js'

export interface ClickSpool {
  /** Leaves no file behind if it fails. */
  write(batch: ClickBatch): Promise<void>
  /**
   * Passes every spooled batch to `send`, oldest first, and deletes it once sent. Stops at the first failure. Files without a valid batch
   * are reported and kept, and do not hold up the others. Returns the number of batches sent.
   */
  replay(send: (batch: ClickBatch) => Promise<void>): Promise<number>
  size(): Promise<number>
  /** Whether the disk accepts a batch. */
  isWritable(): Promise<boolean>
  /** Unfinished files of processes that died while writing: complete batches are spooled, the others are deleted. */
  recoverPartialFiles(): Promise<void>
}

const fileSuffix = '.clicks.json'
const partSuffix = `${fileSuffix}.part`
/** A file that is still unfinished after this time is not being written. */
const maxWriteMs = minutes(1)
/** A batch of about a hundred clicks. Not JSON, so a file that is left over is deleted. */
const sampleText = ' '.repeat(64 * 1024)

export const clickSpoolDirectory = (dataDir: string) => join(dataDir, 'spool')

export interface SpoolProblems {
  /** The directory cannot be created: the data directory may be read-only. Then every write fails. */
  unavailable(error: Error): void
  /** The file was damaged, or a later version wrote it. */
  invalid(path: string, error: Error): void
}

export async function openClickSpool(dataDir: string, problems: SpoolProblems): Promise<ClickSpool> {
  const directory = clickSpoolDirectory(dataDir)
  await ensureDirectory(directory).catch(problems.unavailable)
  // Batch ids sort by time, and so do the file names.
  const filesEndingWith = async (suffix: string) =>
    ((await readdir(directory).catch(nullIfMissing)) ?? [])
      .filter((name) => name.endsWith(suffix))
      .sort()
      .map((name) => join(directory, name))
  return {
    async write(batch) {
      const path = join(directory, batch.id + fileSuffix)
      await writeDurably(`${path}.part`, JSON.stringify(batch), () => rename(`${path}.part`, path))
    },
    async replay(send) {
      let sent = 0
      for (const path of await filesEndingWith(fileSuffix)) {
        const text = await readFile(path, 'utf8').catch(nullIfMissing)
        if (text === null) continue // another process replayed it
        const batch = parseBatch(text)
        if (batch instanceof Error) {
          problems.invalid(path, batch)
          continue
        }
        await send(batch)
        await unlink(path).catch(nullIfMissing)
        sent++
      }
      return sent
    },
    size: async () => (await filesEndingWith(fileSuffix)).length,
    isWritable() {
      const path = join(directory, `sample-${process.pid}${partSuffix}`)
      return writeDurably(path, sampleText, () => unlink(path)).then(
        () => true,
        () => false,
      )
    },
    async recoverPartialFiles() {
      for (const path of await filesEndingWith(partSuffix)) await recoverPartialFile(path)
    },
  }
}

function parseBatch(text: string): ClickBatch | Error {
  try {
    const content: unknown = JSON.parse(text)
    // Backups of versions before 2026-12 contain the data of jobs.
    return ClickBatch.parse(content instanceof Object && 'payload' in content ? content.payload : content)
  } catch (error) {
    return error as Error
  }
}

/** Files that a search reads at most: it runs while the queue is available again, so that the spool is being emptied. */
const maxSearchedFiles = 1000

/** The click in the spool of this machine, or null. */
export async function findSpooledClick(dataDir: string, clickId: string): Promise<RawClick | null> {
  const directory = clickSpoolDirectory(dataDir)
  const names = ((await readdir(directory).catch(nullIfMissing)) ?? []).filter((name) => name.endsWith(fileSuffix)).sort()
  for (const name of names.slice(-maxSearchedFiles)) {
    const text = await readFile(join(directory, name), 'utf8').catch(nullIfMissing)
    if (!text?.includes(clickId)) continue
    const click = (JSON.parse(text) as ClickBatch).clicks.find(({ id }) => id === clickId)
    if (click) return click
  }
  return null
}

/** Writes and syncs a file, then runs `finish`. Deletes the file if either fails. */
async function writeDurably(path: string, text: string, finish: () => Promise<void>): Promise<void> {
  try {
    await writeFile(path, text, { mode: 0o600, flush: true }) // contains addresses of visitors
    await finish()
  } catch (error) {
    await unlink(path).catch(() => undefined) // recovered later if this fails
    throw error
  }
}

async function recoverPartialFile(path: string): Promise<void> {
  const file = await stat(path).catch(nullIfMissing)
  if (!file || Date.now() - file.mtimeMs < maxWriteMs) return
  const text = await readFile(path, 'utf8').catch(nullIfMissing)
  if (text === null) return
  await (isJson(text) ? rename(path, path.slice(0, -'.part'.length)) : unlink(path)).catch(nullIfMissing)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
