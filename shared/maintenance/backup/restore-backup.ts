/** Restores a backup into an empty database and a data directory without keys of another installation. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import type { Config } from '../../kernel/config.js'
import { KnownCredentials, readCredentials, writeCredentials } from '../../kernel/credentials.js'
import { migrate } from '../../kernel/db/migrate.js'
import { withTransaction } from '../../kernel/db/pool.js'
import { requireEncryptionKeys } from '../../kernel/encryption-keys.js'
import { ensureDirectory } from '../../kernel/ensure-directory.js'
import { openFileStore } from '../../kernel/open-file-store.js'
import { StartupError } from '../../kernel/startup-error.js'
import { openVault } from '../../kernel/vault.js'
import { clickSpoolDirectory } from '../../tracking/index.js'
import { checkFiles, checkSecrets, type Manifest, readBackupFile, readManifest, secretsPath } from './backup-format.js'
import {
  allowLongStatements,
  appliedMigrations,
  copyIn,
  createPartitions,
  emptyTables,
  hasData,
  setSequences,
  suspendRules,
} from './restore.queries.js'
import { openSecrets, type Secrets } from './sealed-secrets.js'

export interface RestoreContext {
  config: Config
  databaseUrl: string
  pool: pg.Pool
  /** Called before the tables are filled, with the file of keys that ENCRYPTION_KEY must contain. */
  onKeysFile?: (path: string) => void
}

export interface Restored {
  manifest: Manifest
  /** The file with the keys that ENCRYPTION_KEY must contain; null if the installation has them already. */
  keysFile: string | null
}

/**
 * Checks the whole backup before it changes anything. The tables are loaded in one transaction at the end, so that a restore that was
 * interrupted can be repeated.
 */
export async function restoreBackup(context: RestoreContext, directory: string, passphrase: string): Promise<Restored> {
  const { config, pool, databaseUrl } = context
  const manifest = await readManifest(directory)
  await checkSecrets(directory, manifest)
  const secrets = openSecrets(await readFile(secretsPath(directory)), passphrase)
  const key = Buffer.from(secrets.fileKey, 'base64')
  await checkFiles(directory, key, manifest)
  if (await hasData(pool))
    throw new StartupError(
      'The database is not empty. Restore into an empty database: another DATABASE_URL, or another DATA_DIR. ' +
        'If an interrupted restore of this backup filled it, start the service and run `npm run verify`.',
    )
  await requireSameCredentials(config, secrets)
  await migrate(databaseUrl, manifest.migrations)
  const surplus = (await appliedMigrations(pool)).filter((name) => !manifest.migrations.includes(name))
  if (surplus.length > 0)
    throw new StartupError(
      `The database has tables of a newer version (${surplus.join(', ')}). Restore into a new database without tables.`,
    )
  await restoreFiles(config, directory, key, manifest)
  const keysFile = await restoreSecrets(config, secrets)
  if (keysFile) context.onKeysFile?.(keysFile)
  await loadTables(pool, directory, key, manifest)
  await migrate(databaseUrl)
  await pool.query('analyze')
  if (secrets.encryptionKeys.length > 0) await requireEncryptionKeys(pool, openVault(secrets.encryptionKeys))
  return { manifest, keysFile }
}

/** Keys in the directory belong to the installation that wrote them, unless a restore of this backup did that was interrupted. */
async function requireSameCredentials({ dataDir }: Config, secrets: Secrets): Promise<void> {
  const present = await readCredentials(dataDir)
  if (present && ![secrets.credentials, restoredCredentials(secrets)].some((credentials) => isDeepStrictEqual(present, credentials)))
    throw new StartupError(`${dataDir} contains the keys of another installation. Set DATA_DIR to an empty directory.`)
}

async function restoreFiles(config: Config, directory: string, key: Buffer, { files, spool }: Manifest): Promise<void> {
  const store = openFileStore(config)
  for (const { name } of files) await store.write(name, readBackupFile(directory, key, 'files', name))
  await ensureDirectory(clickSpoolDirectory(config.dataDir))
  for (const { name } of spool)
    await writeFile(join(clickSpoolDirectory(config.dataDir), name), readBackupFile(directory, key, 'spool', name), {
      mode: 0o600,
      flush: true,
    })
}

/** Writes `credentials.json`, and keys that were in the environment, and are not in this one, to a file that only its owner can read. */
async function restoreSecrets({ dataDir, encryptionKeys }: Config, secrets: Secrets): Promise<string | null> {
  await ensureDirectory(dataDir)
  const credentials = restoredCredentials(secrets)
  if (credentials) await writeCredentials(dataDir, credentials)
  const present = encryptionKeys.length > 0 ? encryptionKeys : credentials ? [credentials.encryptionKey] : []
  if (secrets.encryptionKeys.every((key) => present.includes(key))) return null
  const path = join(dataDir, 'restored-keys.env')
  await writeFile(path, `ENCRYPTION_KEY=${secrets.encryptionKeys.join(',')}\n`, { mode: 0o600, flush: true })
  return path
}

/** The content of the restored `credentials.json`, which always has the encryption key; null without one. */
function restoredCredentials({ credentials, encryptionKeys: [first] }: Secrets): KnownCredentials | null {
  if (credentials === null || first === undefined) return null
  const stored = KnownCredentials.partial({ encryptionKey: true }).parse(credentials)
  return { ...stored, encryptionKey: stored.encryptionKey ?? first }
}

const loadTables = (pool: pg.Pool, directory: string, key: Buffer, { tables, partitions, sequences }: Manifest) =>
  withTransaction(pool, async (client) => {
    if (await hasData(client)) throw new StartupError('The database is not empty any more: another process uses it. Stop it.')
    await allowLongStatements(client)
    await createPartitions(client, partitions)
    const resumeRules = await suspendRules(client)
    await emptyTables(client, tables)
    for (const table of tables) {
      const rows = copyIn(client, table)
      await pipeline(readBackupFile(directory, key, 'tables', table.name), createGunzip(), rows)
      if (rows.rowCount !== table.rows)
        throw new StartupError(`${table.name} has ${rows.rowCount} rows instead of ${table.rows}: the backup is damaged.`)
    }
    await setSequences(client, sequences)
    await resumeRules()
  })
