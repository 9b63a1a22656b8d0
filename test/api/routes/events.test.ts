import test from 'ava'
import { Dub } from 'dub'
import { minutes } from '../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../support/api.js'
import { clickRow, leadRow, saleRow, storeClicks, storeConversions } from '../../support/events.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api?.close())

async function setUp(count: number) {
  const caller = await api.make.caller()
  const link = await api.make.link(caller.workspace)
  const start = Date.now() - Math.max(minutes(30), count * 1000)
  const rows = Array.from({ length: count }, (_, at) =>
    clickRow({
      timestamp: new Date(start + at * 1000),
      workspace_id: caller.workspace.id,
      link_id: link.id,
      country: at % 2 ? 'DE' : 'US',
    }),
  )
  await storeClicks(api.resources.database.pool, rows)
  const list = async (parameters: string) => (await api.call(`GET /events?${parameters}`, { key: caller.key })).body
  return { ...caller, link, rows, list }
}

test('an event contains the click, the current link and the deprecated flat fields', async (t) => {
  const {
    list,
    link,
    rows: [row],
    key,
  } = await setUp(1)
  const [event] = await list('')
  const timestamp = row?.timestamp.toISOString()
  t.like(event, {
    event: 'click',
    timestamp,
    click_id: row?.id,
    link_id: link.id,
    domain: link.domain,
    key: link.key,
    url: row?.url,
    continent: 'NA',
    country: 'US',
    city: 'San Francisco',
    device: 'Mobile',
    browser: 'Mobile Safari',
    os: 'iOS',
    qr: 0,
    ip: '203.0.113.7',
  })
  t.deepEqual(event.click, {
    id: row?.id,
    timestamp,
    url: row?.url,
    country: 'US',
    city: 'San Francisco',
    region: 'US-CA',
    continent: 'NA',
    device: 'Mobile',
    browser: 'Mobile Safari',
    os: 'iOS',
    ua: 'Mozilla/5.0',
    trigger: 'link',
    referer: '(direct)',
    refererUrl: '(direct)',
    qr: false,
    ip: '203.0.113.7',
  })
  const { body: current } = await api.call(`GET /links/${link.id}`, { key })
  const { identifier: _identifier, linkRetentionCleanupDisabledAt: _retention, user: _user, ...documented } = current
  t.deepEqual(event.link, documented)
})

test('lists events in pages, newest first', async (t) => {
  const { list, rows } = await setUp(5)
  const ids = rows.map(({ id }) => id)
  const clickIds = async (parameters: string) => (await list(parameters)).map((event: { click: { id: string } }) => event.click.id)
  t.deepEqual(await clickIds(''), ids.toReversed())
  t.deepEqual(await clickIds('limit=2&page=2'), [ids[2], ids[1]])
  t.deepEqual(await clickIds('sortOrder=asc&limit=2'), ids.slice(0, 2))
  t.deepEqual(await clickIds('order=asc&limit=1'), ids.slice(0, 1))
  t.deepEqual(await clickIds('country=DE'), [ids[3], ids[1]])
  t.deepEqual(await clickIds('country=-DE&limit=1'), [ids[4]])
})

test('leaves out events of deleted links and of other workspaces', async (t) => {
  const { list, link } = await setUp(2)
  const foreign = await setUp(1)
  t.is((await list('')).length, 2)
  t.is((await list(`linkId=${foreign.link.id}`)).length, 0)
  await api.resources.database.pool.query('delete from links where id = $1', [link.id])
  t.deepEqual(await list(''), [])
})

