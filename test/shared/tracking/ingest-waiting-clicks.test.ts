import test from 'ava'
import type { Stream } from '../../../shared/kernel/redis-stream.js'
import { minutes } from '../../../shared/kernel/time.js'
import type { ClickBatch } from '../../../shared/tracking/index.js'
import { nowhere } from '../../../shared/tracking/index.js'
import { ingestWaiting } from '../../../shared/tracking/ingest-waiting-clicks.js'
import { inStream, inTable, type SafePlace } from '../../../shared/tracking/safe-place.js'
import { takeBatches } from '../../../shared/tracking/waiting-clicks.queries.js'
import { streamRoom, tableRoom, type WaitingRoom } from '../../../shared/tracking/waiting-rooms.js'
import { trackingStanding } from '../../../workers/jobs/tracking.js'
import { stand } from '../../../workers/runtime/stand.js'
import { batchOf, rawClick } from '../../support/clicks.js'
import { runQueued } from '../../support/jobs.js'
import { silent, testService, type TestService } from '../../support/service.js'
import { until } from '../../support/until.js'

interface Kind {
  place: SafePlace
  room(): WaitingRoom
  waiting(): Promise<number>
}

let service: TestService
let table: Kind
let stream: Kind
test.before(async () => {
  service = await testService()
  const {
    queues,
    database: { pool },
  } = service.resources
  table = {
    place: inTable(service.config, silent, minutes(1)),
    room: () => tableRoom(pool),
    waiting: async () => (await rows('select id from waiting_click_batches')).length,
  }
  const entries = queues.stream('clicks')
  if (entries) stream = { place: inStream(entries), room: () => streamRoom(pool, entries), waiting: () => entries.size() }
})
test.after.always(async () => {
  await table.place.close()
  await service.close()
})

const rows = async (sql: string, values: unknown[] = []) => (await service.resources.database.pool.query(sql, values)).rows
const makeLink = async () => service.make.link(await service.make.workspace())
const clicksOf = async ({ id }: { id: string }) =>
  (
    await rows('select clicks::int, (select count(*)::int from click_events where link_id = links.id) as events from links where id = $1', [
      id,
    ])
  )[0]
const ingest = (room: WaitingRoom, most = 100) =>
  ingestWaiting({ pool: service.resources.database.pool, places: { placeOf: () => nowhere }, log: silent }, room, most)

contract('table', () => table)
if (process.env.TEST_REDIS_URL) {
  contract('stream', () => stream)
  lendsAgain()
} else test.skip('stream: the same contract, in the pass with Redis', (t) => t.pass())

// Table and stream are each one for all tests.
function contract(name: string, kind: () => Kind): void {
  const keep = (batch: ClickBatch) => kind().place.keep(batch)

  test.serial(`${name}: kept batches become rows, the oldest first and no more than asked for, and wait no longer`, async (t) => {
    const link = await makeLink()
    const days = ['2026-01-01', '2026-01-02', '2026-01-03']
    for (const [at, day] of days.entries())
      await keep(
        batchOf([rawClick(link), rawClick(link)], {
          id: `batch_${name}${at}`,
          excluded: [{ workspaceId: '', linkId: link.id, day, reason: 'head', count: 1 }],
        }),
      )
    const seen = async () =>
      (await rows('select day::text from excluded_requests where link_id = $1 order by 1', [link.id])).map(({ day }) => day)
    const room = kind().room()
    t.deepEqual(await ingest(room, 2), { batches: 2, clicks: 4 })
    t.deepEqual([await seen(), await kind().waiting()], [days.slice(0, 2), 1])
    t.deepEqual(await ingest(room, 2), { batches: 1, clicks: 2 })
    t.deepEqual(await ingest(room, 2), { batches: 0, clicks: 0 })
    t.deepEqual([await seen(), await clicksOf(link), await kind().waiting()], [days, { clicks: 6, events: 6 }, 0])
  })

  test.serial(`${name}: a batch that is kept again counts once, while it waits and after it was written`, async (t) => {
    const link = await makeLink()
    const batch = batchOf([rawClick(link)], {
      excluded: [{ workspaceId: '', linkId: link.id, day: '2026-01-01', reason: 'head', count: 1 }],
    })
    await Promise.all([keep(batch), keep(batch)])
    await ingest(kind().room())
    await keep(batch)
    await ingest(kind().room())
    t.deepEqual([await clicksOf(link), await kind().waiting()], [{ clicks: 1, events: 1 }, 0])
    t.deepEqual(await rows('select count::int from excluded_requests where link_id = $1', [link.id]), [{ count: 1 }])
  })

  test.serial(`${name}: batches that cannot be written hold up no others; they are jobs, and tried again`, async (t) => {
    const [link, other] = [await makeLink(), await makeLink()]
    const poison = [
      batchOf([rawClick(other, { key: 'not \0 text' })]),
      batchOf([rawClick(other, { at: 1e18 })]),
      { id: 'batch_0', clicks: 'none' } as unknown as ClickBatch,
    ]
    for (const one of poison) {
      await keep(batchOf([rawClick(link)]))
      await keep(one)
    }
    await ingest(kind().room())
    t.deepEqual(
      [await clicksOf(link), await clicksOf(other), await kind().waiting()],
      [{ clicks: 3, events: 3 }, { clicks: 0, events: 0 }, 0],
    )
    const queued = await rows(`delete from outbox returning name, payload->>'id' as id`)
    t.deepEqual(
      queued.map(({ name }) => name),
      Array(3).fill('tracking.ingest-clicks'),
    )
    t.deepEqual(queued.map(({ id }) => id).toSorted(), poison.map(({ id }) => id).toSorted())
  })

  test.serial(`${name}: a job can hold whatever a visitor sent, and is done when the reason is gone`, async (t) => {
    const link = await makeLink()
    await keep(batchOf([rawClick(link, { key: 'not \0 text' })]))
    await ingest(kind().room())
    t.deepEqual(await clicksOf(link), { clicks: 0, events: 0 })
    t.deepEqual(await runQueued(service.resources), ['tracking.ingest-clicks'])
    t.deepEqual(await clicksOf(link), { clicks: 1, events: 1 })
  })

  test.serial(`${name}: two workers at once come out exact`, async (t) => {
    const [link, other] = [await makeLink(), await makeLink()]
    await Promise.all(
      Array.from({ length: 60 }, (_, at) => keep(batchOf(Array.from({ length: 20 }, () => rawClick(at % 2 ? link : other))))),
    )
    const work = async () => {
      const room = kind().room()
      while ((await ingest(room, 7)).batches > 0);
    }
    await Promise.all([work(), work()])
    await work()
    t.deepEqual(
      [await clicksOf(link), await clicksOf(other), await kind().waiting()],
      [{ clicks: 600, events: 600 }, { clicks: 600, events: 600 }, 0],
    )
  })

  test.serial(`${name}: what could not be written waits again, and is counted once`, async (t) => {
    const link = await makeLink()
    await keep(batchOf([rawClick(link)]))
    await rows('alter table click_batches rename to away')
    await t.throwsAsync(kind().room()(10, async (client) => void (await client.query('select from click_batches'))))
    await rows('alter table away rename to click_batches')
    const room = kind().room()
    t.true(await until(async () => (await ingest(room)).batches === 1))
    t.deepEqual([await clicksOf(link), await kind().waiting()], [{ clicks: 1, events: 1 }, 0])
  })

  test.serial(`${name}: a worker finds what waits though nobody tells it, and ends when told`, async (t) => {
    const link = await makeLink()
    const ends = trackingStanding.map((one) => stand({ resources: service.resources, log: silent }, one))
    for (const clicks of [1, 2]) {
      await keep(batchOf([rawClick(link)]))
      t.true(await until(async () => (await clicksOf(link)).clicks === clicks))
    }
    await Promise.all(ends.map((end) => end()))
    await keep(batchOf([rawClick(link)]))
    t.is(await kind().waiting(), 1)
    await ingest(kind().room())
  })
}

