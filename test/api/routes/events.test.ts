import test from 'ava'
import { Dub } from 'dub'
import { minutes } from '../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../support/api.js'
import { clickRow, storeClicks } from '../../support/events.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api?.close())

async function setUp(count: number) {
  const caller = await api.make.caller()
  const link = await api.make.link(caller.workspace)
  const start = Date.now() - minutes(30)
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
