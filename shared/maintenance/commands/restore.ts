/** `npm run restore -- <backup>`: restores a backup into an empty database and data directory, and verifies the aggregates. */
import { resolve } from 'node:path'
import { commandArguments } from '../../kernel/command-arguments.js'
import { ConfigError, readConfig } from '../../kernel/config.js'
import { StartupError } from '../../kernel/startup-error.js'
import { restoreBackup } from '../backup/restore-backup.js'
import { formatDifference, formatResult } from '../verify/verification-report.js'
import { verifyAggregates } from '../verify/verify-aggregates.js'
import { withDatabase } from './with-database.js'

const [backup] = commandArguments('npm run restore -- <backup>\n\nRestores a backup into an empty database and DATA_DIR.', 1)

/** Checked before the database is started. */
function readRestoreConfig() {
  const config = readConfig()
  if (!backup) throw new StartupError('Name the directory of the backup: npm run restore -- /backups/tributary-2026-11-22T03-00-00.')
  if (!config.backupPassphrase) throw new ConfigError('BACKUP_PASSPHRASE is not set. Set it to the passphrase of the backup.')
  return config
}

await withDatabase(readRestoreConfig, async (context) => {
  const onKeysFile = (path: string) => console.log(`Start the installation with the ENCRYPTION_KEY in ${path}, then delete that file.`)
  const { manifest } = await restoreBackup({ ...context, onKeysFile }, resolve(backup ?? ''), context.config.backupPassphrase ?? '')
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`Restored ${rows} rows of ${manifest.tables.length} tables and ${manifest.files.length} files of ${manifest.createdAt}.`)
  const { differences, found } = await verifyAggregates(context)
  for (const one of found) console.log(formatDifference(one))
  console.log(formatResult(differences))
  return differences === 0 ? 0 : 1
})