function lendsAgain(): void {
  test.serial('stream: what was written but not taken off when a worker died is lent again, and counts once', async (t) => {
    const link = await makeLink()
    const entries = service.resources.queues.stream('clicks') as Stream
    await stream.place.keep(batchOf([rawClick(link)]))
    await ingest(streamRoom(service.resources.database.pool, { ...entries, done: async () => undefined }))
    t.deepEqual([await clicksOf(link), await stream.waiting(), await entries.take(10)], [{ clicks: 1, events: 1 }, 1, []])
    const room = stream.room()
    t.true(await until(async () => (await ingest(room)).batches === 1))
    t.deepEqual([await clicksOf(link), await stream.waiting()], [{ clicks: 1, events: 1 }, 0])
  })
}

test.serial('table: a connection that the server ended is replaced', async (t) => {
  const link = await makeLink()
  await table.place.keep(batchOf([rawClick(link)]))
  t.is(
    (
      await rows(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'insert into waiting_click_batches%'`,
      )
    ).length,
    1,
  )
  t.true(
    await until(() =>
      table.place.keep(batchOf([rawClick(link)])).then(
        () => true,
        () => false,
      ),
    ),
  )
  await ingest(table.room())
  t.deepEqual(await clicksOf(link), { clicks: 2, events: 2 })
})

test.serial('table: what a worker took when it died is there for the next', async (t) => {
  const link = await makeLink()
  await table.place.keep(batchOf([rawClick(link)]))
  const client = await service.resources.database.pool.connect()
  await client.query('begin')
  t.is((await takeBatches(client, 10)).length, 1)
  t.is((await ingest(table.room())).batches, 0)
  client.release(new Error('died'))
  await until(async () => (await ingest(table.room())).batches === 1)
  t.deepEqual(await clicksOf(link), { clicks: 1, events: 1 })
})

test.serial('table: a worker finds what is older than the last, and goes on when the table was away', async (t) => {
  const link = await makeLink()
  const ends = trackingStanding.map((one) => stand({ resources: service.resources, log: silent }, one))
  await table.place.keep(batchOf([rawClick(link)]))
  t.true(await until(async () => (await clicksOf(link)).clicks === 1))
  await table.place.keep(batchOf([rawClick(link)], { id: 'batch_000' }))
  t.true(await until(async () => (await clicksOf(link)).clicks === 2))
  await rows('alter table waiting_click_batches rename to away')
  await t.throwsAsync(table.place.keep(batchOf([rawClick(link)])))
  await rows('alter table away rename to waiting_click_batches')
  await table.place.keep(batchOf([rawClick(link)]))
  t.true(await until(async () => (await clicksOf(link)).clicks === 3))
  await Promise.all(ends.map((end) => end()))
})
