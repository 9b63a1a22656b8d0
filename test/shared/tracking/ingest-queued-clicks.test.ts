import test from 'ava'
import { newClickId, newId } from '../../../shared/kernel/ids.js'
import type { Stream } from '../../../shared/kernel/queue/redis-stream.js'
import { minutes } from '../../../shared/kernel/time.js'
import type { Link } from '../../../shared/links/link.entity.js'
import { streamClickQueue, tableClickQueue, type ClickQueue } from '../../../shared/tracking/click-queue.js'
import { streamClickSource, tableClickSource, type ClickSource } from '../../../shared/tracking/click-sources.js'
import type { ClickBatch } from '../../../shared/tracking/index.js'
import { encodeClickBatch, flushClickBlocks, unknownLocation } from '../../../shared/tracking/index.js'
import { ingestFromSource } from '../../../shared/tracking/ingest-queued-clicks.js'
import { takeQueuedBatches } from '../../../shared/tracking/queued-clicks.queries.js'
import { jobs } from '../../../workers/jobs/index.js'
import { jobTables } from '../../../workers/runtime/job-tables.js'
import { startConsumers } from '../../../workers/runtime/start-workers.js'
import { batchOf, rawClick } from '../../support/clicks.js'
import { readClicks } from '../../support/events.js'
import { runJobByName, runQueuedJobs } from '../../support/jobs.js'
import { silentLog, testService, type TestService } from '../../support/service.js'
import { waitUntil } from '../../support/wait-until.js'

interface Backend {
  queue: ClickQueue
  enqueueText(text: string): Promise<unknown>
  source(): ClickSource
  queuedCount(): Promise<number>
}

let service: TestService
let table: Backend
let stream: Backend
test.before(async () => {
  service = await testService()
  const {
    queues,
    database: { pool },
  } = service.resources
  table = {
    queue: tableClickQueue(service.config, silentLog, minutes(1)),
    enqueueText: (text) => rows('insert into queued_click_batches (id, batch) values ($1, $2)', [newId('batch_'), text]),
    source: () => tableClickSource(pool),
    queuedCount: async () => (await rows('select id from queued_click_batches')).length,
  }
  const entries = queues.stream('clicks')
  if (entries)
    stream = {
      queue: streamClickQueue(entries),
      enqueueText: (text) => entries.add(text),
      source: () => streamClickSource(pool, entries),
      queuedCount: () => entries.size(),
    }
})
test.after.always(async () => {
  await table.queue.close()
  await service.close()
})

const rows = async (sql: string, values: unknown[] = []) => (await service.resources.database.pool.query(sql, values)).rows
const makeLink = async () => service.make.link(await service.make.workspace())
const clicksOf = async ({ id }: { id: string }) => {
  const { pool } = service.resources.database
  await flushClickBlocks({ pool, config: service.config, log: silentLog })
  const [{ clicks }] = await rows('select clicks::int from links where id = $1', [id])
  return { clicks, events: (await readClicks(pool, 'link_id', id)).length }
}
/** A click whose id PostgreSQL rejects, wherever the clicks are stored. */
const invalidClick = (link: Link) => rawClick(link, { id: `${newClickId()}\0` })
const ingest = (source: ClickSource, limit = 100) =>
  ingestFromSource(
    {
      scope: { ...service.resources, config: service.config, pool: service.resources.database.pool, log: silentLog },
      geo: { locate: () => unknownLocation },
    },
    source,
    limit,
  )

contractTests('table', () => table)
if (process.env.TEST_REDIS_URL) {
  contractTests('stream', () => stream)
  redeliveryTests()
} else test.skip('stream: the same tests, run with TEST_REDIS_URL', (t) => t.pass())

