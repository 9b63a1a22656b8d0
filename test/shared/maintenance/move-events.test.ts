/** Events are moved to ClickHouse and back while others arrive. */
import test from 'ava'
import { type EventStore, eventKinds, type Grouping } from '../../../shared/analytics/event-store.js'
import { openEventStore } from '../../../shared/analytics/open-event-store.js'
import { StartupError } from '../../../shared/kernel/startup-error.js'
import { days, hours, minutes } from '../../../shared/kernel/time.js'
import { UnavailableError } from '../../../shared/kernel/unavailable-error.js'
import { checkEvents } from '../../../shared/maintenance/doctor/event-checks.js'
import { moveEvents, type MoveReport, withClickHouse } from '../../../shared/maintenance/events/move-events.js'
import { verifyAggregates } from '../../../shared/maintenance/verify/verify-aggregates.js'
import {
  activeEventDatabase,
  applyPendingConversions,
  beginMove,
  cancelMove,
  type EventDatabase,
  finishMove,
  flushClickBlocks,
  deleteMovedCopies,
  moveStep,
  trackLead,
  trackLeadBodySchema,
  trackSale,
  trackSaleBodySchema,
} from '../../../shared/tracking/index.js'
import { testMember } from '../../support/callers.js'
import { hasClickHouse } from '../../support/clickhouse-server.js'
import { clickHouseService, withEngine } from '../../support/clickhouse-service.js'
import { rawClick } from '../../support/clicks.js'
import { waitUntil } from '../../support/wait-until.js'

const { service, server, scope, ingest } = clickHouseService('moved')
const pool = () => scope().pool

test.serial.before(async () => {
  if (hasClickHouse) await pool().query(`update event_store set name = 'postgres'`)
})

async function shop() {
  const owner = await testMember(service())
  const links = await Promise.all([1, 2, 3].map(() => service().make.link(owner.workspace)))
  await pool().query('update workspaces set total_links = 3 where id = $1', [owner.workspace.id])
  let count = 0
  return {
    workspaceId: owner.workspace.id,
    count: () => count,
    /** Stores clicks of three links, some of the same visitors, and a lead and a sale of the first. */
    async visit(ages: number[]) {
      const clicks = ages.map((age, at) =>
        rawClick(links[at % 3] as (typeof links)[number], {
          at: Date.now() - age,
          url: `https://shop.example/${at % 5}?id=${at}`,
          ip: `203.0.113.${at % 7}`,
          ...(ages.length > 10 && {
            ua: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
          }),
        }),
      )
      await ingest(clicks)
      count += clicks.length
      const customerExternalId = `customer ${count}`
      const lead = { clickId: clicks[0]?.id, eventName: 'Sign up', customerExternalId, metadata: { plan: 'pro' } }
      await owner.run((work) => trackLead(work, trackLeadBodySchema.parse(lead)))
      await owner.run((work) => trackSale(work, trackSaleBodySchema.parse({ customerExternalId, amount: 100 })))
    },
  }
}

const groupings: Grouping[] = [
  { by: 'nothing' },
  ...(['linkId', 'url', 'baseUrl', 'country', 'browser', 'referer'] as const).map((attribute) => ({
    by: 'attributes' as const,
    attributes: [attribute],
  })),
  { by: 'link', field: 'domain' },
]

/** Answers about the events of the hundred days before the instant, in an order that does not depend on the store. */
async function answers(store: EventStore, workspaceId: string, to: number) {
  const selection = { workspaceIds: [workspaceId], from: to - days(100), to, attributes: [], links: [] }
  const counts = groupings.flatMap((grouping) => [
    store.count(eventKinds, selection, grouping, 1000),
    store.count(['clicks'], { ...selection, unique: true }, grouping, 1000),
  ])
  const lists = eventKinds.map((kind) => store.list(kind, selection, { limit: 1000, ascending: true, from: { offset: 0 } }))
  return JSON.stringify([
    (await Promise.all(counts)).map((groups) => groups.map((one) => JSON.stringify(one)).toSorted()),
    (await Promise.all(lists)).map((rows) => rows.map(({ id, timestamp, link_id, url }) => [id, timestamp, link_id, url])),
  ])
}

