/** A backup that is taken under load, and its restore into an empty database and directory. */
import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import test from 'ava'
import type { JobsOptions } from 'bullmq'
import { type Config, readConfig } from '../../../shared/kernel/config.js'
import { openPool } from '../../../shared/kernel/db/pool.js'
import { directoryFileStore } from '../../../shared/kernel/directory-file-store.js'
import { minutes } from '../../../shared/kernel/time.js'
import type { Link } from '../../../shared/links/link.entity.js'
import { readManifest } from '../../../shared/maintenance/backup/backup-format.js'
import { createBackup } from '../../../shared/maintenance/backup/create-backup.js'
import { restoreBackup } from '../../../shared/maintenance/backup/restore-backup.js'
import { openSecrets } from '../../../shared/maintenance/backup/sealed-secrets.js'
import { verifyAggregates } from '../../../shared/maintenance/verify/verify-aggregates.js'
import { rollUpClicks } from '../../../shared/rollups/index.js'
import { prepare } from '../../../shared/supervisor/prepare.js'
import { trackLeadBodySchema } from '../../../shared/tracking/conversions/conversion-input.schema.js'
import { encodeClickBatch, trackLead } from '../../../shared/tracking/index.js'
import type { JobData } from '../../../workers/runtime/run-job.js'
import { testMember, type TestMember } from '../../support/callers.js'
import { batchOf, rawClick } from '../../support/clicks.js'
import { onServer, withDatabase } from '../../support/database.js'
import { runJobByName } from '../../support/jobs.js'
import { testService, type TestService } from '../../support/service.js'

const passphrase = 'the passphrase of the tests'
let service: TestService
let owner: TestMember
let link: Link
let home: string
test.before(async () => {
  home = await mkdtemp(join(tmpdir(), 'tributary-backup-'))
  service = await testService()
  await prepare(service.config)
  owner = await testMember(service)
  link = await service.make.link(owner.workspace, { title: 'a\tb\\c\n\u{1f600}' })
  await pool().query('update workspaces set total_links = 1 where id = $1', [owner.workspace.id])
  await directoryFileStore(service.config).write('logo.png', Buffer.from('logo'))
})
test.after.always(async () => {
  await service?.close()
  await rm(home, { recursive: true, force: true })
})

const pool = () => service.resources.database.pool
const encryptionKeys = ['encryption-key-of-the-tests', 'a-former-key-of-the-tests']
const backup = (parent: string) =>
  createBackup({ config: { ...service.config, encryptionKeys }, pool: pool(), now: () => new Date() }, join(home, parent), passphrase)

/** Ingests clicks, tracks leads and rolls both up until it is stopped. */
function startLoad() {
  let rounds = 0
  let stopped = false
  const run = async () => {
    while (!stopped) {
      const clicks = Array.from({ length: 5 }, (_, at) => rawClick(link, { at: Date.now() - minutes(at) }))
      await runJobByName(service.resources, 'tracking.ingest-clicks', batchOf(clicks))
      const lead = { clickId: clicks[0]?.id, eventName: 'Sign up', customerExternalId: `customer ${rounds}` }
      await owner.run((scope) => trackLead(scope, trackLeadBodySchema.parse(lead)))
      await rollUpClicks({ pool: pool(), now: () => new Date() }, { denseThreshold: 3, clicksPerStep: 100 })
      rounds++
      await nextTurn()
    }
  }
  const running = run()
  return {
    rounds: () => rounds,
    async stop() {
      stopped = true
      await running
    },
  }
}

/** An empty database, without tables, and an empty data directory. */
async function emptyInstallation(t: { teardown(run: () => Promise<unknown>): void }) {
  const server = process.env.TEST_DATABASE_URL ?? ''
  const name = `test_restore_${process.pid}_${Date.now()}`
  await onServer(server, `create database ${name} template template0`)
  const databaseUrl = withDatabase(server, name)
  const target = openPool({ connectionString: databaseUrl, max: 2 }, () => undefined)
  const dataDir = await mkdtemp(join(home, 'target-'))
  t.teardown(async () => {
    await target.end()
    await onServer(server, `drop database if exists ${name} with (force)`)
  })
  const config: Config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
  return { config, databaseUrl, pool: target }
}

test.serial('a backup taken under load restores into an empty installation without a difference', async (t) => {
  const load = startLoad()
  while (load.rounds() < 3) await nextTurn()
  const { directory, manifest } = await backup('under-load')
  const during = load.rounds()
  await load.stop()
  const target = await emptyInstallation(t)
  const restored = await restoreBackup(target, directory, passphrase)

  const { found, rows } = await verifyAggregates({ pool: target.pool, now: () => new Date() })
  t.deepEqual(found, [])
  t.true(Object.values(rows).some((count) => count > 0))
  const { rows: clicks } = await target.pool.query('select count(*) as count from click_events')
  t.true(clicks[0].count >= 15 && clicks[0].count % 5 === 0, 'whole batches')
  t.true(clicks[0].count <= (during + 1) * 5)
  const { rows: titles } = await target.pool.query('select title from links where id = $1', [link.id])
  t.is(titles[0].title, link.title)
  t.is(String(await directoryFileStore(target.config).read('logo.png')), 'logo')
  t.is((await target.pool.query('select 1 from pg_constraint where not convalidated')).rows.length, 0)
  t.is((await target.pool.query(`select 1 from pg_trigger where not tgisinternal and tgenabled = 'D'`)).rows.length, 0)
  t.regex(await readFile(String(restored.keysFile), 'utf8'), /^ENCRYPTION_KEY=encryption-key-of-the-tests,a-former-key-of-the-tests\n$/)

  const again = await createBackup(
    { config: target.config, pool: target.pool, now: () => new Date(Date.now() + minutes(1)) },
    home,
    passphrase,
  )
  t.deepEqual(again.manifest.tables, manifest.tables, 'a backup of the restored database has the same tables, byte for byte')
  t.deepEqual(again.manifest.sequences, manifest.sequences)
  t.deepEqual((await prepare({ ...target.config, encryptionKeys: service.config.encryptionKeys })).migrations, [])
  await t.throwsAsync(restoreBackup(target, directory, passphrase), { message: /database is not empty/ })
})