// Serial, because all tests share the table and the stream.
function contractTests(name: string, backend: () => Backend): void {
  const enqueue = (batch: ClickBatch) => backend().queue.enqueue(batch)

  test.serial(`${name}: ingests queued batches, oldest first, up to the limit, and removes them`, async (t) => {
    const link = await makeLink()
    const days = ['2026-01-01', '2026-01-02', '2026-01-03']
    for (const [at, day] of days.entries())
      await enqueue(
        batchOf([rawClick(link), rawClick(link)], {
          id: `batch_${name}${at}`,
          excluded: [{ workspaceId: '', linkId: link.id, day, reason: 'head', count: 1 }],
        }),
      )
    const excludedDays = async () =>
      (await rows('select day::text from excluded_requests where link_id = $1 order by 1', [link.id])).map(({ day }) => day)
    const source = backend().source()
    t.deepEqual(await ingest(source, 2), { batches: 2, clicks: 4 })
    t.deepEqual([await excludedDays(), await backend().queuedCount()], [days.slice(0, 2), 1])
    t.deepEqual(await ingest(source, 2), { batches: 1, clicks: 2 })
    t.deepEqual(await ingest(source, 2), { batches: 0, clicks: 0 })
    t.deepEqual([await excludedDays(), await clicksOf(link), await backend().queuedCount()], [days, { clicks: 6, events: 6 }, 0])
  })

  test.serial(`${name}: a batch that is enqueued again counts once, before and after its ingestion`, async (t) => {
    const link = await makeLink()
    const batch = batchOf([rawClick(link)], {
      excluded: [{ workspaceId: '', linkId: link.id, day: '2026-01-01', reason: 'head', count: 1 }],
    })
    await Promise.all([enqueue(batch), enqueue(batch)])
    await ingest(backend().source())
    await enqueue(batch)
    await ingest(backend().source())
    t.deepEqual([await clicksOf(link), await backend().queuedCount()], [{ clicks: 1, events: 1 }, 0])
    t.deepEqual(await rows('select count::int from excluded_requests where link_id = $1', [link.id]), [{ count: 1 }])
  })

  test.serial(`${name}: batches that cannot be written become jobs and do not block others`, async (t) => {
    const [link, other] = [await makeLink(), await makeLink()]
    const invalid = [batchOf([invalidClick(other)]), batchOf([rawClick(other, { at: 1e18 })])]
    for (const one of invalid) {
      await enqueue(batchOf([rawClick(link)]))
      await enqueue(one)
    }
    for (const text of ['damaged', '{"id":"batch_0","clicks":"none"}']) await backend().enqueueText(text)
    await ingest(backend().source())
    t.deepEqual(
      [await clicksOf(link), await clicksOf(other), await backend().queuedCount()],
      [{ clicks: 2, events: 2 }, { clicks: 0, events: 0 }, 0],
    )
    const queued = await rows(`delete from outbox returning name, coalesce(payload->>'id', payload::text) as id`)
    t.deepEqual(
      queued.map(({ name }) => name),
      Array(4).fill('tracking.ingest-clicks'),
    )
    t.deepEqual(queued.map(({ id }) => id).toSorted(), ['"damaged"', 'batch_0', ...invalid.map(({ id }) => id)].toSorted())
  })

  test.serial(`${name}: batches that a former version queued count, and those that its worker could not decode`, async (t) => {
    const link = await makeLink()
    await backend().enqueueText(JSON.stringify(batchOf([rawClick(link)])))
    await ingest(backend().source())
    t.deepEqual(await clicksOf(link), { clicks: 1, events: 1 })
    const undecoded = [encodeClickBatch(batchOf([rawClick(link)])), JSON.parse(encodeClickBatch(batchOf([rawClick(link)])))]
    for (const payload of undecoded) await runJobByName(service.resources, 'tracking.ingest-clicks', payload)
    t.deepEqual(await clicksOf(link), { clicks: 3, events: 3 })
  })

  test.serial(`${name}: such a job accepts any visitor input and succeeds once the cause is fixed`, async (t) => {
    const link = await makeLink()
    await enqueue(batchOf([invalidClick(link)]))
    await ingest(backend().source())
    t.deepEqual(await clicksOf(link), { clicks: 0, events: 0 })
    t.deepEqual(await runQueuedJobs(service.resources), ['tracking.ingest-clicks'])
    t.deepEqual(await clicksOf(link), { clicks: 1, events: 1 })
  })

  test.serial(`${name}: two concurrent workers count exactly`, async (t) => {
    const [link, other] = [await makeLink(), await makeLink()]
    await Promise.all(
      Array.from({ length: 60 }, (_, at) => enqueue(batchOf(Array.from({ length: 20 }, () => rawClick(at % 2 ? link : other))))),
    )
    const work = async () => {
      const source = backend().source()
      while ((await ingest(source, 7)).batches > 0);
    }
    await Promise.all([work(), work()])
    await work()
    t.deepEqual(
      [await clicksOf(link), await clicksOf(other), await backend().queuedCount()],
      [{ clicks: 600, events: 600 }, { clicks: 600, events: 600 }, 0],
    )
  })

  test.serial(`${name}: a batch whose transaction fails stays queued, and counts once`, async (t) => {
    const link = await makeLink()
    await enqueue(batchOf([rawClick(link)]))
    await rows('alter table click_batches rename to hidden')
    await t.throwsAsync(backend().source()(10, async (client) => void (await client.query('select from click_batches'))))
    await rows('alter table hidden rename to click_batches')
    const source = backend().source()
    t.true(await waitUntil(async () => (await ingest(source)).batches === 1))
    t.deepEqual([await clicksOf(link), await backend().queuedCount()], [{ clicks: 1, events: 1 }, 0])
  })

  test.serial(`${name}: the scheduled job drains the queue without being woken, and stops with its worker`, async (t) => {
    const link = await makeLink()
    const workers = await startConsumers({ tables: jobTables(jobs), resources: service.resources, log: silentLog }, ['clicks'])
    for (const clicks of [1, 2]) {
      await enqueue(batchOf([rawClick(link)]))
      t.true(await waitUntil(async () => (await clicksOf(link)).clicks === clicks))
    }
    await workers.close()
    await enqueue(batchOf([rawClick(link)]))
    t.is(await backend().queuedCount(), 1)
    await ingest(backend().source())
  })
}

