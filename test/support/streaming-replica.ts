/** A PostgreSQL server with a streaming replica, both embedded ones. */
import { execFile } from 'node:child_process'
import { appendFile, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { migrate } from '../../shared/kernel/db/migrate.js'
import { startEmbeddedPostgres } from '../../shared/supervisor/embedded-postgres.js'
import { freePort } from './installation.js'

const run = promisify(execFile)
const settings = { fsync: 'off' }

export interface ReplicatedDatabase {
  url: string
  replicaUrl: string
  startReplica(): Promise<void>
  stopReplica(): Promise<void>
  close(): Promise<void>
}

/** Starts both. The primary is migrated. */
export async function replicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-replicated-'))
  const [directory, replicaDirectory] = [join(folder, 'primary'), join(folder, 'replica')]
  const primary = await startEmbeddedPostgres({ directory, settings })
  await migrate(primary.url)
  await copyCluster(primary, directory, replicaDirectory)
  const port = await freePort()
  const startReplica = () =>
    startEmbeddedPostgres({ directory: replicaDirectory, port, settings: { ...settings, max_standby_streaming_delay: 0 } })
  let replica = await startReplica()
  return {
    url: primary.url,
    replicaUrl: replica.url,
    async startReplica() {
      replica = await startReplica()
    },
    stopReplica: () => replica.stop(),
    async close() {
      await replica.stop()
      await primary.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

/** Copies the files of a running server in the way of a base backup. The copy follows the server once it is started. */
async function copyCluster({ url, port }: { url: string; port: number }, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`select pg_backup_start('replica', true)`)
  // The owner of the files is the account of the server.
  await run('cp', ['-a', from, to])
  const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
  await client.end()
  const data = join(to, 'data')
  await rm(join(data, 'postmaster.pid'), { force: true })
  const { uid, gid } = await stat(data)
  for (const [name, content] of [
    ['backup_label', rows[0].labelfile],
    ['standby.signal', ''],
  ]) {
    await writeFile(join(data, name), content)
    await chown(join(data, name), uid, gid)
  }
  const { username, password } = new URL(url)
  await appendFile(
    join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${password}'\n`,
  )
}
