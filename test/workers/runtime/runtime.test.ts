import test from 'ava'
import type { Job } from 'bullmq'
import { z } from 'zod'
import { unprocessable } from '../../../shared/kernel/errors.js'
import { contract, event, exponential } from '../../../shared/kernel/queue/contract.js'
import { inTransaction, openScope } from '../../../shared/kernel/scope.js'
import { minutes } from '../../../shared/kernel/time.js'
import { job } from '../../../workers/job.js'
import { jobTables } from '../../../workers/runtime/job-tables.js'
import { startPolls } from '../../../workers/runtime/polls.js'
import { relayBatch } from '../../../workers/runtime/relay.js'
import { runJob } from '../../../workers/runtime/run-job.js'
import { reconcileSchedules } from '../../../workers/runtime/schedules.js'
import { startWorkers } from '../../../workers/runtime/start-workers.js'
import { watchSchedules } from '../../../workers/runtime/watch-schedules.js'
import { silentLog, testService, type TestService } from '../../support/service.js'
import { waitUntil } from '../../support/wait-until.js'

const timeoutMs = minutes(1)
const Note = z.object({ text: z.string() })
const noteTaken = event({ name: 'notes.taken', payload: Note })
const keepNote = contract({ name: 'notes.keep', queue: 'bulk', payload: Note })
const failNote = contract({ name: 'notes.fail', queue: 'bulk', payload: Note, attempts: 3, backoff: exponential(1) })
const lastNote = contract({ name: 'notes.last', queue: 'bulk', payload: Note, attempts: 1 })
const sadNote = contract({ name: 'notes.sad', queue: 'bulk', payload: Note, attempts: 1 })
const refuseNote = contract({ name: 'notes.refuse', queue: 'bulk', payload: Note })
const longNote = contract({ name: 'notes.long', queue: 'bulk', payload: Note, deduplicationKey: ({ text }) => text })
const onceNote = contract({ name: 'notes.once', queue: 'imports', payload: Note, deduplicationKey: ({ text }) => text })

const seen: string[] = []
const failed: string[] = []
const see =
  (mark: string) =>
  async ({ payload }: { payload: { text: string } }) =>
    void seen.push(`${mark}:${payload.text}`)
const fail = async ({ payload }: { payload: { text: string } }) => {
  seen.push(`failed:${payload.text}`)
  throw new Error('broken')
}
const onFailed = async ({ payload }: { payload: unknown }) => void failed.push((payload as { text: string }).text)
const outage = () => new Error('Connection terminated unexpectedly')
const failDuringOutage = async ({ payload: { text } }: { payload: { text: string } }) => {
  seen.push(`last:${text}`)
  if (countOf(`last:${text}`) === 1) throw outage()
}
const failHandlerDuringOutage = async ({ payload }: { payload: unknown }) => {
  seen.push('handler called')
  if (countOf('handler called') === 1) throw outage()
  await onFailed({ payload })
}
const refuse = async ({ payload }: { payload: { text: string } }) => {
  seen.push(`refused:${payload.text}`)
  throw unprocessable('no')
}
let finish = () => {}
const runUntilFinished = async ({ payload }: { payload: { text: string } }) => {
  seen.push(`began:${payload.text}`)
  await new Promise<void>((resolve) => (finish = resolve))
}

let hasUnfiled = false
const fileNote = async () => void seen.push('filed')

const tables = jobTables([
  job({ contract: keepNote, timeoutMs, run: see('kept') }),
  job({ contract: longNote, timeoutMs, run: runUntilFinished }),
  job({ contract: onceNote, timeoutMs, run: see('once') }),
  job({ contract: failNote, timeoutMs, run: fail, onFailed }),
  job({ contract: lastNote, timeoutMs, run: failDuringOutage, onFailed }),
  job({ contract: sadNote, timeoutMs, run: fail, onFailed: failHandlerDuringOutage }),
  job({ contract: refuseNote, timeoutMs, run: refuse, onFailed }),
  job({ on: noteTaken, name: 'notes.print', queue: 'events', timeoutMs, run: see('printed') }),
  job({ on: noteTaken, name: 'notes.mail', queue: 'events', timeoutMs, run: see('mailed') }),
  job({
    name: 'notes.file',
    queue: 'events',
    every: minutes(60),
    poll: { every: 50, hasWork: async () => (seen.push('polled'), hasUnfiled) },
    timeoutMs,
    run: fileNote,
  }),
  job({ name: 'notes.sweep', queue: 'housekeeping', every: minutes(60), timeoutMs, run: async () => void seen.push('swept') }),
])

let service: TestService
let workers: Awaited<ReturnType<typeof startWorkers>>
test.before(async () => {
  service = await testService()
  workers = await startWorkers({ tables, resources: service.resources, log: silentLog }, ['bulk', 'events', 'housekeeping'])
})
test.after.always(async () => {
  await workers.close()
  await service.close()
})

