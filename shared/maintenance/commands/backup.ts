/** `npm run backup -- [directory]`: writes a backup below the directory, `DATA_DIR/backups` by default, while the installation runs. */
import { join, resolve } from 'node:path'
import { commandArguments } from '../../kernel/command-arguments.js'
import { ConfigError, readConfig } from '../../kernel/config.js'
import { withStoredKeys } from '../../kernel/credentials.js'
import { appliedMigrations } from '../../kernel/db/migrate.js'
import { StartupError } from '../../kernel/startup-error.js'
import { createBackup, hasClicksInClickHouse } from '../backup/create-backup.js'
import { withDatabase } from './with-database.js'

const [folder] = commandArguments('npm run backup [-- <directory>]\n\nWrites a backup below the directory, or below DATA_DIR/backups.', 1)

/** Checked before the database is started. */
async function readBackupConfig() {
  const config = await withStoredKeys(readConfig())
  if (!config.backupPassphrase) throw new ConfigError('BACKUP_PASSPHRASE is not set. It seals the keys of the installation in the backup.')
  return config
}

await withDatabase(readBackupConfig, async ({ databaseUrl, ...context }) => {
  // A database of an earlier version can be backed up, before it is migrated.
  if ((await appliedMigrations(context.pool)).length === 0)
    throw new StartupError('The database has no tables: there is nothing to back up.')
  const { dataDir, backupPassphrase = '' } = context.config
  const parent = resolve(folder ?? join(dataDir, 'backups'))
  const { directory, manifest } = await createBackup({ ...context, config: { ...context.config, databaseUrl } }, parent, backupPassphrase)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`Wrote ${rows} rows of ${manifest.tables.length} tables and ${manifest.files.length} files to ${directory}.`)
  if (await hasClicksInClickHouse(context.pool, manifest))
    console.log('The clicks in ClickHouse are not part of it: back them up with BACKUP DATABASE of ClickHouse.')
  return 0
})
