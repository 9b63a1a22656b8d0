/** The files of a backup: a directory with `manifest.json`, an encrypted file per table and uploaded file, and the sealed secrets. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline as connect, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { StartupError } from '../../kernel/startup-error.js'
import { decryption } from './file-cipher.js'

export const formatVersion = 2

const name = z.string().regex(/^[\w.-]+$/)
const entry = { name, sha256: z.string() }

const Manifest = z.object({
  format: z.literal(formatVersion),
  createdAt: z.iso.datetime(),
  /** The schema of the tables: a restore runs these migrations, loads the tables and then runs newer ones. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ ...entry, columns: z.array(z.string()), rows: z.int() })),
  partitions: z.array(z.object({ name, parent: name, bound: z.string() })),
  sequences: z.array(z.object({ name, value: z.string() })),
  files: z.array(z.object(entry)),
  /** Batches of clicks that waited on disk or in Redis. A restore puts them on disk, from where they are ingested. */
  spool: z.array(z.object(entry)),
  secrets: z.string(),
})
export type Manifest = z.infer<typeof Manifest>
export type TableEntry = Manifest['tables'][number]

export const manifestPath = (directory: string) => join(directory, 'manifest.json')
export const secretsPath = (directory: string) => join(directory, 'secrets.sealed')
export type BackupFolder = 'tables' | 'files' | 'spool'
export const backupPath = (directory: string, folder: BackupFolder, name: string) =>
  join(directory, folder, folder === 'tables' ? `${name}.copy.gz.enc` : `${name}.enc`)

/** The content of a file of the backup. The stream fails at its end if the file was altered. */
export function readBackupFile(directory: string, key: Buffer, folder: BackupFolder, name: string): Readable {
  const content = decryption(key, `${folder}/${name}`)
  connect(createReadStream(backupPath(directory, folder, name)), content, () => undefined) // an error ends the content
  return content
}

/** The manifest of a complete backup. It is written last, so that an interrupted backup has none. */
export async function readManifest(directory: string): Promise<Manifest> {
  const text = await readFile(manifestPath(directory), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`${directory} is not a complete backup: manifest.json cannot be read (${error.code}).`)
  })
  const parsed = Manifest.safeParse(parseJson(text))
  if (!parsed.success)
    throw new StartupError(`${directory} is not a backup of this version of the program: its manifest.json is not valid.`)
  return parsed.data
}

/** Compares the sealed secrets with their checksum. Throws if they are missing or were altered. */
export async function checkSecrets(directory: string, { secrets }: Manifest): Promise<void> {
  await check(secretsPath(directory), secrets, () => createReadStream(secretsPath(directory)))
}

/** Decrypts every file and compares it with its checksum. Throws for the first one that is missing or was altered. */
export async function checkFiles(directory: string, key: Buffer, { tables, files, spool }: Manifest): Promise<void> {
  for (const [folder, entries] of Object.entries({ tables, files, spool }) as [BackupFolder, readonly { name: string; sha256: string }[]][])
    for (const { name, sha256 } of entries)
      await check(backupPath(directory, folder, name), sha256, () => readBackupFile(directory, key, folder, name))
}

async function check(path: string, sha256: string, open: () => Readable): Promise<void> {
  const hash = createHash('sha256')
  const isReadable = await pipeline(open(), hash).then(
    () => true,
    () => false,
  )
  if (!isReadable || hash.digest('hex') !== sha256)
    throw new StartupError(`The backup is damaged: ${path} is missing or was altered. Use another backup.`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // rejected by the schema
  }
}
