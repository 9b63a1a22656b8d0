/** The behaviour that we rely on, for both queue backends. Redis is tested when REDIS_URL is set. */
import { randomBytes } from 'node:crypto'
import test from 'ava'
import { UnrecoverableError } from 'bullmq'
import { type Config, ConfigError } from '../../../../shared/kernel/config.js'
import { openPool } from '../../../../shared/kernel/db/pool.js'
import { queueKinds, queueNames, type QueueName } from '../../../../shared/kernel/queue/queue-kinds.js'
import { openQueues, type Queues, type QueuesOptions } from '../../../../shared/kernel/queue/queues.js'
import { minutes } from '../../../../shared/kernel/time.js'
import { databaseProxy } from '../../../support/database-proxy.js'
import { freePort } from '../../../support/installation.js'
import { testConfig } from '../../../support/service.js'
import { tcpProxy } from '../../../support/tcp-proxy.js'
import { waitUntil } from '../../../support/wait-until.js'

const { config, release } = await testConfig()
const defaultOptions: QueuesOptions = { consumes: true, onError: () => undefined }
const backends: Record<string, Config> = { postgres: { ...config, redisUrl: undefined } }
if (config.redisUrl) backends.redis = config

const opened: Queues[] = []
const open = async (from: Config, options = defaultOptions) => {
  const queues = await openQueues(from, options)
  opened.push(queues)
  return queues
}
// Tests are declared synchronously, so all backends are opened first.
const backendQueues = await Promise.all(Object.entries(backends).map(async ([name, from]) => ({ name, from, queues: await open(from) })))
for (const one of backendQueues) contract(one)
if (!backends.redis) test.skip('redis: needs REDIS_URL', (t) => t.pass())
test.after.always(async () => {
  await Promise.all(opened.map((one) => one.close()))
  await release()
})

