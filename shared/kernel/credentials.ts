/** The keys of an installation, kept beside its data so that a restart needs none in the environment. */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type Config, ConfigError } from './config.js'
import { makeFolder } from './make-folder.js'

export const Credentials = z.object({
  apiKey: z.string(),
  publishableKey: z.string(),
  adminApiKey: z.string(),
  cronSecret: z.string(),
  encryptionKey: z.string(),
  workspace: z.object({ id: z.string(), slug: z.string() }),
})
export type Credentials = z.infer<typeof Credentials>

/** What a file may lack that an earlier version wrote. */
const KeptCredentials = Credentials.partial({ encryptionKey: true })
type KeptCredentials = z.infer<typeof KeptCredentials>

export const credentialsPath = (dataDir: string) => join(dataDir, 'credentials.json')

/** What an earlier start wrote down, or null when there was none. */
export async function readCredentials(dataDir: string): Promise<KeptCredentials | null> {
  const path = credentialsPath(dataDir)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new ConfigError(`DATA_DIR is wrong: ${path} can't be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  const parsed = KeptCredentials.safeParse(json(text))
  if (!parsed.success) throw new ConfigError(`${path} is damaged. Mend it, or remove it: the next start then makes new keys.`)
  return parsed.data
}

/** The configuration with the operator's keys that an earlier start made, where the environment names none. */
export async function withKeptKeys(config: Config): Promise<Config> {
  if (config.adminApiKey && config.cronSecret && config.encryptionKeys.length > 0) return config
  const kept = await readCredentials(config.dataDir)
  return {
    ...config,
    adminApiKey: config.adminApiKey ?? kept?.adminApiKey,
    cronSecret: config.cronSecret ?? kept?.cronSecret,
    encryptionKeys: config.encryptionKeys.length > 0 || !kept?.encryptionKey ? config.encryptionKeys : [kept.encryptionKey],
  }
}

/** Replaces the file as a whole; only its owner may read it. */
export async function writeCredentials(dataDir: string, credentials: Credentials): Promise<void> {
  const path = credentialsPath(dataDir)
  const draft = `${path}.${process.pid}`
  try {
    await makeFolder(dataDir)
    await writeFile(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 })
    await rename(draft, path)
  } catch (error) {
    throw new ConfigError(`DATA_DIR is wrong: ${path} can't be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // damaged, which the schema says
  }
}
