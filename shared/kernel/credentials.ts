/** The keys of an installation, stored in its data directory so that the environment need not provide them. */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type Config, ConfigError } from './config.js'
import { ensureDirectory } from './ensure-directory.js'

export const Credentials = z.object({
  apiKey: z.string(),
  publishableKey: z.string(),
  adminApiKey: z.string(),
  cronSecret: z.string(),
  encryptionKey: z.string(),
  workspace: z.object({ id: z.string(), slug: z.string() }),
})
export type Credentials = z.infer<typeof Credentials>

/** An existing API key that was never stored here is not known: the database only holds its hash. */
export const KnownCredentials = Credentials.partial({ apiKey: true })
export type KnownCredentials = z.infer<typeof KnownCredentials>

/** Files of earlier versions lack the encryption key. */
const StoredCredentials = KnownCredentials.partial({ encryptionKey: true })
type StoredCredentials = z.infer<typeof StoredCredentials>

export const credentialsPath = (dataDir: string) => join(dataDir, 'credentials.json')

/** The credentials that an earlier start stored, or null when there are none. */
export async function readCredentials(dataDir: string): Promise<StoredCredentials | null> {
  const path = credentialsPath(dataDir)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new ConfigError(`DATA_DIR is invalid: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  const parsed = StoredCredentials.safeParse(parseJson(text))
  if (!parsed.success) throw new ConfigError(`${path} is not valid. Repair the file, or delete it to generate new keys at the next start.`)
  return parsed.data
}

/** Fills in keys that the environment does not set from the stored credentials. */
export async function withStoredKeys(config: Config): Promise<Config> {
  if (config.adminApiKey && config.cronSecret && config.encryptionKeys.length > 0) return config
  const stored = await readCredentials(config.dataDir)
  return {
    ...config,
    adminApiKey: config.adminApiKey ?? stored?.adminApiKey,
    cronSecret: config.cronSecret ?? stored?.cronSecret,
    encryptionKeys: config.encryptionKeys.length > 0 || !stored?.encryptionKey ? config.encryptionKeys : [stored.encryptionKey],
  }
}

/** Replaces the file atomically. Only its owner may read it. */
export async function writeCredentials(dataDir: string, credentials: KnownCredentials): Promise<void> {
  const path = credentialsPath(dataDir)
  const temporary = `${path}.${process.pid}`
  try {
    await ensureDirectory(dataDir)
    await writeFile(temporary, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flush: true })
    await rename(temporary, path)
  } catch (error) {
    throw new ConfigError(`DATA_DIR is invalid: ${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // rejected by the schema
  }
}