/** Twelve events of each kind, of which eight belong to a deleted link: the first, the last, and most of those in between. */
async function withDeletedLink() {
  const caller = await api.make.caller()
  const [kept, deleted] = [await api.make.link(caller.workspace), await api.make.link(caller.workspace)]
  const { pool } = api.resources.database
  const rowOf = (at: number) => ({
    timestamp: new Date(Date.now() - minutes(30 - at)),
    workspace_id: caller.workspace.id,
    link_id: [3, 4, 8, 10].includes(at) ? kept.id : deleted.id,
  })
  const rows = Array.from({ length: 12 }, (_, at) => rowOf(at))
  const clicks = rows.map(clickRow)
  const leads = rows.map(leadRow)
  const sales = rows.map((row) => saleRow({ ...row, amount: 100 }))
  await storeClicks(pool, clicks)
  await storeConversions(pool, 'lead_events', leads)
  await storeConversions(pool, 'sale_events', sales)
  await pool.query('delete from links where id = $1', [deleted.id])
  const keptIds = (stored: readonly { id: string; link_id: string }[]) =>
    stored.flatMap(({ id, link_id }) => (link_id === kept.id ? [id] : []))
  const ids = async (parameters: string): Promise<string[]> =>
    (await api.call(`GET /events?${parameters}`, { key: caller.key })).body.map(
      (event: { click: { id: string }; eventId?: string }) => event.eventId ?? event.click.id,
    )
  return { ...caller, ids, expected: { clicks: keptIds(clicks), leads: keptIds(leads), sales: keptIds(sales) } }
}

for (const kind of ['clicks', 'leads', 'sales'] as const)
  test(`pages of ${kind} are full until the end, however many events of deleted links lie between them`, async (t) => {
    const { ids, expected } = await withDeletedLink()
    for (const order of ['asc', 'desc']) {
      const list = (parameters: string) => ids(`event=${kind}&sortOrder=${order}&limit=2&${parameters}`)
      const sorted = order === 'asc' ? expected[kind] : expected[kind].toReversed()
      const pages = [sorted.slice(0, 2), sorted.slice(2), []]
      t.deepEqual([await list('page=1'), await list('page=2'), await list('page=3')], pages, `${order} by number`)
      const after = (page: readonly string[] = []) => list(`startingAfter=${page.at(-1)}`)
      t.deepEqual([await list(''), await after(pages[0]), await after(pages[1])], pages, `${order} by cursor`)
      t.deepEqual(await list(`endingBefore=${sorted[3]}`), sorted.slice(1, 3), `${order} backwards`)
    }
  })

test('a page after ten thousand events skips those of deleted links', async (t) => {
  const { list, rows, workspace } = await setUp(10_004)
  const { pool } = api.resources.database
  const deleted = Array.from({ length: 4 }, (_, at) =>
    clickRow({ timestamp: new Date(Date.now() - minutes(at * 10)), workspace_id: workspace.id, link_id: 'link_deleted' }),
  )
  await storeClicks(pool, deleted)
  const [last, ...more] = await list('page=2501&limit=4&sortOrder=asc&interval=7d')
  t.is(last.click.id, rows[10_000]?.id)
  t.is(more.length, 3)
  const sales = rows.map(({ timestamp, link_id }) => saleRow({ timestamp, link_id, workspace_id: workspace.id }))
  await storeConversions(pool, 'sale_events', [...sales, ...deleted.map((row) => saleRow(row))])
  t.deepEqual(
    (await list('event=sales&page=5001&limit=2&sortOrder=asc&interval=7d')).map(({ eventId }: { eventId: string }) => eventId),
    sales.slice(10_000, 10_002).map(({ id }) => id),
  )
})

test('refuses invalid page parameters', async (t) => {
  const { key } = await setUp(0)
  for (const query of ['page=0', 'limit=0', 'limit=1001', 'page=x', 'sortBy=country', 'event=composite'])
    t.is((await api.call(`GET /events?${query}`, { key })).status, 422, query)
  t.is((await api.call('GET /events?page=9007199254740991&limit=1000', { key })).status, 200)
})

test('the official SDK lists events', async (t) => {
  const { key, rows } = await setUp(3)
  for (const serverURL of [api.url, `${api.url}/api`]) {
    const events = await new Dub({ token: key, serverURL }).events.list({})
    t.deepEqual(
      events.map(({ event }) => event),
      ['click', 'click', 'click'],
    )
    t.is(events[0]?.clickId, rows[2]?.id)
  }
})
