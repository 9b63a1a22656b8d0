import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openLog } from '../../../shared/kernel/log.js'
import { openScope } from '../../../shared/kernel/scope.js'
import { hours, minutes } from '../../../shared/kernel/time.js'
import { tableClickQueue } from '../../../shared/tracking/click-queue.js'
import { appStoreVisitKey, type AppStoreVisit, cachedClickKey } from '../../../shared/tracking/click-recorder.js'
import { openClickSpool, type SpoolProblems } from '../../../shared/tracking/click-spool.js'
import { findClick } from '../../../shared/tracking/conversions/find-click.js'
import {
  type ClickBatch,
  type ClickRecorder,
  openClickRecorder,
  openClickQueue,
  type RawClick,
  visitKey,
} from '../../../shared/tracking/index.js'
import { batchOf, rawClick, spooledClicks, queuedClicks } from '../../support/clicks.js'
import { silentLog, testService, type TestService } from '../../support/service.js'
import { waitUntil } from '../../support/wait-until.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

const open = (queue = openClickQueue({ ...service.resources, log: silentLog }), dataDir = service.config.dataDir) =>
  openClickRecorder({ queue, store: service.resources.store, dataDir, log: silentLog })
/** Resolves with the error if the click could be stored nowhere. */
const record = (recorder: ClickRecorder, click: RawClick, appStoreVisit?: AppStoreVisit) =>
  new Promise<unknown>((onSettled) =>
    recorder.record({ click, isIdForwarded: appStoreVisit !== undefined, ...(appStoreVisit ? { appStoreVisit } : {}) }, onSettled),
  )
const query = (sql: string) => service.resources.database.pool.query(sql)