test.serial('the keys are sealed, and only the owner can read a backup', async (t) => {
  const { directory } = await backup('sealed')
  const sealed = await readFile(join(directory, 'secrets.sealed'))
  t.false(sealed.includes('encryption-key-of-the-tests'))
  t.false((await readFile(join(directory, 'files', 'logo.png.enc'))).includes('logo'))
  t.deepEqual(openSecrets(sealed, passphrase).encryptionKeys, encryptionKeys)
  t.throws(() => openSecrets(sealed, 'another passphrase here'), { message: /not the passphrase of this backup/ })
  t.is((await stat(directory)).mode & 0o777, 0o700)
  t.is((await stat(join(directory, 'secrets.sealed'))).mode & 0o777, 0o600)
})

test.serial('an interrupted restore can be repeated, also of a backup whose keys were in the environment only', async (t) => {
  const dataDir = await mkdtemp(join(home, 'source-'))
  const { encryptionKey: _, ...credentials } = JSON.parse(await readFile(join(service.config.dataDir, 'credentials.json'), 'utf8'))
  await writeFile(join(dataDir, 'credentials.json'), JSON.stringify(credentials))
  const config = { ...service.config, dataDir, encryptionKeys }
  const { directory } = await createBackup({ config, pool: pool(), now: () => new Date() }, join(home, 'interrupted'), passphrase)
  const target = await emptyInstallation(t)
  const onKeysFile = () => {
    throw new Error('interrupted')
  }
  await t.throwsAsync(restoreBackup({ ...target, onKeysFile }, directory, passphrase), { message: 'interrupted' })
  await t.notThrowsAsync(restoreBackup(target, directory, passphrase))
  const other = { ...credentials, adminApiKey: 'of another installation' }
  const third = await emptyInstallation(t)
  await writeFile(join(third.config.dataDir, 'credentials.json'), JSON.stringify(other))
  await t.throwsAsync(restoreBackup(third, directory, passphrase), { message: /keys of another installation/ })
})

test.serial('a damaged or unfinished backup is refused before anything changes', async (t) => {
  const { directory } = await backup('damaged')
  const target = await emptyInstallation(t)
  await t.throwsAsync(restoreBackup(target, directory, 'another passphrase here'), { message: /passphrase/ })
  await t.throwsAsync(restoreBackup(target, home, passphrase), { message: /not a complete backup/ })
  const manifest = await readManifest(directory)
  const newer = { ...manifest, migrations: [...manifest.migrations, '20990101000000_future'] }
  await writeFile(join(directory, 'manifest.json'), JSON.stringify(newer))
  await t.throwsAsync(restoreBackup(target, directory, passphrase), { message: /Update the program first.*20990101000000_future/ })
  await appendFile(join(directory, 'tables', 'links.copy.gz.enc'), 'x')
  await t.throwsAsync(restoreBackup(target, directory, passphrase), { message: /damaged: .*links\.copy\.gz\.enc/ })
  t.deepEqual(await readdir(target.config.dataDir), [])
  t.is((await target.pool.query(`select 1 from pg_tables where schemaname = 'public'`)).rows.length, 0)
})

const withRedis = process.env.REDIS_URL ? test.serial : test.serial.skip
withRedis('clicks that wait in Redis are in the backup, and in the spool after a restore', async (t) => {
  const batch = batchOf([rawClick(link)])
  await service.resources.queues.stream('clicks')?.add(encodeClickBatch(batch))
  const { directory, manifest } = await backup('queued')
  t.true(manifest.spool.some(({ name }) => name === `${batch.id}.clicks.json`))
  const target = await emptyInstallation(t)
  await restoreBackup(target, directory, passphrase)
  const restored = await readFile(join(target.config.dataDir, 'spool', `${batch.id}.clicks.json`), 'utf8')
  t.deepEqual(JSON.parse(restored), batch)
})

test.serial('a batch of clicks that became a job because it could not be ingested is in the backup, whatever its state', async (t) => {
  const queue = service.resources.queues.queue('clicks')
  const [waiting, delayed] = [batchOf([rawClick(link)]), batchOf([rawClick(link)])]
  const add = (payload: unknown, options: JobsOptions = {}) =>
    queue.add('tracking.ingest-clicks', { payload, workspaceId: null } satisfies JobData, options)
  await add(waiting)
  await add(delayed, { delay: minutes(60) })
  for (const damaged of [{ id: '../damaged' }, 'damaged']) await add(damaged, { delay: minutes(60) })
  await queue.add('tracking.ingest-queued-clicks', null)
  const { directory, manifest } = await backup('failed')
  const names = manifest.spool.map(({ name }) => name)
  for (const { id } of [waiting, delayed]) t.true(names.includes(`${id}.clicks.json`))
  t.false(names.some((name) => name.includes('damaged')))
  const target = await emptyInstallation(t)
  await restoreBackup(target, directory, passphrase)
  for (const batch of [waiting, delayed])
    t.deepEqual(JSON.parse(await readFile(join(target.config.dataDir, 'spool', `${batch.id}.clicks.json`), 'utf8')), batch)
})
