/** Operations whose job was lost, with the data of the queue server or in a restored backup. */
import test from 'ava'
import { startBackgroundOperation } from '../../../shared/background-operations/index.js'
import { minutes } from '../../../shared/kernel/time.js'
import { deleteLinksInBulk } from '../../../shared/links/jobs.js'
import { jobs } from '../../../workers/jobs/index.js'
import { jobTables } from '../../../workers/runtime/job-tables.js'
import { relayBatch } from '../../../workers/runtime/relay.js'
import { ago } from '../../support/ago.js'
import { testMember } from '../../support/callers.js'
import { runJobByName, runQueuedJobs } from '../../support/jobs.js'
import { testService, type TestService } from '../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

/** Starts the deletion of a link that does not exist and loses its job. Returns the id of the operation, and a function that reads it. */
async function lostOperation(progressedAt: Date) {
  const { pool } = service.resources.database
  const scope = await (await testMember(service)).scope()
  async function* elements(): AsyncGenerator<readonly string[]> {
    yield ['"link_1"']
  }
  const { id } = await startBackgroundOperation(
    scope,
    { type: 'links.delete', permission: 'links.write', contract: deleteLinksInBulk },
    elements(),
  )
  await pool.query('delete from outbox')
  await pool.query('update background_operations set progressed_at = $2 where id = $1', [id, progressedAt])
  const read = async () => (await pool.query('select state, done, failed from background_operations where id = $1', [id])).rows[0]
  return { id, read }
}

const restart = () => runJobByName(service.resources, 'background-operations.restart-lost')

test.serial('an operation without progress for half an hour is started again, once', async (t) => {
  const { read } = await lostOperation(ago(minutes(31)))
  await restart()
  await restart()
  t.deepEqual(await runQueuedJobs(service.resources), [deleteLinksInBulk.name])
  t.deepEqual(await read(), { state: 'completed', done: 0, failed: 1 })
  await restart()
  t.deepEqual(await runQueuedJobs(service.resources), [])
})

test.serial('an operation that made progress is not started again', async (t) => {
  const { read } = await lostOperation(ago(minutes(29)))
  await restart()
  t.deepEqual(await runQueuedJobs(service.resources), [])
  t.is((await read()).state, 'waiting')
})

test.serial('a step counts as progress', async (t) => {
  const { id } = await lostOperation(ago(minutes(31)))
  await runJobByName(service.resources, deleteLinksInBulk.name, { operationId: id })
  const { rows } = await service.resources.database.pool.query('select progressed_at as at from background_operations where id = $1', [id])
  t.true(rows[0].at > ago(minutes(1)))
})

test.serial('an operation whose job still waits gets no second one', async (t) => {
  const { pool } = service.resources.database
  const { id } = await lostOperation(ago(minutes(31)))
  const relay = () => relayBatch(jobTables(jobs), service.resources)
  const waiting = async () => {
    const found = await service.resources.queues.queue('bulk').getJobs(['waiting'])
    return found.filter(({ data }) => data.payload.operationId === id).length
  }
  await restart()
  await relay()
  t.is(await waiting(), 1)
  await pool.query('update background_operations set progressed_at = $2 where id = $1', [id, ago(minutes(31))])
  await restart()
  await relay()
  t.is(await waiting(), 1)
})
