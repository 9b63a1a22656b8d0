/** Writes a backup of the database, the files and the keys while the installation runs. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import type { Config } from '../../kernel/config.js'
import { ensureDirectory } from '../../kernel/ensure-directory.js'
import type { FileStore } from '../../kernel/file-store.js'
import { openFileStore } from '../../kernel/open-file-store.js'
import { clickSpoolDirectory, queuedBatches, readEventStore } from '../../tracking/index.js'
import { type BackupFolder, backupPath, formatVersion, type Manifest, manifestPath, secretsPath, type TableEntry } from './backup-format.js'
import { copyOut, findMigrations, findPartitions, findSequences, inDumpSnapshot } from './dump.queries.js'
import { encryption } from './file-cipher.js'
import { readSecrets, sealSecrets } from './sealed-secrets.js'

export interface BackupContext {
  config: Config
  pool: pg.Pool
  now(): Date
}

export interface Backup {
  directory: string
  manifest: Manifest
}

/**
 * Writes a new directory below `parent`, encrypted with a key that only the passphrase opens. The tables are of one moment. Files and
 * queued clicks are copied before the tables, and those that were added meanwhile after them: each file that a row names is included, and
 * clicks that are both among the queued ones and in the tables count once.
 */
export async function createBackup(context: BackupContext, parent: string, passphrase: string): Promise<Backup> {
  const { config, pool, now } = context
  const createdAt = now().toISOString()
  const directory = join(parent, `tributary-${createdAt.replaceAll(':', '-').slice(0, 19)}`)
  const part = `${directory}.part`
  await ensureDirectory(parent)
  await mkdir(part, { mode: 0o700 })
  try {
    for (const folder of ['tables', 'files', 'spool']) await mkdir(join(part, folder), { mode: 0o700 })
    const secrets = await readSecrets(config)
    const writer = backupWriter(part, Buffer.from(secrets.fileKey, 'base64'))
    const store = openFileStore(config)
    const files = new Map<string, string>()
    await copyFiles(store, writer, files)
    const spool = new Map<string, string>()
    await copyQueuedClicks(config, writer, spool)
    const database = await dumpDatabase(pool, writer)
    await copyFiles(store, writer, files)
    await copyQueuedClicks(config, writer, spool)
    const sealed = sealSecrets(secrets, passphrase)
    await writeFile(secretsPath(part), sealed, { mode: 0o600, flush: true })
    const manifest: Manifest = {
      format: formatVersion,
      createdAt,
      ...database,
      files: entriesOf(files),
      spool: entriesOf(spool),
      secrets: createHash('sha256').update(sealed).digest('hex'),
    }
    await writeFile(manifestPath(part), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
    await rename(part, directory)
    return { directory, manifest }
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
}

const dumpDatabase = (pool: pg.Pool, writer: BackupWriter): Promise<Pick<Manifest, 'migrations' | 'tables' | 'partitions' | 'sequences'>> =>
  inDumpSnapshot(pool, async (client, found) => {
    const migrations = await findMigrations(client)
    const partitions = await findPartitions(client)
    const tables: TableEntry[] = []
    for (const table of found) {
      const rows = copyOut(client, table)
      const sha256 = await writer.write(rows, 'tables', table.name)
      tables.push({ name: table.name, columns: table.columns, rows: rows.rowCount, sha256 })
    }
    return { migrations, partitions, tables, sequences: await findSequences(client) }
  })

/** Copies the files that are not in `copied` yet, with their checksums. */
async function copyFiles(files: FileStore, writer: BackupWriter, copied: Map<string, string>): Promise<void> {
  for await (const name of files.list(new Date(8.64e15))) {
    if (copied.has(name) || name.endsWith('.part')) continue
    const stream = await files.openRead(name)
    if (stream) copied.set(name, await writer.write(stream, 'files', name))
  }
}

/** Batches in the spool and in queues that are not in `copied` yet. One that a worker takes meanwhile is in the tables. */
async function copyQueuedClicks(config: Config, writer: BackupWriter, copied: Map<string, string>): Promise<void> {
  const folder = clickSpoolDirectory(config.dataDir)
  for (const name of await readdir(folder).catch(() => [])) {
    const content = copied.has(name) ? null : await readFile(join(folder, name)).catch(() => null)
    if (content) copied.set(name, await writer.write(Readable.from([content]), 'spool', name))
  }
  for await (const { id, text } of queuedBatches(config)) {
    const name = `${id}.clicks.json`
    if (!copied.has(name)) copied.set(name, await writer.write(Readable.from([Buffer.from(text)]), 'spool', name))
  }
}

const entriesOf = (copied: ReadonlyMap<string, string>) => [...copied].map(([name, sha256]) => ({ name, sha256 }))

interface BackupWriter {
  /** Writes a file of the backup. Returns the checksum of its content, of the compressed rows for tables. */
  write(content: Readable, folder: BackupFolder, name: string): Promise<string>
}

const backupWriter = (directory: string, key: Buffer): BackupWriter => ({
  async write(content, folder, name) {
    const hash = createHash('sha256')
    const tap = new Transform({
      transform(chunk: Buffer, _, done) {
        hash.update(chunk)
        done(null, chunk)
      },
    })
    const file = createWriteStream(backupPath(directory, folder, name), { mode: 0o600, flush: true })
    const sealed = encryption(key, `${folder}/${name}`)
    await (folder === 'tables' ? pipeline(content, createGzip({ level: 3 }), tap, sealed, file) : pipeline(content, tap, sealed, file))
    return hash.digest('hex')
  },
})

/** Whether clicks are where no backup of the database has them. An earlier version without the table has them in PostgreSQL. */
export async function hasClicksInClickHouse(pool: pg.Pool, { tables }: Manifest): Promise<boolean> {
  return tables.some(({ name }) => name === 'event_store') && (await readEventStore(pool))?.name === 'clickhouse'
}
