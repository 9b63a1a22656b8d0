import test from 'ava'
import { z } from 'zod'
import { contract, event, exponential } from '../../../shared/kernel/contract.js'
import { unprocessable } from '../../../shared/kernel/errors.js'
import { inTransaction, openScope } from '../../../shared/kernel/scope.js'
import { minutes } from '../../../shared/kernel/time.js'
import { job } from '../../../workers/job.js'
import { relayOnce } from '../../../workers/runtime/relay.js'
import { reconcileSchedules } from '../../../workers/runtime/schedules.js'
import { startWorkers } from '../../../workers/runtime/start.js'
import { jobTables } from '../../../workers/runtime/tables.js'
import { silent, testService, type TestService } from '../../support/service.js'
import { until } from '../../support/until.js'

const within = minutes(1)
const Note = z.object({ text: z.string() })
const noteTaken = event({ name: 'notes.taken', payload: Note })
const keepNote = contract({ name: 'notes.keep', queue: 'bulk', payload: Note })
const failNote = contract({ name: 'notes.fail', queue: 'bulk', payload: Note, attempts: 3, backoff: exponential(1) })
const refuseNote = contract({ name: 'notes.refuse', queue: 'bulk', payload: Note })
const onceNote = contract({ name: 'notes.once', queue: 'imports', payload: Note, once: ({ text }) => text })

const seen: string[] = []
const exhausted: string[] = []
const see =
  (mark: string) =>
  async ({ payload }: { payload: { text: string } }) =>
    void seen.push(`${mark}:${payload.text}`)
const fail = async ({ payload }: { payload: { text: string } }) => {
  seen.push(`failed:${payload.text}`)
  throw new Error('broken')
}
const giveUp = async ({ payload }: { payload: unknown }) => void exhausted.push((payload as { text: string }).text)
const refuse = async ({ payload }: { payload: { text: string } }) => {
  seen.push(`refused:${payload.text}`)
  throw unprocessable('no')
}

const tables = jobTables(
  [
    job({ of: keepNote, within, run: see('kept') }),
    job({ of: onceNote, within, run: see('once') }),
    job({ of: failNote, within, run: fail, exhausted: giveUp }),
    job({ of: refuseNote, within, run: refuse, exhausted: giveUp }),
    job({ on: noteTaken, name: 'notes.print', queue: 'events', within, run: see('printed') }),
    job({ on: noteTaken, name: 'notes.mail', queue: 'events', within, run: see('mailed') }),
    job({ name: 'notes.sweep', queue: 'housekeeping', every: minutes(60), within, run: async () => void seen.push('swept') }),
  ],
  [noteTaken, keepNote, failNote, refuseNote, onceNote],
)

let service: TestService
let fleet: Awaited<ReturnType<typeof startWorkers>>
test.before(async () => {
  service = await testService()
  fleet = await startWorkers({ tables, resources: service.resources, log: silent }, ['bulk', 'events', 'housekeeping'])
})
test.after.always(async () => {
  await fleet.close()
  await service.close()
})

const scope = () => openScope({ resources: service.resources, log: silent, requestId: 'test' })
const saw = (mark: string) => seen.filter((one) => one === mark).length

test('a queued job runs after its transaction is committed', async (t) => {
  const at = scope()
  await inTransaction(at, async () => at.enqueue(keepNote, { text: 'a' }))
  t.true(await until(() => saw('kept:a') === 1))
})

test('an event makes one job for each subscriber', async (t) => {
  const at = scope()
  await inTransaction(at, async () => at.announce(noteTaken, { text: 'b' }))
  t.true(await until(() => saw('printed:b') === 1 && saw('mailed:b') === 1))
})

test('what a rolled back transaction queued never runs', async (t) => {
  const at = scope()
  await t.throwsAsync(() => inTransaction(at, async () => (at.enqueue(keepNote, { text: 'c' }), Promise.reject(new Error('no')))))
  const other = scope()
  await inTransaction(other, async () => other.enqueue(keepNote, { text: 'after-c' }))
  await until(() => saw('kept:after-c') === 1)
  t.is(saw('kept:c'), 0)
})

test('a failing job is tried as often as its contract says, then its last word is asked once', async (t) => {
  const at = scope()
  await inTransaction(at, async () => at.enqueue(failNote, { text: 'd' }))
  await until(() => exhausted.includes('d'))
  t.is(saw('failed:d'), 3)
})

test('a refusal is final: the job is not tried again', async (t) => {
  const at = scope()
  await inTransaction(at, async () => at.enqueue(refuseNote, { text: 'e' }))
  await until(() => exhausted.includes('e'))
  t.is(saw('refused:e'), 1)
})

test('a scheduled job runs', async (t) => {
  t.true(await until(() => saw('swept') >= 1))
})

test('of jobs with one mark only the first waits on the queue', async (t) => {
  const at = scope()
  await inTransaction(at, async () => {
    at.enqueue(onceNote, { text: 'same' })
    at.enqueue(onceNote, { text: 'same' })
    at.enqueue(onceNote, { text: 'other' })
  })
  await until(async () => (await service.resources.queues.queue('imports').getWaitingCount()) >= 2)
  t.is(await service.resources.queues.queue('imports').getWaitingCount(), 2)
})

test('two relays at once move every row exactly once', async (t) => {
  const at = scope()
  await inTransaction(at, async () => {
    for (let count = 0; count < 300; count++) at.enqueue(keepNote, { text: `row-${count}` })
  })
  await Promise.all([relayOnce(tables, service.resources), relayOnce(tables, service.resources)])
  await until(() => new Set(seen.filter((one) => one.startsWith('kept:row-'))).size === 300)
  t.is(seen.filter((one) => one.startsWith('kept:row-')).length, 300)
})

test.serial('a schedule that left the tables leaves the queue', async (t) => {
  const queue = service.resources.queues.queue('housekeeping')
  await queue.upsertJobScheduler('notes.old', { every: minutes(5) }, { name: 'notes.old' })
  await reconcileSchedules(tables, service.resources.queues)
  t.deepEqual(
    (await queue.getJobSchedulers()).map(({ key }) => key),
    ['notes.sweep'],
  )
})