/** Every test uses a queue of its own, because tests run concurrently. */
function contract({ name, from, queues }: { name: string; from: Config; queues: Queues }): void {
  const fast = { drainDelay: 1, lockDuration: minutes(5) }

  test(`${name}: reports its backend and answers a ping`, async (t) => {
    t.is(queues.backend, name as Queues['backend'])
    await t.notThrowsAsync(queues.ping())
  })

  test(`${name}: job data arrives unchanged`, async (t) => {
    const data = { text: 'naïve ☕', list: [1, null, { deep: true }], big: 'x'.repeat(50_000) }
    const seen: unknown[] = []
    queues.worker('clicks', async (job) => void seen.push(job.data), fast)
    await queues.queue('clicks').addBulk([
      { name: 'a', data },
      { name: 'b', data },
    ])
    await waitUntil(() => seen.length === 2)
    t.deepEqual(seen, [data, data])
  })

  test(`${name}: two jobs with the same id are queued once`, async (t) => {
    const queue = queues.queue('bulk')
    await queue.add('a', {}, { jobId: 'evt_ONE' })
    await queue.add('a', {}, { jobId: 'evt_ONE' })
    await queue.addBulk([
      { name: 'a', data: {}, opts: { jobId: 'evt_ONE' } },
      { name: 'a', data: {}, opts: { jobId: 'evt_TWO' } },
    ])
    t.is(await queue.getWaitingCount(), 2)
  })

  test(`${name}: a job with the deduplication id of a waiting job is ignored until that job is done`, async (t) => {
    const queue = queues.queue('imports')
    let runs = 0
    for (const text of ['first', 'second']) await queue.add('a', { text }, { deduplication: { id: 'same' } })
    t.is(await queue.getWaitingCount(), 1)
    queues.worker('imports', async () => void runs++, fast)
    await waitUntil(async () => (await queue.getCompletedCount()) === 1)
    await queue.add('a', { text: 'third' }, { deduplication: { id: 'same' } })
    await waitUntil(() => runs === 2)
    t.is(runs, 2)
  })

  test(`${name}: a failing job runs as often as its attempts allow, an unrecoverable one once`, async (t) => {
    const attempts: Record<string, number> = {}
    queues.worker(
      'events',
      async (job) => {
        attempts[job.name] = (attempts[job.name] ?? 0) + 1
        throw job.name === 'final' ? new UnrecoverableError('never') : new Error('not yet')
      },
      fast,
    )
    const queue = queues.queue('events')
    await queue.add('again', {}, { attempts: 3, backoff: { type: 'exponential', delay: 5, jitter: 0.3 } })
    await queue.add('final', {}, { attempts: 3, backoff: { type: 'fixed', delay: 5 } })
    await waitUntil(async () => (await queue.getFailedCount()) === 2)
    t.deepEqual(attempts, { again: 3, final: 1 })
  })

  test(`${name}: a schedule repeats its job until it is removed`, async (t) => {
    const queue = queues.queue('housekeeping')
    let runs = 0
    queues.worker('housekeeping', async () => void runs++, fast)
    await queue.upsertJobScheduler('tests.tick', { every: 200 }, { name: 'tests.tick', data: {} })
    await waitUntil(() => runs >= 3)
    await queue.removeJobScheduler('tests.tick')
    t.deepEqual(await queue.getJobSchedulers(), [])
    await waitUntil(async () => (await queue.getJobCountByTypes('waiting', 'delayed', 'active')) === 0)
    const settled = runs
    // More than two periods later.
    await queue.add('later', {}, { delay: 500 })
    await waitUntil(() => runs > settled)
    t.is(runs, settled + 1)
  })

  test(`${name}: setting a schedule twice creates one`, async (t) => {
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

  test(`${name}: closing waits for the running job`, async (t) => {
    const own = await open(from)
    let state = 'waiting'
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    own.worker('exports', async () => {
      state = 'started'
      await released
      state = 'done'
    })
    await own.queue('exports').add('slow', {})
    await waitUntil(() => state === 'started')
    const closed = own.close().then(() => (state += ', closed'))
    release()
    await closed
    opened.splice(opened.indexOf(own), 1)
    t.is(state, 'done, closed')
  })

  test(`${name}: a queue is opened once`, (t) => {
    t.is(queues.queue('webhooks'), queues.queue('webhooks'))
  })
}

test('every queue has a description and a concurrency', (t) => {
  t.deepEqual(queueNames, [
    'clicks',
    'events',
    'bulk',
    'imports',
    'exports',
    'webhooks',
    'deliveries',
    'emails',
    'money',
    'housekeeping',
  ] satisfies QueueName[])
  for (const { concurrency, description } of Object.values(queueKinds)) {
    t.true(concurrency >= 1)
    t.true(description.length > 20)
  }
})

test('a Redis that does not answer at start is reported with the variable and without the password', async (t) => {
  const port = await freePort()
  const error = await t.throwsAsync(openQueues({ ...config, redisUrl: `redis://:hush-hush@127.0.0.1:${port}` }, defaultOptions), {
    instanceOf: ConfigError,
  })
  t.true(error.message.startsWith(`REDIS_URL: 127.0.0.1:${port} does not answer`), error.message)
  t.false(error.message.includes('hush-hush'))
})

test('an unavailable database fails the operations and not the process', async (t) => {
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

test('a queue that was first used while the database was away works when the database is back', async (t) => {
  const { proxy, url: databaseUrl } = await databaseProxy(config.databaseUrl ?? '')
  await proxy.interrupt()
  const queues = await open({ ...config, redisUrl: undefined, databaseUrl }, { ...defaultOptions, consumes: false })
  const queue = queues.queue('deliveries')
  await t.throwsAsync(queue.add('x', {}))
  await proxy.resume()
  t.truthy((await queue.add('x', {})).id)
  await queue.waitUntilReady()
  await queue.drain()
  await proxy.close()
})

const withRedis = config.redisUrl ? test : test.skip
for (const state of ['waits for a job', 'runs a job'] as const)
  withRedis(`redis: a consumer that ${state} continues soon after a network partition that dropped its connections`, async (t) => {
    const { hostname: host, port } = new URL(config.redisUrl ?? '')
    const proxy = await tcpProxy({ host, port: Number(port || 6379) })
    const redisPrefix = randomBytes(4).toString('hex')
    const consumers = await open({ ...config, redisPrefix, redisUrl: `redis://127.0.0.1:${proxy.port}` })
    t.teardown(async () => {
      opened.splice(opened.indexOf(consumers), 1)
      await consumers.close()
      await proxy.close()
    })
    const producers = await open({ ...config, redisPrefix })
    const done: string[] = []
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    let isRunning = false
    const worker = consumers.worker('emails', async ({ name }) => {
      isRunning = true
      if (name === 'slow') await released
      done.push(name)
    })
    await worker.waitUntilReady()
    const queue = producers.queue('emails')
    await queue.add(state === 'runs a job' ? 'slow' : 'quick', {})
    await waitUntil(() => isRunning)
    proxy.hang()
    release()
    await queue.add('next', {})
    proxy.recover()
    await waitUntil(() => done.includes('next'))
    t.is(done.length, 2)
  })

test('a job whose completion deadlocks in the database is completed and runs once', async (t) => {
  const codes: unknown[] = []
  const queues = await open(
    { ...config, redisUrl: undefined },
    { consumes: true, onError: (error) => void codes.push((error as { code?: string }).code) },
  )
  const pool = openPool({ connectionString: config.databaseUrl, max: 1 }, () => undefined)
  // The first completion fails as in a deadlock. A rollback leaves the sequence as it is.
  await pool.query(`create sequence bullmq.test_completions;
    create function bullmq.test_deadlock() returns trigger language plpgsql as $$ begin
      if nextval('bullmq.test_completions') = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
      return new;
    end $$;
    create trigger test_deadlock before update on bullmq.job for each row
      when (new.queue = 'emails' and new.state = 'completed') execute function bullmq.test_deadlock()`)
  t.teardown(() => pool.end())
  let runs = 0
  queues.worker('emails', async () => void runs++)
  const queue = queues.queue('emails')
  await queue.add('once', {})
  await waitUntil(async () => (await queue.getJobCountByTypes('completed', 'failed')) === 1)
  t.deepEqual([await queue.getCompletedCount(), runs], [1, 1])
  t.deepEqual(codes, ['40P01'])
})

test('no transaction both finishes a job and claims the next, because two such transactions of a queue can deadlock', async (t) => {
  const queues = await open({ ...config, redisUrl: undefined })
  const pool = openPool({ connectionString: config.databaseUrl, max: 1 }, () => undefined)
  await pool.query(`create table bullmq.test_changes (transaction xid8, state text);
    create function bullmq.test_record() returns trigger language plpgsql as $$ begin
      insert into bullmq.test_changes values (pg_current_xact_id(), new.state);
      return new;
    end $$;
    create trigger test_record before update on bullmq.job for each row
      when (new.queue = 'webhooks' and new.state is distinct from old.state) execute function bullmq.test_record()`)
  t.teardown(() => pool.end())
  const queue = queues.queue('webhooks')
  await queue.addBulk(['passes', 'fails', 'passes', 'fails'].map((name) => ({ name, data: {} })))
  const fail = (name: string) => {
    if (name === 'fails') throw new Error('on purpose')
  }
  queues.worker('webhooks', async (job) => fail(job.name), { concurrency: 1 })
  await waitUntil(async () => (await queue.getJobCountByTypes('completed', 'failed')) === 4)
  const { rows } = await pool.query(
    `select count(distinct transaction)::int as transactions, count(*)::int as changes from bullmq.test_changes`,
  )
  t.deepEqual(rows, [{ transactions: 8, changes: 8 }])
})
