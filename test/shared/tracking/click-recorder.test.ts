import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { tableClickQueue } from '../../../shared/tracking/click-queue.js'
import { openClickRecorder, openClickQueue } from '../../../shared/tracking/index.js'
import { rawClick, spooledClicks, queuedClicks } from '../../support/clicks.js'
import { silentLog, testService, type TestService } from '../../support/service.js'
import { waitUntil } from '../../support/wait-until.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

const open = (queue = openClickQueue({ ...service.resources, log: silentLog }), dataDir = service.config.dataDir) =>
  openClickRecorder({ queue, store: service.resources.store, dataDir, log: silentLog })
const query = (sql: string) => service.resources.database.pool.query(sql)

test.serial('clicks are queued before their visitors are answered', async (t) => {
  const link = await service.make.link(await service.make.workspace())
  const recorder = await open()
  const clicks = Array.from({ length: 20 }, () => rawClick(link))
  await Promise.all(
    clicks.map(async (click) => {
      await new Promise<void>((onDurable) => recorder.record({ click, isIdForwarded: false }, onDurable))
      t.true((await queuedClicks(service.resources)).some(({ id }) => id === click.id))
    }),
  )
  await recorder.close()
  t.is((await queuedClicks(service.resources)).length, 20)
})

test.serial('visitors are answered while the database is unavailable; their clicks are spooled and replayed', async (t) => {
  const link = await service.make.link(await service.make.workspace())
  await query('alter table queued_click_batches rename to hidden')
  const recorder = await open(tableClickQueue(service.config, silentLog))
  const click = rawClick(link)
  await new Promise<void>((onDurable) => recorder.record({ click, isIdForwarded: false }, onDurable))
  t.like((await spooledClicks(service.config)).at(-1), { id: click.id })
  const spool = join(service.config.dataDir, 'spool')
  for (const name of await readdir(spool)) t.is((await stat(join(spool, name))).mode & 0o777, 0o600, 'only its owner may read a spool file')
  await query('alter table hidden rename to queued_click_batches')
  await waitUntil(async () => (await spooledClicks(service.config)).length === 0)
  t.true((await queuedClicks(service.resources)).some(({ id }) => id === click.id))
  await recorder.close()
})

test.serial('clicks are queued without a writable data directory', async (t) => {
  const link = await service.make.link(await service.make.workspace())
  const recorder = await open(undefined, '/proc/tributary')
  const click = rawClick(link)
  await new Promise<void>((onDurable) => recorder.record({ click, isIdForwarded: false }, onDurable))
  t.true((await queuedClicks(service.resources)).some(({ id }) => id === click.id))
  await recorder.close()
})