const scope = () => openScope({ resources: service.resources, log: silentLog, requestId: 'test' })
const countOf = (mark: string) => seen.filter((one) => one === mark).length
const countPolls = () => countOf('polled')

test('a queued job runs after its transaction is committed', async (t) => {
  const current = scope()
  await inTransaction(current, async () => current.enqueue(keepNote, { text: 'a' }))
  t.true(await waitUntil(() => countOf('kept:a') === 1))
})

test('an event runs one job for each subscriber', async (t) => {
  const current = scope()
  await inTransaction(current, async () => current.announce(noteTaken, { text: 'b' }))
  t.true(await waitUntil(() => countOf('printed:b') === 1 && countOf('mailed:b') === 1))
})

test('a job of a rolled back transaction never runs', async (t) => {
  const current = scope()
  await t.throwsAsync(() => inTransaction(current, async () => (current.enqueue(keepNote, { text: 'c' }), Promise.reject(new Error('no')))))
  const other = scope()
  await inTransaction(other, async () => other.enqueue(keepNote, { text: 'after-c' }))
  await waitUntil(() => countOf('kept:after-c') === 1)
  t.is(countOf('kept:c'), 0)
})

test('a failing job runs as often as its contract says, then its failure handler runs once', async (t) => {
  const current = scope()
  await inTransaction(current, async () => current.enqueue(failNote, { text: 'd' }))
  await waitUntil(() => failed.includes('d'))
  t.is(countOf('failed:d'), 3)
})

test('a ServiceError is final and the job is not retried', async (t) => {
  const current = scope()
  await inTransaction(current, async () => current.enqueue(refuseNote, { text: 'e' }))
  await waitUntil(() => failed.includes('e'))
  t.is(countOf('refused:e'), 1)
})

/** Waits until the job is postponed, and starts it at once. */
async function promotePostponed(name: string): Promise<Job> {
  const job = await waitUntil(async () => (await service.resources.queues.queue('bulk').getDelayed()).find((one) => one.name === name))
  await job.promote()
  return job
}

test('an attempt that fails because the database is away does not count', async (t) => {
  const current = scope()
  await inTransaction(current, async () => current.enqueue(lastNote, { text: 'f' }))
  t.is((await promotePostponed('notes.last')).attemptsMade, 0)
  t.true(await waitUntil(() => countOf('last:f') === 2))
  t.false(failed.includes('f'))
})

test('a failure handler that cannot reach the database is called again', async (t) => {
  const current = scope()
  await inTransaction(current, async () => current.enqueue(sadNote, { text: 'g' }))
  await promotePostponed('notes.sad')
  t.true(await waitUntil(() => failed.includes('g')))
  t.is(countOf('failed:g'), 2)
})

test('a job that only a newer worker knows waits for it with all its attempts', async (t) => {
  await service.resources.queues.queue('bulk').add('notes.newer', { payload: { text: 'h' }, workspaceId: null }, { attempts: 1 })
  t.is((await promotePostponed('notes.newer')).attemptsMade, 0)
  t.is((await promotePostponed('notes.newer')).attemptsMade, 0)
})

test('a job of a schedule that only a newer worker knows is left to the schedule', async (t) => {
  const queue = service.resources.queues.queue('bulk')
  await queue.upsertJobScheduler('notes.later', { every: minutes(60) }, { name: 'notes.later', opts: { attempts: 1 } })
  const [job] = await waitUntil(async () => {
    const jobs = (await queue.getFailed()).filter(({ name }) => name === 'notes.later')
    return jobs.length > 0 ? jobs : null
  })
  t.is(job?.failedReason, 'unknown job notes.later')
})

test('a job of the outbox that is delivered again takes effect once, unless its attempt failed', async (t) => {
  const deliver = (id: string, name: string, text: string) =>
    runJob(
      { tables, resources: service.resources, log: silentLog },
      { id, name, data: { payload: { text }, workspaceId: null }, attemptsMade: 0 },
    )
  await Promise.all([1, 2, 3].map(() => deliver('evt_again', 'notes.keep', 'again')))
  t.is(countOf('kept:again'), 1)
  for (let time = 0; time < 2; time++) await t.throwsAsync(deliver('evt_broken', 'notes.fail', 'broken'))
  t.is(countOf('failed:broken'), 2)
  for (let time = 0; time < 2; time++) await deliver('57', 'notes.keep', 'of a schedule')
  t.is(countOf('kept:of a schedule'), 2, 'ids of other jobs may return')
})

test('a job that exceeds its time limit is told to stop, and changes nothing afterwards', async (t) => {
  const slow = job({
    contract: keepNote,
    timeoutMs: 50,
    async run({ scope: { em }, stop }) {
      await em.execute(`insert into sent_emails (kind, subject, sent_at) values ('slow', 'job', now())`)
      await waitUntil(() => stop.aborted)
    },
  })
  const data = { payload: { text: 'slow' }, workspaceId: null }
  const runtime = { tables: jobTables([slow]), resources: service.resources, log: silentLog }
  await t.throwsAsync(runJob(runtime, { id: 'evt_slow', name: 'notes.keep', data, attemptsMade: 0 }), { message: 'timed out after 50 ms' })
  const { pool } = service.resources.database
  await waitUntil(
    async () =>
      (await pool.query(`select 1 from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()`)).rows
        .length === 0,
  )
  t.is((await pool.query(`select 1 from sent_emails where kind = 'slow'`)).rows.length, 0)
})

