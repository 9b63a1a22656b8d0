/** What every event store answers in the same way, compared with PostgreSQL's own answer. */
import test from 'ava'
import type { Workspace } from '../../../../shared/accounts/index.js'
import {
  type EventKind,
  eventKinds,
  type EventPage,
  type EventStore,
  type Grouping,
  listedColumns,
  type Selection,
} from '../../../../shared/analytics/event-store.js'
import { metadataQuery } from '../../../../shared/analytics/metadata-query.js'
import { days, minutes } from '../../../../shared/kernel/time.js'
import type { ClickRow } from '../../../../shared/tracking/enrich-click.js'
import { hasClickHouse } from '../../../support/clickhouse-server.js'
import { type StoreUnderTest, storesUnderTest } from '../../../support/event-stores.js'
import { clickRow, leadRow, saleRow, storeConversions } from '../../../support/events.js'
import { testService, type TestService } from '../../../support/service.js'

const begin = Date.UTC(2026, 9, 30, 23, 50)
const stores: Record<string, StoreUnderTest> = {}
let service: TestService
let workspace: Workspace
let clicks: ClickRow[]

/** Metadata that compares differently as text, as number and as JSON. */
const metadata = [
  null,
  { plan: 'pro', seats: 5 },
  { plan: 'it\'s \\ "quoted"\n', seats: '5.0' },
  { plan: null, seats: ' 12.50 ' },
  { plan: true, seats: '1e1' },
  { plan: 5, seats: 'many' },
  { plan: { name: 'pro', tags: ['a', 'b'] }, seats: 0.1 },
  { plan: ['x', { y: 'z' }], seats: '0.10000000000000000000000001' },
  { plan: '', 'a.b': 1, seats: -3 },
  { plan: 'Prø', seats: 1.2345678901234568e29 },
]

test.before(async () => {
  service = await testService()
  for (const [name, open] of Object.entries(storesUnderTest)) stores[name] = await open(service)
  workspace = await service.make.workspace()
  const folder = await service.make.folder(workspace)
  const links = [
    await service.make.link(workspace, { id: 'link_a', domain: 'one.example', folderId: folder.id }),
    await service.make.link(workspace, { id: "link_b'", domain: 'two.example' }),
    await service.make.link(workspace, { id: 'link_c', domain: 'two.example', folderId: folder.id }),
  ]
  const rowOf = (index: number) => ({
    timestamp: new Date(begin + Math.floor(index / 2) * minutes(1)),
    workspace_id: workspace.id,
    link_id: index % 5 === 4 ? 'link_deleted' : (links[index % 3]?.id ?? ''),
    city: index % 2 ? "L'Aquila \\ Ölüdeniz" : 'Oslo',
    trigger: index % 4 ? 'link' : 'qr',
  })
  clicks = Array.from({ length: 24 }, (_, index) => clickRow({ ...rowOf(index), identity_hash: `visitor ${index % 6}` }))
  for (const { storeClicks } of Object.values(stores)) await storeClicks(clicks)
  const leads = metadata.map((one, index) =>
    leadRow({
      ...rowOf(index),
      metadata: one,
      click_id: clicks[index]?.id,
      clicked_at: clicks[index]?.timestamp,
      customer_id: `cus_${index % 3}`,
    }),
  )
  const sales = metadata.map((one, index) => saleRow({ ...rowOf(index), metadata: one, amount: 100 + index, recurring: index % 2 === 0 }))
  const refund = saleRow({ ...rowOf(3), amount: -100, original_amount: -100, sales: -1, refund_of: sales[0]?.id ?? '', recurring: true })
  const { pool } = service.resources.database
  await storeConversions(pool, 'lead_events', leads)
  for (const store of Object.values(stores)) {
    // Settling forgets the changes, and each store needs them.
    await pool.query('delete from pending_conversions')
    await pool.query('insert into pending_conversions (id, at, workspace_id) select id, timestamp, workspace_id from lead_events')
    await store.settleConversions(new Date(begin))
  }
  await storeConversions(pool, 'sale_events', [...sales, refund])
})
test.after.always(async () => {
  for (const one of Object.values(stores)) await one.close()
  await service.close()
})

const selectionOf = (more: Partial<Selection> = {}): Selection => ({
  workspaceIds: [workspace.id],
  from: begin,
  to: begin + days(1),
  attributes: [],
  links: [],
  ...more,
})

/** A store may return more columns than a list reads. */
const list = async (store: EventStore, kind: EventKind, selection: Selection, page: EventPage) =>
  (await store.list(kind, selection, page)).map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => (listedColumns[kind] as readonly string[]).includes(name))),
  )

const pages: EventPage[] = [
  { limit: 100, ascending: false, from: { offset: 0 } },
  { limit: 7, ascending: true, from: { offset: 5 } },
  { limit: 3, ascending: false, from: { offset: 2 }, ofExistingLinks: true },
]

