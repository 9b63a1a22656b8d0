/** The files of a backup: a directory with `manifest.json`, one compressed file per table, the uploaded files and the sealed secrets. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { StartupError } from '../../kernel/startup-error.js'

export const formatVersion = 1

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
  /** Batches of clicks that were on disk because no queue accepted them. */
  spool: z.array(z.object(entry)),
  secrets: z.string(),
})
export type Manifest = z.infer<typeof Manifest>
export type TableEntry = Manifest['tables'][number]

export const manifestPath = (directory: string) => join(directory, 'manifest.json')
export const secretsPath = (directory: string) => join(directory, 'secrets.sealed')
export const tablePath = (directory: string, table: string) => join(directory, 'tables', `${table}.copy.gz`)
export const filePath = (directory: string, folder: 'files' | 'spool', file: string) => join(directory, folder, file)

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

/** Compares every file with its checksum. Throws for the first one that is missing or was altered. */
export async function checkFiles(directory: string, { tables, files, spool, secrets }: Manifest): Promise<void> {
  const expected = [
    ...tables.map((one) => ({ path: tablePath(directory, one.name), sha256: one.sha256 })),
    ...files.map((one) => ({ path: filePath(directory, 'files', one.name), sha256: one.sha256 })),
    ...spool.map((one) => ({ path: filePath(directory, 'spool', one.name), sha256: one.sha256 })),
    { path: secretsPath(directory), sha256: secrets },
  ]
  for (const { path, sha256 } of expected) {
    const found = await checksumOf(path).catch((error: NodeJS.ErrnoException) => error.code ?? error.message)
    if (found !== sha256) throw new StartupError(`The backup is damaged: ${path} is missing or was altered. Use another backup.`)
  }
}

async function checksumOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // rejected by the schema
  }
}