test('a scheduled job runs', async (t) => {
  t.true(await waitUntil(() => countOf('swept') >= 1))
})

test('a job whose poll finds work runs soon, and not without work', async (t) => {
  await waitUntil(() => countOf('filed') === 1) // its schedule begins with a run
  hasUnfiled = true
  t.true(await waitUntil(() => countOf('filed') > 2))
  hasUnfiled = false
  const polls = countPolls()
  await waitUntil(() => countPolls() > polls + 1) // the poll during the change may start another
  await waitUntil(async () => {
    const { waiting, active } = await service.resources.queues.queue('events').getJobCounts('waiting', 'active')
    return waiting === 0 && active === 0
  })
  const runs = countOf('filed')
  await waitUntil(() => countPolls() > polls + 4)
  t.is(countOf('filed'), runs)
})

test('a poll starts no second job while the first one waits', async (t) => {
  let polls = 0
  const hasWork = async () => ++polls > 0
  const row = job({ name: 'notes.print-all', queue: 'exports', every: minutes(60), poll: { every: 20, hasWork }, timeoutMs, run: fileNote })
  const stop = startPolls({ tables: jobTables([row]), resources: service.resources, log: silentLog }, ['exports'])
  await waitUntil(() => polls > 5)
  await stop()
  t.is(await service.resources.queues.queue('exports').getWaitingCount(), 1)
})

test('of jobs with the same deduplication key only the first is queued', async (t) => {
  const current = scope()
  await inTransaction(current, async () => {
    current.enqueue(onceNote, { text: 'same' })
    current.enqueue(onceNote, { text: 'same' })
    current.enqueue(onceNote, { text: 'other' })
  })
  await waitUntil(async () => (await service.resources.queues.queue('imports').getWaitingCount()) >= 2)
  t.is(await service.resources.queues.queue('imports').getWaitingCount(), 2)
})

test('a job that is enqueued while one with its deduplication key is active follows it', async (t) => {
  const current = scope()
  const enqueue = () => inTransaction(current, async () => current.enqueue(longNote, { text: 'long' }))
  await enqueue()
  await waitUntil(() => countOf('began:long') === 1)
  for (let time = 0; time < 3; time++) await enqueue()
  await waitUntil(async () => (await service.resources.database.pool.query('select from outbox')).rowCount === 0)
  finish()
  t.true(await waitUntil(() => countOf('began:long') === 2))
  finish()
  await waitUntil(async () => (await service.resources.queues.queue('bulk').getActiveCount()) === 0)
  t.is(countOf('began:long'), 2)
})

test('two concurrent relays relay every row exactly once', async (t) => {
  const current = scope()
  await inTransaction(current, async () => {
    for (let count = 0; count < 300; count++) current.enqueue(keepNote, { text: `row-${count}` })
  })
  await Promise.all([relayBatch(tables, service.resources), relayBatch(tables, service.resources)])
  await waitUntil(() => new Set(seen.filter((one) => one.startsWith('kept:row-'))).size === 300)
  t.is(seen.filter((one) => one.startsWith('kept:row-')).length, 300)
})

test.serial('a schedule that is not in the tables is removed', async (t) => {
  const queue = service.resources.queues.queue('housekeeping')
  await queue.upsertJobScheduler('notes.old', { every: minutes(5) }, { name: 'notes.old' })
  await reconcileSchedules(tables, service.resources.queues)
  t.deepEqual(
    (await queue.getJobSchedulers()).map(({ key }) => key),
    ['notes.sweep'],
  )
})

test.serial('schedules that the queue server lost are set again', async (t) => {
  const queue = service.resources.queues.queue('housekeeping')
  await queue.removeJobScheduler('notes.sweep')
  const stop = watchSchedules({ tables, resources: service.resources, log: silentLog }, 10)
  const schedule = await waitUntil(async () => (await queue.getJobSchedulers())[0])
  await stop()
  t.like(schedule, { key: 'notes.sweep', every: minutes(60) })
})

test.serial('a periodic job runs within its period after the clock was set back', async (t) => {
  const queue = service.resources.queues.queue('housekeeping')
  await queue.removeJobScheduler('notes.sweep')
  await queue.upsertJobScheduler('notes.sweep', { every: minutes(60), startDate: Date.now() + minutes(180) }, { name: 'notes.sweep' })
  await reconcileSchedules(tables, service.resources.queues)
  const [schedule] = await queue.getJobSchedulers()
  t.true(Number(schedule?.next) <= Date.now() + minutes(60))
})
