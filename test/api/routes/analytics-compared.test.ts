import test from 'ava'
import { days, hours } from '../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../support/api.js'
import { notAtMidnight } from '../../support/calendar.js'
import { clickRow, saleRow, storeClicks, storeConversions } from '../../support/events.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api?.close())

/** A workspace with clicks so long ago, each by a visitor; and sales so long ago, each of ten dollars. */
async function visited(clicks: { ago: number; visitor?: string; country?: string }[], sales: number[] = []) {
  const { workspace, key } = await api.make.caller()
  const link = await api.make.link(workspace)
  const given = (ago: number) => ({ timestamp: new Date(Date.now() - ago), workspace_id: workspace.id, link_id: link.id })
  const { pool } = api.resources.database
  await storeClicks(
    pool,
    clicks.map(({ ago, visitor = 'somebody', country = 'US' }) => clickRow({ ...given(ago), identity_hash: visitor, country })),
  )
  await storeConversions(
    pool,
    'sale_events',
    sales.map((ago) => saleRow(given(ago))),
  )
  const ask = async (query: string) => (await api.call(`GET /analytics?${query}`, { key })).body
  return { ask, key, link }
}

test('unique visitors are counted once in every group, however often they came', async (t) => {
  // In the middle of an hour of the clock, and of one three hours before.
  const hour = (Date.now() % hours(1)) + hours(0.5)
  const { ask, link } = await visited([
    { ago: hour, visitor: 'ada' },
    { ago: hour + 4, visitor: 'ada' },
    { ago: hour + hours(3), visitor: 'ada' },
    { ago: hour + 2, visitor: 'bob', country: 'DE' },
    { ago: hour + 3, visitor: 'ada', country: 'DE' },
  ])
  t.like(await ask('interval=24h'), { clicks: 5 })
  t.like(await ask('interval=24h&unique=true'), { clicks: 2 })
  t.deepEqual(
    (await ask('interval=24h&unique=true&groupBy=countries')).map((one: { country: string; clicks: number }) => [one.country, one.clicks]),
    [
      ['DE', 2],
      ['US', 1],
    ],
  )
  t.like((await ask('interval=24h&unique=true&groupBy=top_domains'))[0], { domain: link.domain, clicks: 2 })
  const hourly = await ask('interval=24h&unique=true&groupBy=timeseries')
  t.is(
    hourly.reduce((sum: number, one: { clicks: number }) => sum + one.clicks, 0),
    3,
  )
})

test('visitors are not told apart among more clicks than can be looked at', async (t) => {
  const { workspace, key } = await api.make.caller()
  const days = [
    ['2026-01-05', 2_000_000],
    ['2026-01-06', 1_000_001],
  ]
  for (const [day, clicks] of days) {
    await api.resources.database.pool.query(
      `with numbered as (insert into rollup_workspaces (workspace_id) values ($1) on conflict (workspace_id) do update set workspace_id = $1 returning no)
       insert into click_totals (workspace, tier, bucket, clicks, dense) select no, 3, $2, $3, false from numbered`,
      [workspace.id, `${day}T00:00:00Z`, clicks],
    )
  }
  const ask = (query: string) => api.call(`GET /analytics?unique=true&${query}`, { key })
  const refused = await ask('start=2026-01-05&end=2026-01-06')
  t.is(refused.status, 422)
  t.is(
    refused.body.error.message,
    'Visitors are told apart among at most 3,000,000 clicks, and these are 3,000,001: choose a shorter time, or add filters.',
  )
  t.is((await ask('start=2026-01-06&end=2026-01-06')).status, 200)
  t.is((await ask('start=2026-01-06&end=2026-01-06&compare=previous')).status, 422)
})

test('only clicks have visitors', async (t) => {
  const { key } = await visited([])
  t.is((await api.call('GET /analytics?unique=true&event=leads', { key })).status, 422)
  t.is((await api.call('GET /analytics?unique=true&event=composite', { key })).status, 422)
})

test('a count is compared with the time before', async (t) => {
  const { ask } = await visited([{ ago: hours(2) }, { ago: hours(26) }, { ago: hours(27) }, { ago: hours(50) }], [hours(30)])
  t.deepEqual(await ask('interval=24h&event=composite&compare=previous'), {
    clicks: 1,
    leads: 0,
    sales: 0,
    saleAmount: 0,
    previous: { clicks: 2, leads: 0, sales: 1, saleAmount: 1000 },
  })
  t.false('previous' in (await ask('interval=24h')))
})

test('groups are compared, also those of which there was nothing before', async (t) => {
  const { ask } = await visited([
    { ago: hours(2), country: 'DE' },
    { ago: hours(3), country: 'DE' },
    { ago: hours(4), country: 'FR' },
    { ago: hours(26), country: 'FR' },
    { ago: hours(27), country: 'IT' },
  ])
  const rows = await ask('interval=24h&groupBy=countries&compare=previous')
  t.deepEqual(
    rows.map((one: { country: string; clicks: number; previous: { clicks: number } }) => [one.country, one.clicks, one.previous.clicks]),
    [
      ['DE', 2, 0],
      ['FR', 1, 1],
    ],
  )
})

test('the days of a series stand beside those of the time before, today beside its weekday until now', async (t) => {
  await notAtMidnight()
  const sinceMidnight = Date.now() % days(1)
  const { ask } = await visited([{ ago: 0 }, { ago: days(7) + sinceMidnight }, { ago: days(7) + sinceMidnight / 2 }])
  const rows = await ask('interval=7d&groupBy=timeseries&compare=previous')
  t.is(rows.length, 8)
  t.is(rows.at(-1).clicks, 1)
  t.is(rows.at(-1).previous.clicks, 2)
  t.true(rows.slice(0, -1).every((one: { clicks: number; previous: { clicks: number } }) => one.clicks === 0 && one.previous.clicks === 0))
})

test('plans that do not reach far back do not compare with it', async (t) => {
  const { workspace, key } = await api.make.caller({ plan: 'pro' })
  t.truthy(workspace)
  t.is((await api.call('GET /analytics?interval=90d&compare=previous', { key })).status, 200)
  t.is((await api.call('GET /analytics?interval=1y&compare=previous', { key })).status, 403)
})
