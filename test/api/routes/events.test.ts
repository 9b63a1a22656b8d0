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

async function listed(count: number) {
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
  const ask = async (query: string) => (await api.call(`GET /events?${query}`, { key: caller.key })).body
  return { ...caller, link, rows, ask }
}

test('an event is the click, its link as it is now, and the older flat fields', async (t) => {
  const {
    ask,
    link,
    rows: [row],
    key,
  } = await listed(1)
  const [event] = await ask('')
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
  const { body: shown } = await api.call(`GET /links/${link.id}`, { key })
  const { identifier: _identifier, linkRetentionCleanupDisabledAt: _retention, user: _user, ...documented } = shown
  t.deepEqual(event.link, documented)
})

test('the newest events come first, a page at a time', async (t) => {
  const { ask, rows } = await listed(5)
  const ids = rows.map(({ id }) => id)
  const of = async (query: string) => (await ask(query)).map((one: { click: { id: string } }) => one.click.id)
  t.deepEqual(await of(''), ids.toReversed())
  t.deepEqual(await of('limit=2&page=2'), [ids[2], ids[1]])
  t.deepEqual(await of('sortOrder=asc&limit=2'), ids.slice(0, 2))
  t.deepEqual(await of('order=asc&limit=1'), ids.slice(0, 1))
  t.deepEqual(await of('country=DE'), [ids[3], ids[1]])
  t.deepEqual(await of('country=-DE&limit=1'), [ids[4]])
})

test('events of a link that is gone are left out, those of another workspace are not seen', async (t) => {
  const { ask, link } = await listed(2)
  const stranger = await listed(1)
  t.is((await ask('')).length, 2)
  t.is((await ask(`linkId=${stranger.link.id}`)).length, 0)
  await api.resources.database.pool.query('delete from links where id = $1', [link.id])
  t.deepEqual(await ask(''), [])
})

test('pages have a size and a number that make sense', async (t) => {
  const { key } = await listed(0)
  for (const query of ['page=0', 'limit=0', 'limit=1001', 'page=x', 'sortBy=country', 'event=composite'])
    t.is((await api.call(`GET /events?${query}`, { key })).status, 422, query)
  t.is((await api.call('GET /events?page=9007199254740991&limit=1000', { key })).status, 200)
})

test('the official client lists events', async (t) => {
  const { key, rows } = await listed(3)
  for (const serverURL of [api.url, `${api.url}/api`]) {
    const events = await new Dub({ token: key, serverURL }).events.list({})
    t.deepEqual(
      events.map((one) => one.event),
      ['click', 'click', 'click'],
    )
    t.is(events[0]?.clickId, rows[2]?.id)
  }
})