withEngine('all answers are the same after a move there and back, under traffic and with kills in between', async (t) => {
  const { workspaceId, visit, count } = await shop()
  const history = Array.from({ length: 60 }, (_, at) => days(at) + minutes(at))
  await visit(history)
  await visit(history.map((age) => age + hours(2)))
  await applyPendingConversions(scope())
  const until = Date.now()
  const before = await answers(await openEventStore(scope()), workspaceId, until)

  const move = async (target: EventDatabase) => {
    const context = withClickHouse(scope())
    // The process is killed after its first step, and the engine during the next run.
    await t.throwsAsync(
      moveEvents(context, target, () => {
        throw new Error('killed')
      }),
      { message: 'killed' },
    )
    await visit([0, days(120)])
    await server().stop('SIGKILL')
    await t.throwsAsync(
      moveEvents(context, target, () => undefined),
      { instanceOf: UnavailableError },
    )
    await server().start()
    const reports: MoveReport[] = []
    t.is(await moveEvents(context, target, (report) => reports.push(report)), 'moved')
    t.true(reports.some((report) => 'comparing' in report && report.comparing === `clicks of ${new Date(until).toISOString().slice(0, 7)}`))
    t.deepEqual(reports.at(-1), { comparing: 'leads and sales' })
    t.is(await moveEvents(context, target, () => undefined), 'was there already')
    await waitUntil(async () => (await activeEventDatabase(scope())) === target)
    await visit([0, days(150)])
    await flushClickBlocks(scope())
    t.true((await answers(await openEventStore(scope()), workspaceId, until)) === before, target)
    const clicks = await (
      await openEventStore(scope())
    ).count(
      ['clicks'],
      { workspaceIds: [workspaceId], from: 0, to: Date.now() + minutes(1), attributes: [], links: [] },
      { by: 'nothing' },
      1,
    )
    t.deepEqual(clicks[0]?.counts, { clicks: count() })
    t.deepEqual((await verifyAggregates(scope(), [workspaceId])).found, [])
  }
  await move('clickhouse')
  t.is(await deleteMovedCopies(withClickHouse(scope())), 'clickhouse')
  t.deepEqual((await pool().query('select from click_events')).rows, [])
  await move('postgres')
  await move('clickhouse')
})

withEngine('a run copies and switches nothing once another run has cancelled the move', async (t) => {
  const context = withClickHouse(scope())
  const target = (await activeEventDatabase(scope())) === 'postgres' ? 'clickhouse' : 'postgres'
  await beginMove(context, target)
  await cancelMove(context)
  const expected = { instanceOf: StartupError, message: new RegExp(`no longer being moved to ${target}`) }
  await t.throwsAsync(moveStep(context, target), expected)
  await t.throwsAsync(
    finishMove(context, target, () => Promise.resolve(true)),
    expected,
  )
  t.not(await activeEventDatabase(scope()), target)
})

withEngine('the doctor names the store, a move that has not ended, and an engine that is away', async (t) => {
  const check = async (config = service().config) => {
    const findings = await checkEvents({ config, pool: pool(), now: () => new Date() })
    return findings.map(({ state, found }) => `${state}: ${found.replace(/[\d.]+ answers/, '0 answers')}`)
  }
  await pool().query(`update event_store set name = 'postgres', moving_to = null`)
  t.deepEqual(await check(), ['good: ClickHouse 0 answers', 'good: in PostgreSQL'])
  await pool().query(`update event_store set moving_to = 'clickhouse'`)
  t.deepEqual(await check(), ['good: ClickHouse 0 answers', 'warning: in PostgreSQL, and moving to ClickHouse'])
  await pool().query(`update event_store set name = 'clickhouse', moving_to = null`)
  t.deepEqual(await check({ ...service().config, clickHouse: undefined }), ['bad: in ClickHouse, whose address is not known'])
  await pool().query('delete from event_store')
  t.regex((await check())[1] ?? '', /^good: in PostgreSQL if there are any/)
  await server().stop('SIGKILL')
  const [finding] = await check()
  t.regex(finding ?? '', /^bad: ClickHouse does not answer: .*ECONNREFUSED/)
  await server().start()
})

if (!hasClickHouse) test('skipped: the ClickHouse engine is not installed', (t) => t.pass())
