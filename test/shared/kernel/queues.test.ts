/** What the house relies on of a queue backend. PostgreSQL is always asked; Redis in the pass that has one. */
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { UnrecoverableError } from 'bullmq'
import { type Config, ConfigError } from '../../../shared/kernel/config.js'
import { queueKinds, queueNames, type QueueName } from '../../../shared/kernel/queue-kinds.js'
import { openQueues, type Queues } from '../../../shared/kernel/queues.js'
import { minutes } from '../../../shared/kernel/time.js'
import { freePort } from '../../support/installation.js'
import { testConfig } from '../../support/service.js'
import { until } from '../../support/until.js'

const { config, release } = await testConfig()
const quiet = { consumes: true, onError: () => undefined }
const backends: Record<string, Config> = { postgres: { ...config, redisUrl: undefined } }
if (config.redisUrl) backends.redis = config

const opened: Queues[] = []
const open = async (from: Config, options = quiet) => {
  const queues = await openQueues(from, options)
  opened.push(queues)
  return queues
}
// Tests are declared all at once, so everything is opened before.
const served = await Promise.all(Object.entries(backends).map(async ([name, from]) => ({ name, from, queues: await open(from) })))
for (const one of served) contract(one)
if (!backends.redis) test.skip('redis: the same contract, in the pass with Redis', (t) => t.pass())
test.after.always(async () => {
  await Promise.all(opened.map((one) => one.close()))
  await release()
})

/** Every test has a queue to itself, since all run at once. */
function contract({ name, from, queues }: { name: string; from: Config; queues: Queues }): void {
  const fast = { drainDelay: 1, lockDuration: minutes(5) }

  test(`${name}: says which backend serves, and answers`, async (t) => {
    t.is(queues.backend, name as Queues['backend'])
    await t.notThrowsAsync(queues.ping())
  })

  test(`${name}: a job's data arrives as it was given`, async (t) => {
    const data = { text: 'naïve ☕', list: [1, null, { deep: true }], big: 'x'.repeat(50_000) }
    const seen: unknown[] = []
    queues.worker('clicks', async (job) => void seen.push(job.data), fast)
    await queues.queue('clicks').addBulk([
      { name: 'a', data },
      { name: 'b', data },
    ])
    await until(() => seen.length === 2)
    t.deepEqual(seen, [data, data])
  })

  test(`${name}: of two jobs with one id the queue keeps one`, async (t) => {
    const queue = queues.queue('bulk')
    await queue.add('a', {}, { jobId: 'evt_ONE' })
    await queue.add('a', {}, { jobId: 'evt_ONE' })
    await queue.addBulk([
      { name: 'a', data: {}, opts: { jobId: 'evt_ONE' } },
      { name: 'a', data: {}, opts: { jobId: 'evt_TWO' } },
    ])
    t.is(await queue.getWaitingCount(), 2)
  })

  test(`${name}: while a job with a mark waits, a further one with it is ignored; afterwards it is not`, async (t) => {
    const queue = queues.queue('imports')
    let runs = 0
    for (const text of ['first', 'second']) await queue.add('a', { text }, { deduplication: { id: 'mark' } })
    t.is(await queue.getWaitingCount(), 1)
    queues.worker('imports', async () => void runs++, fast)
    await until(async () => (await queue.getCompletedCount()) === 1)
    await queue.add('a', { text: 'third' }, { deduplication: { id: 'mark' } })
    await until(() => runs === 2)
    t.is(runs, 2)
  })

  test(`${name}: a failing job is tried as often as it may be, a final failure once`, async (t) => {
    const tries: Record<string, number> = {}
    queues.worker(
      'events',
      async (job) => {
        tries[job.name] = (tries[job.name] ?? 0) + 1
        throw job.name === 'final' ? new UnrecoverableError('never') : new Error('not yet')
      },
      fast,
    )
    const queue = queues.queue('events')
    await queue.add('again', {}, { attempts: 3, backoff: { type: 'exponential', delay: 5, jitter: 0.3 } })
    await queue.add('final', {}, { attempts: 3, backoff: { type: 'fixed', delay: 5 } })
    await until(async () => (await queue.getFailedCount()) === 2)
    t.deepEqual(tries, { again: 3, final: 1 })
  })

  test(`${name}: a schedule runs its job again and again, and stops when it is removed`, async (t) => {
    const queue = queues.queue('housekeeping')
    let runs = 0
    queues.worker('housekeeping', async () => void runs++, fast)
    await queue.upsertJobScheduler('tests.tick', { every: 200 }, { name: 'tests.tick', data: {} })
    await until(() => runs >= 3)
    await queue.removeJobScheduler('tests.tick')
    t.deepEqual(await queue.getJobSchedulers(), [])
    await until(async () => (await queue.getJobCountByTypes('waiting', 'delayed', 'active')) === 0)
    const settled = runs
    await sleep(500)
    t.is(runs, settled)
  })

  test(`${name}: setting a schedule twice makes one`, async (t) => {
    const queue = queues.queue('money')
    for (const pattern of ['0 3 * * *', '0 4 * * *'])
      await queue.upsertJobScheduler('tests.nightly', { pattern, tz: 'UTC' }, { name: 'tests.nightly', data: {} })
    const schedules = await queue.getJobSchedulers()
    t.deepEqual(
      schedules.map(({ key, pattern }) => [key, pattern]),
      [['tests.nightly', '0 4 * * *']],
    )
    t.is(await queue.getDelayedCount(), 1)
  })

  test(`${name}: closing waits for the job in hand`, async (t) => {
    const own = await open(from)
    let state = 'waiting'
    own.worker('exports', async () => {
      state = 'started'
      await sleep(400)
      state = 'done'
    })
    await own.queue('exports').add('slow', {})
    await until(() => state === 'started')
    await own.close()
    opened.splice(opened.indexOf(own), 1)
    t.is(state, 'done')
  })

  test(`${name}: a queue is opened once`, (t) => {
    t.is(queues.queue('webhooks'), queues.queue('webhooks'))
  })
}

test('every queue says what it is for and how many jobs run at once', (t) => {
  t.deepEqual(queueNames, ['clicks', 'events', 'bulk', 'imports', 'exports', 'webhooks', 'money', 'housekeeping'] satisfies QueueName[])
  for (const { concurrency, meaning } of Object.values(queueKinds)) {
    t.true(concurrency >= 1)
    t.true(meaning.length > 20)
  }
})

test('a Redis that does not answer at the start is one sentence that names the key and no password', async (t) => {
  const port = await freePort()
  const error = await t.throwsAsync(openQueues({ ...config, redisUrl: `redis://:hush-hush@127.0.0.1:${port}` }, quiet), {
    instanceOf: ConfigError,
  })
  t.true(error.message.startsWith(`REDIS_URL names 127.0.0.1:${port}, which does not answer`), error.message)
  t.false(error.message.includes('hush-hush'))
})

test('a database that is away is noticed by asking, and ends nothing', async (t) => {
  const errors: Error[] = []
  const url = new URL(config.databaseUrl ?? '')
  url.port = String(await freePort())
  const queues = await openQueues(
    { ...config, redisUrl: undefined, databaseUrl: url.href },
    { consumes: false, onError: (error) => errors.push(error) },
  )
  await t.throwsAsync(queues.ping())
  await t.throwsAsync(queues.queue('clicks').add('x', {}))
  await queues.close()
})
