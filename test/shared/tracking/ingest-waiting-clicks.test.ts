import test from 'ava'
import type { ClickBatch } from '../../../shared/tracking/index.js'
import { nowhere } from '../../../shared/tracking/index.js'
import { ingestWaiting } from '../../../shared/tracking/ingest-waiting-clicks.js'
import { inTable } from '../../../shared/tracking/safe-place.js'
import { takeBatches } from '../../../shared/tracking/waiting-clicks.queries.js'
import { trackingStanding } from '../../../workers/jobs/tracking.js'
import { stand } from '../../../workers/runtime/stand.js'
import { batchOf, rawClick } from '../../support/clicks.js'
import { runQueued } from '../../support/jobs.js'
import { silent, testService, type TestService } from '../../support/service.js'
import { until } from '../../support/until.js'

let service: TestService
let place: ReturnType<typeof inTable>
test.before(async () => {
  service = await testService()
  place = inTable(service.config, silent)
})
test.after.always(async () => {
  await place.close()
  await service.close()
})

const rows = async (sql: string, values: unknown[] = []) => (await service.resources.database.pool.query(sql, values)).rows
const makeLink = async () => service.make.link(await service.make.workspace())
const clicksOf = async ({ id }: { id: string }) => (await rows('select clicks::int, (select count(*)::int from click_events where link_id = links.id) as events from links where id = $1', [id]))[0]
const waiting = async () => (await rows('select id from waiting_click_batches')).length
const ingest = (most = 100, after = '') => ingestWaiting({ pool: service.resources.database.pool, places: { placeOf: () => nowhere }, log: silent }, most, after)

// The table is one for all of them.
test.serial('kept batches become rows, the oldest first and no more than asked for, and wait no longer', async (t) => {
  const link = await makeLink()
  for (let at = 0; at < 3; at++) await place.keep(batchOf([rawClick(link), rawClick(link)], { id: `batch_${at}` }))
  t.deepEqual(await ingest(2), { batches: 2, clicks: 4, last: 'batch_1' })
  t.deepEqual(await rows('select id from waiting_click_batches'), [{ id: 'batch_2' }])
  t.deepEqual(await ingest(2, 'batch_2'), { batches: 0, clicks: 0, last: 'batch_2' })
  t.deepEqual(await ingest(2), { batches: 1, clicks: 2, last: 'batch_2' })
  t.deepEqual(await clicksOf(link), { clicks: 6, events: 6 })
})

test.serial('a batch that is kept again counts once, while it waits and after it was written', async (t) => {
  const link = await makeLink()
  const batch = batchOf([rawClick(link)], { excluded: [{ workspaceId: '', linkId: link.id, day: '2026-01-01', reason: 'head', count: 1 }] })
  await Promise.all([place.keep(batch), place.keep(batch)])
  t.is(await waiting(), 1)
  await ingest()
  await place.keep(batch)
  await ingest()
  t.deepEqual([await clicksOf(link), await waiting()], [{ clicks: 1, events: 1 }, 0])
  t.deepEqual(await rows('select count::int from excluded_requests where link_id = $1', [link.id]), [{ count: 1 }])
})

test.serial('a connection that the server ended is replaced', async (t) => {
  const link = await makeLink()
  await place.keep(batchOf([rawClick(link)]))
  t.is((await rows(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'insert into waiting_click_batches%'`)).length, 1)
  t.true(await until(() => place.keep(batchOf([rawClick(link)])).then(() => true, () => false)))
  await ingest()
  t.deepEqual(await clicksOf(link), { clicks: 2, events: 2 })
})

test.serial('what a worker took when it died is there for the next', async (t) => {
  const link = await makeLink()
  await place.keep(batchOf([rawClick(link)]))
  const client = await service.resources.database.pool.connect()
  await client.query('begin')
  t.is((await takeBatches(client, 10)).length, 1)
  t.is((await ingest()).batches, 0)
  client.release(new Error('died'))
  await until(async () => (await ingest()).batches === 1)
  t.deepEqual(await clicksOf(link), { clicks: 1, events: 1 })
})

test.serial('batches that cannot be written hold up no others; they are jobs, and tried again', async (t) => {
  const [link, other] = [await makeLink(), await makeLink()]
  const poison = [
    batchOf([rawClick(other, { key: 'not \0 text' })]),
    batchOf([rawClick(other, { at: 1e18 })]),
    { id: 'batch_0', clicks: 'none' } as unknown as ClickBatch,
  ]
  for (const one of poison) {
    await place.keep(batchOf([rawClick(link)]))
    await place.keep(one)
  }
  await ingest()
  t.deepEqual([await clicksOf(link), await clicksOf(other), await waiting()], [{ clicks: 3, events: 3 }, { clicks: 0, events: 0 }, 0])
  const queued = await rows(`delete from outbox returning name, payload->>'id' as id`)
  t.deepEqual(queued.map(({ name }) => name), Array(3).fill('tracking.ingest-clicks'))
  t.deepEqual(queued.map(({ id }) => id).toSorted(), poison.map(({ id }) => id).toSorted())
})

test.serial('a job can hold whatever a visitor sent, and is done when the reason is gone', async (t) => {
  const link = await makeLink()
  await place.keep(batchOf([rawClick(link, { key: 'not \0 text' })]))
  await ingest()
  t.deepEqual(await clicksOf(link), { clicks: 0, events: 0 })
  t.deepEqual(await runQueued(service.resources), ['tracking.ingest-clicks'])
  t.deepEqual(await clicksOf(link), { clicks: 1, events: 1 })
})

test.serial('two workers at once come out exact', async (t) => {
  const [link, other] = [await makeLink(), await makeLink()]
  await Promise.all(Array.from({ length: 60 }, (_, at) => place.keep(batchOf(Array.from({ length: 20 }, () => rawClick(at % 2 ? link : other))))))
  const work = async () => {
    while ((await ingest(7)).batches > 0);
  }
  await Promise.all([work(), work()])
  await ingest()
  t.deepEqual([await clicksOf(link), await clicksOf(other), await waiting()], [{ clicks: 600, events: 600 }, { clicks: 600, events: 600 }, 0])
})

test.serial('a worker finds what waits though nobody tells it, also what is older than the last; goes on while the table is away, and ends when told', async (t) => {
  const link = await makeLink()
  const ends = trackingStanding.map((one) => stand({ resources: service.resources, log: silent }, one))
  await place.keep(batchOf([rawClick(link)]))
  t.true(await until(async () => (await clicksOf(link)).clicks === 1))
  await place.keep(batchOf([rawClick(link)], { id: 'batch_000' }))
  t.true(await until(async () => (await clicksOf(link)).clicks === 2))
  await rows('alter table waiting_click_batches rename to away')
  await t.throwsAsync(place.keep(batchOf([rawClick(link)])))
  await rows('alter table away rename to waiting_click_batches')
  await place.keep(batchOf([rawClick(link)]))
  t.true(await until(async () => (await clicksOf(link)).clicks === 3))
  await Promise.all(ends.map((end) => end()))
  await place.keep(batchOf([rawClick(link)]))
  t.is(await waiting(), 1)
})
