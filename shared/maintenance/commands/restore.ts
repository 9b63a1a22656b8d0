/** `npm run restore -- <backup>`: restores a backup into an empty database and data directory, and verifies the aggregates. */
import { resolve } from 'node:path'
import { ConfigError, readConfig } from '../../kernel/config.js'
import { openPool } from '../../kernel/db/pool.js'
import { formatStartupError } from '../../kernel/process.js'
import { StartupError } from '../../kernel/startup-error.js'
import { openDatabaseServer } from '../../supervisor/database-server.js'
import { restoreBackup } from '../backup/restore-backup.js'
import { formatDifference } from '../verify/verification-report.js'
import { verifyAggregates } from '../verify/verify-aggregates.js'

try {
  const config = readConfig()
  const [backup] = process.argv.slice(2)
  if (!backup) throw new StartupError('Name the directory of the backup: npm run restore -- /backups/tributary-2026-11-22T03-00-00.')
  if (!config.backupPassphrase) throw new ConfigError('BACKUP_PASSPHRASE is not set. Set it to the passphrase of the backup.')
  const server = await openDatabaseServer(config, console.error)
  const pool = openPool({ connectionString: server.url, max: 2 }, () => undefined)
  try {
    const context = { config, pool, databaseUrl: server.url }
    const { manifest, keysFile } = await restoreBackup(context, resolve(backup), config.backupPassphrase)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(`Restored ${rows} rows of ${manifest.tables.length} tables and ${manifest.files.length} files of ${manifest.createdAt}.`)
    if (keysFile) console.log(`Start the installation with the ENCRYPTION_KEY in ${keysFile}, then delete that file.`)
    const { differences, found } = await verifyAggregates({ pool, now: () => new Date() })
    for (const one of found) console.log(formatDifference(one))
    console.log(differences === 0 ? 'All aggregates match the events.' : `${differences} rows differ from the events.`)
    process.exitCode = differences === 0 ? 0 : 1
  } finally {
    await pool.end()
    await server.stop()
  }
} catch (error) {
  console.error(formatStartupError(error))
  process.exit(2)
}
