/** `npm run backup -- [directory]`: writes a backup below the directory, `DATA_DIR/backups` by default, while the installation runs. */
import { join, resolve } from 'node:path'
import { ConfigError, readConfig } from '../../kernel/config.js'
import { withStoredKeys } from '../../kernel/credentials.js'
import { openPool } from '../../kernel/db/pool.js'
import { formatStartupError } from '../../kernel/process.js'
import { openDatabaseServer } from '../../supervisor/database-server.js'
import { createBackup } from '../backup/create-backup.js'

try {
  const config = await withStoredKeys(readConfig())
  if (!config.backupPassphrase) throw new ConfigError('BACKUP_PASSPHRASE is not set. It seals the keys of the installation in the backup.')
  const server = await openDatabaseServer(config, console.error)
  const pool = openPool({ connectionString: server.url, max: 2 }, () => undefined)
  try {
    const parent = resolve(process.argv[2] ?? join(config.dataDir, 'backups'))
    const { directory, manifest } = await createBackup({ config, pool, now: () => new Date() }, parent, config.backupPassphrase)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(`Wrote ${rows} rows of ${manifest.tables.length} tables and ${manifest.files.length} files to ${directory}.`)
  } finally {
    await pool.end()
    await server.stop()
  }
} catch (error) {
  console.error(formatStartupError(error))
  process.exit(1)
}