for (const name of Object.keys(storesUnderTest).filter((one) => one !== 'PostgreSQL')) {
  const [expected, tested] = [() => (stores.PostgreSQL as StoreUnderTest).store, () => (stores[name] as StoreUnderTest).store]

  test(`${name} lists events as PostgreSQL does, page by page and by id`, async (t) => {
    for (const kind of eventKinds) {
      for (const selection of [selectionOf(), selectionOf({ customerId: 'cus_1' }), selectionOf({ saleType: 'new' })])
        for (const page of pages)
          t.deepEqual(
            await list(tested(), kind, selection, page),
            await list(expected(), kind, selection, page),
            `${kind} ${JSON.stringify(page)}`,
          )
      const [first, , third] = await expected().list(kind, selectionOf(), pages[0] as EventPage)
      if (!first || !third) return t.fail(`no ${kind}`)
      for (const ascending of [true, false]) {
        const page = { limit: 5, ascending, from: { after: { at: third.timestamp.getTime(), id: third.id } } }
        t.deepEqual(await list(tested(), kind, selectionOf(), page), await list(expected(), kind, selectionOf(), page))
      }
      const byId = { limit: 9, ascending: true, from: { offset: 0 }, ids: [first.id, third.id, 'nothing'] }
      t.deepEqual(await list(tested(), kind, selectionOf(), byId), await list(expected(), kind, selectionOf(), byId))
    }
  })

  const conditions = [
    ...['plan', 'seats', 'missing', 'a.b'].flatMap((key) => [`metadata['${key}']:5`, `metadata['${key}']!=pro`, `metadata['${key}']:''`]),
    ...['it\'s \\ "quoted"\n', 'true', '12.50', ' 12.50 ', '{"name": "pro", "tags": ["a", "b"]}', 'null', 'Prø'].map(
      (value) => `metadata['plan']:${value}`,
    ),
    ...['plan]:pro', 'plan][name]:pro', 'plan][tags][1]:b', 'plan][1][y]:z', 'plan][tags]:["a", "b"]'].map((text) => `metadata[${text}`),
    ...['>', '<', '>=', '<='].flatMap((operator) =>
      ['5', '12.5', '10', '0.1', '-3', '1e29', '1e300'].map((value) => `metadata['seats']${operator}${value}`),
    ),
    `metadata['seats']>=5 AND metadata['plan']!=pro OR metadata['plan']:5`,
  ]
  test(`${name} compares metadata as PostgreSQL does, copied or not`, async (t) => {
    for (const condition of conditions) {
      const selection = selectionOf({ metadata: metadataQuery(condition) })
      for (const kind of ['leads', 'sales'] as EventKind[]) {
        const ids = async (store: ReturnType<typeof tested>) =>
          (await store.list(kind, selection, pages[0] as EventPage)).map(({ id }) => id)
        t.deepEqual(await ids(tested()), await ids(expected()), `${kind} with ${condition}`)
      }
    }
  })

  const groupings: Grouping[] = [
    ...(['domain', 'folderId', 'tagId', 'groupId', 'key'] as const).map((field) => ({ by: 'link', field }) as const),
    { by: 'attributes', attributes: ['linkId'] },
    { by: 'attributes', attributes: ['country', 'region', 'city'] },
    { by: 'eventName' },
    { by: 'nothing' },
  ]
  test(`${name} groups events as PostgreSQL does`, async (t) => {
    const linkFilters: Selection['links'][] = [[], [{ field: 'folderId', values: ['fold_none'], negated: true }]]
    const many = Array.from({ length: 300 }, (_, index) => `city ${index}`)
    for (const grouping of groupings)
      for (const links of linkFilters)
        for (const kinds of [['clicks'], ['sales'], eventKinds] as EventKind[][])
          for (const more of [{}, { unique: kinds.length === 1 && kinds[0] === 'clicks' }, { customerId: 'cus_0' }]) {
            const attributes =
              links.length > 0 ? [{ attribute: 'city' as const, values: [...many, "L'Aquila \\ Ölüdeniz"], negated: false }] : []
            const selection = selectionOf({ links, attributes, ...more })
            // Which of several equal groups is the last one is not defined.
            const limit = grouping.by === 'attributes' && grouping.attributes.includes('linkId') ? 10 : 3
            const count = async (store: ReturnType<typeof tested>) =>
              (await store.count(kinds, selection, grouping, limit)).filter(({ counts }) =>
                Object.values(counts).some((number) => number !== 0),
              )
            t.deepEqual(await count(tested()), await count(expected()), JSON.stringify({ grouping, kinds, links, more }))
          }
  })
}

if (!hasClickHouse) test('skipped: the ClickHouse engine is not installed', (t) => t.pass())