test.serial('clicks are queued before their visitors are answered', async (t) => {
  const link = await service.make.link(await service.make.workspace())
  const recorder = await open()
  const clicks = Array.from({ length: 20 }, () => rawClick(link))
  await Promise.all(
    clicks.map(async (click) => {
      t.is(await record(recorder, click), undefined)
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
  t.is(await record(recorder, click), undefined)
  t.like((await spooledClicks(service.config)).at(-1), { id: click.id })
  const spool = join(service.config.dataDir, 'spool')
  for (const name of await readdir(spool)) t.is((await stat(join(spool, name))).mode & 0o777, 0o600, 'only its owner may read a spool file')
  await query('alter table hidden rename to queued_click_batches')
  await waitUntil(async () => (await spooledClicks(service.config)).length === 0)
  t.true((await queuedClicks(service.resources)).some(({ id }) => id === click.id))
  await recorder.close()
})

test.serial('a conversion finds a click that is still in the spool', async (t) => {
  const click = rawClick(await service.make.link(await service.make.workspace()))
  const find = () => findClick(openScope({ resources: service.resources, log: silentLog, requestId: 'req_test' }), click.id)
  t.is(await find(), null)
  const spool = await openClickSpool(service.config.dataDir, failOnProblem(t))
  await spool.write(batchOf([rawClick(await service.make.link(await service.make.workspace()))]))
  await spool.write(batchOf([click]))
  t.is((await find())?.id, click.id)
  t.is(await spool.replay(async () => undefined), 2)
  t.is(await find(), null)
})

test.serial('clicks are queued without a writable data directory', async (t) => {
  const link = await service.make.link(await service.make.workspace())
  const recorder = await open(undefined, '/proc/tributary')
  const click = rawClick(link)
  t.is(await record(recorder, click), undefined)
  t.true((await queuedClicks(service.resources)).some(({ id }) => id === click.id))
  await recorder.close()
})

test.serial('clicks that can be stored nowhere are reported as lost in one log line, until they can be stored again', async (t) => {
  const link = await service.make.link(await service.make.workspace())
  await query('alter table queued_click_batches rename to hidden')
  const lines: { msg: string; clicks?: number }[] = []
  const log = openLog('error', 'test', { write: (line) => void lines.push(JSON.parse(line)) })
  const recorder = await openClickRecorder({
    queue: tableClickQueue(service.config, silentLog),
    store: service.resources.store,
    dataDir: '/proc/tributary',
    log,
  })
  t.true(recorder.isStoring())
  const clicks = [rawClick(link), rawClick(link)]
  for (const error of await Promise.all(clicks.map((click) => record(recorder, click)))) t.truthy(error)
  t.false(recorder.isStoring())
  await waitUntil(() => lines.length > 0)
  t.deepEqual(
    lines.map(({ msg, clicks: count }) => [msg, count]),
    [['clicks lost: queue and spool failed', 2]],
  )
  await query('alter table hidden rename to queued_click_batches')
  t.true(await waitUntil(() => recorder.isStoring()))
  const click = rawClick(link)
  t.is(await record(recorder, click), undefined)
  t.true((await queuedClicks(service.resources)).some(({ id }) => id === click.id))
  await recorder.close()
})

test.serial('no conversion can name a lost click', async (t) => {
  const link = await service.make.link(await service.make.workspace())
  const { store } = service.resources
  await query('alter table queued_click_batches rename to hidden')
  const recorder = await open(tableClickQueue(service.config, silentLog), '/proc/tributary')
  const click = rawClick(link)
  await store.set(visitKey(click), click.id, minutes(1))
  t.truthy(await record(recorder, click, { url: 'https://apps.apple.com/app/1' }))
  await recorder.close()
  await query('alter table hidden rename to queued_click_batches')
  t.deepEqual(await store.getMany([cachedClickKey(click.id), visitKey(click), appStoreVisitKey(click.ip, click.domain)]), [
    null,
    null,
    null,
  ])
})

test.serial('a batch that cannot be spooled leaves no file', async (t) => {
  const link = await service.make.link(await service.make.workspace())
  const { spool, directory } = await newSpool(t)
  t.true(await spool.isWritable())
  // The rename fails after the file was created.
  await mkdir(join(directory, 'batch_blocked.clicks.json', 'occupied'), { recursive: true })
  await t.throwsAsync(spool.write(batchOf([rawClick(link)], { id: 'batch_blocked' })))
  t.deepEqual(await readdir(directory), ['batch_blocked.clicks.json'])
  await rm(directory, { recursive: true })
  t.false(await spool.isWritable())
})

test.serial('of the files that dead processes did not finish, complete batches are replayed and the others are deleted', async (t) => {
  const link = await service.make.link(await service.make.workspace())
  const { spool, directory } = await newSpool(t)
  const complete = batchOf([rawClick(link)])
  const text = JSON.stringify(complete)
  const leave = async (name: string, content: string, time: Date) => {
    const path = join(directory, `${name}.clicks.json.part`)
    await writeFile(path, content)
    await utimes(path, time, time)
  }
  const hourAgo = new Date(Date.now() - hours(1))
  await leave(complete.id, text, hourAgo)
  await leave('batch_empty', '', hourAgo)
  await leave('batch_torn', text.slice(0, -1), hourAgo)
  await leave('batch_being_written', '', new Date())
  await spool.recoverPartialFiles()
  const replayed: ClickBatch[] = []
  t.is(await spool.replay(async (batch) => void replayed.push(batch)), 1)
  t.deepEqual(replayed, [complete])
  t.deepEqual(await readdir(directory), ['batch_being_written.clicks.json.part'])
})

test.serial('a spool file without a valid batch is reported and kept, and the others are replayed', async (t) => {
  const link = await service.make.link(await service.make.workspace())
  const invalid: string[] = []
  const { spool, directory } = await newSpool(t, { ...failOnProblem(t), invalid: (path) => void invalid.push(basename(path)) })
  await writeFile(join(directory, 'batch_0.clicks.json'), '{"id":"batch_0"}')
  await writeFile(join(directory, 'batch_1.clicks.json'), 'torn')
  const [former, batch] = [batchOf([rawClick(link)], { id: 'batch_2' }), batchOf([rawClick(link)], { id: 'batch_3' })]
  await writeFile(join(directory, 'batch_2.clicks.json'), JSON.stringify({ payload: former, workspaceId: null }))
  await spool.write(batch)
  const replayed: ClickBatch[] = []
  t.is(await spool.replay(async (one) => void replayed.push(one)), 2)
  t.deepEqual(replayed, [former, batch])
  t.deepEqual(invalid, ['batch_0.clicks.json', 'batch_1.clicks.json'])
  t.deepEqual([(await readdir(directory)).toSorted(), await spool.size()], [invalid, 2])
})

const failOnProblem = (t: ExecutionContext): SpoolProblems => ({
  unavailable: (error: Error) => t.fail(error.message),
  invalid: (path: string) => t.fail(path),
})

async function newSpool(t: ExecutionContext, problems = failOnProblem(t)) {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-test-'))
  t.teardown(() => rm(dataDir, { recursive: true, force: true }))
  return { spool: await openClickSpool(dataDir, problems), directory: join(dataDir, 'spool') }
}
