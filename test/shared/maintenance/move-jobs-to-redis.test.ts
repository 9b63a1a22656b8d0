import test from 'ava'
import { openQueues } from '../../../shared/kernel/queue/queues.js'
import { runJobByName } from '../../support/jobs.js'
import { testService, type TestService } from '../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

test.serial('jobs that waited in PostgreSQL when REDIS_URL was set are moved to Redis', async (t) => {
  const { queues } = service.resources
  if (queues.backend === 'postgres') {
    t.pass('needs TEST_REDIS_URL')
    return
  }
  const former = await openQueues({ ...service.config, redisUrl: undefined }, { consumes: false, onError: () => undefined })
  t.teardown(() => former.close())
  const [from, to] = [former.queue('events'), queues.queue('events')]
  const data = { payload: { text: 'kept' }, workspaceId: null }
  const options = { attempts: 8, deduplication: { id: 'one' } }
  await from.add('notes.keep', data, { jobId: 'evt_waiting', ...options })
  await from.add('notes.keep', data, { jobId: 'evt_retried-notes.hear', attempts: 8, delay: 3_600_000 })
  await from.add('notes.repeat', data, { jobId: 'notes.repeat-17' })
  await from.addBulk(
    Array.from({ length: 450 }, (_, index) => ({ name: 'notes.keep', data, opts: { jobId: `evt_${index}`, attempts: 8 } })),
  )

  await runJobByName(service.resources, 'maintenance.move-jobs-to-redis')
  t.is(await to.getWaitingCount(), 452)
  t.is(await to.getDelayedCount(), 0)
  const moved = await to.getJob('evt_waiting')
  t.like(moved, { name: 'notes.keep', data, opts: { attempts: 8, deduplication: { id: 'one' } } })
  t.deepEqual(
    (await from.getJobs()).map(({ id }) => id),
    ['notes.repeat-17'],
  )
  await runJobByName(service.resources, 'maintenance.move-jobs-to-redis')
  t.is(await to.getWaitingCount(), 452)
  await from.add('notes.keep', data, { jobId: 'evt_again', ...options })
  t.truthy(await from.getJob('evt_again'), 'the deduplication of a moved job does not remain')
})

test.serial('a job whose worker was killed before the switch is moved to Redis, and one whose worker still runs is not', async (t) => {
  const { queues, database } = service.resources
  if (queues.backend === 'postgres') {
    t.pass('needs TEST_REDIS_URL')
    return
  }
  const former = await openQueues({ ...service.config, redisUrl: undefined }, { consumes: false, onError: () => undefined })
  t.teardown(() => former.close())
  const [from, to] = [former.queue('bulk'), queues.queue('bulk')]
  const data = { payload: { text: 'kept' }, workspaceId: null }
  for (const jobId of ['evt_killed', 'evt_running']) await from.add('notes.keep', data, { jobId, attempts: 8 })
  const worker = former.worker('bulk', async () => undefined, { autorun: false })
  for (const token of ['killed', 'running']) await worker.getNextJob(token)
  await database.pool.query(`update bullmq.job set locked_until_ms = 1 where queue = 'bulk' and id = 'evt_killed'`)

  const pass = async () => {
    await database.pool.query(`update bullmq.meta set value = '0' where field = 'stalled-check'`)
    await runJobByName(service.resources, 'maintenance.move-jobs-to-redis')
  }
  await pass()
  t.is(await to.getWaitingCount(), 0)
  await pass()
  t.like(await to.getJob('evt_killed'), { name: 'notes.keep', data })
  t.is(await to.getWaitingCount(), 1)
  t.is(await from.getJobState('evt_killed'), 'unknown')
  t.is(await from.getJobState('evt_running'), 'active')
})