function redeliveryTests(): void {
  test.serial('stream: a batch written but not acknowledged by a dead worker is redelivered and counts once', async (t) => {
    const link = await makeLink()
    const entries = service.resources.queues.stream('clicks') as Stream
    await stream.queue.enqueue(batchOf([rawClick(link)]))
    await ingest(streamClickSource(service.resources.database.pool, { ...entries, acknowledge: async () => undefined }))
    t.deepEqual([await clicksOf(link), await stream.queuedCount(), await entries.claim(10)], [{ clicks: 1, events: 1 }, 1, []])
    const source = stream.source()
    t.true(await waitUntil(async () => (await ingest(source)).batches === 1))
    t.deepEqual([await clicksOf(link), await stream.queuedCount()], [{ clicks: 1, events: 1 }, 0])
  })
}

test.serial('table: batches are stored as text without compression', async (t) => {
  const columns = await rows(
    `select atttypid::regtype::text as type, attstorage as storage from pg_attribute
     where attrelid = 'queued_click_batches'::regclass and attname = 'batch'`,
  )
  t.deepEqual(columns, [{ type: 'text', storage: 'e' }])
})

test.serial('table: reconnects after the server closed the connection', async (t) => {
  const link = await makeLink()
  await table.queue.enqueue(batchOf([rawClick(link)]))
  t.is(
    (
      await rows(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
         and query like 'insert into queued_click_batches%'`,
      )
    ).length,
    1,
  )
  t.true(
    await waitUntil(() =>
      table.queue.enqueue(batchOf([rawClick(link)])).then(
        () => true,
        () => false,
      ),
    ),
  )
  await ingest(table.source())
  t.deepEqual(await clicksOf(link), { clicks: 2, events: 2 })
})

test.serial('table: batches taken by a dead worker are ingested by the next one', async (t) => {
  const link = await makeLink()
  await table.queue.enqueue(batchOf([rawClick(link)]))
  const client = await service.resources.database.pool.connect()
  await client.query('begin')
  t.is((await takeQueuedBatches(client, 10)).length, 1)
  t.is((await ingest(table.source())).batches, 0)
  client.release(new Error('died'))
  await waitUntil(async () => (await ingest(table.source())).batches === 1)
  t.deepEqual(await clicksOf(link), { clicks: 1, events: 1 })
})

test.serial('table: a worker finds batches older than the last one, and continues after the table was unavailable', async (t) => {
  const link = await makeLink()
  const workers = await startConsumers({ tables: jobTables(jobs), resources: service.resources, log: silentLog }, ['clicks'])
  await table.queue.enqueue(batchOf([rawClick(link)]))
  t.true(await waitUntil(async () => (await clicksOf(link)).clicks === 1))
  await table.queue.enqueue(batchOf([rawClick(link)], { id: 'batch_000' }))
  t.true(await waitUntil(async () => (await clicksOf(link)).clicks === 2))
  await rows('alter table queued_click_batches rename to hidden')
  await t.throwsAsync(table.queue.enqueue(batchOf([rawClick(link)])))
  await rows('alter table hidden rename to queued_click_batches')
  await table.queue.enqueue(batchOf([rawClick(link)]))
  t.true(await waitUntil(async () => (await clicksOf(link)).clicks === 3))
  await workers.close()
})
