import test from 'ava'
import { days, hours } from '../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../support/api.js'
import { avoidMidnight } from '../../support/avoid-midnight.js'
import { clickRow, saleRow, storeClicks, storeConversions } from '../../support/events.js'
import { eventsInPostgres } from '../../support/service.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api?.close())

/** A workspace with clicks and sales of ten dollars; `ago` is their age in milliseconds. */
async function setUp(clicks: { ago: number; visitor?: string; country?: string }[], sales: number[] = []) {
  const { workspace, key } = await api.make.caller()
  const link = await api.make.link(workspace)
  const commonFields = (ago: number) => ({ timestamp: new Date(Date.now() - ago), workspace_id: workspace.id, link_id: link.id })
  const { pool } = api.resources.database
  await storeClicks(
    pool,
    clicks.map(({ ago, visitor = 'anna', country = 'US' }) => clickRow({ ...commonFields(ago), identity_hash: visitor, country })),
  )
  await storeConversions(
    pool,
    'sale_events',
    sales.map((ago) => saleRow(commonFields(ago))),
  )
  const query = async (query: string) => (await api.call(`GET /analytics?${query}`, { key })).body
  return { query, key, link }
}

test('counts each unique visitor once per group', async (t) => {
  // The middle of the previous full hour.
  const hour = (Date.now() % hours(1)) + hours(0.5)
  const { query, link } = await setUp([
    { ago: hour, visitor: 'ada' },
    { ago: hour + 4, visitor: 'ada' },
    { ago: hour + hours(3), visitor: 'ada' },
    { ago: hour + 2, visitor: 'bob', country: 'DE' },
    { ago: hour + 3, visitor: 'ada', country: 'DE' },
  ])
  t.like(await query('interval=24h'), { clicks: 5 })
  t.like(await query('interval=24h&unique=true'), { clicks: 2 })
  t.deepEqual(
    (await query('interval=24h&unique=true&groupBy=countries')).map((row: { country: string; clicks: number }) => [
      row.country,
      row.clicks,
    ]),
    [
      ['DE', 2],
      ['US', 1],
    ],
  )
  t.like((await query('interval=24h&unique=true&groupBy=top_domains'))[0], { domain: link.domain, clicks: 2 })
  const hourly = await query('interval=24h&unique=true&groupBy=timeseries')
  t.is(
    hourly.reduce((sum: number, row: { clicks: number }) => sum + row.clicks, 0),
    3,
  )
})

if (eventsInPostgres)
  test('refuses to count unique visitors of too many clicks', async (t) => {
    const { workspace, key } = await api.make.caller()
    const days = [
      ['2026-01-05', 2_000_000],
      ['2026-01-06', 1_000_001],
    ]
    for (const [day, clicks] of days) {
      await api.resources.database.pool.query(
        `with numbered as (insert into workspace_numbers (workspace_id) values ($1) on conflict (workspace_id) do update set workspace_id = $1 returning no)
         insert into click_totals (workspace, tier, bucket, clicks, dense) select no, 3, $2, $3, false from numbered`,
        [workspace.id, `${day}T00:00:00Z`, clicks],
      )
    }
    const query = (query: string) => api.call(`GET /analytics?unique=true&${query}`, { key })
    t.is((await query('start=2026-01-05&end=2026-01-06')).status, 200, 'without groups, fifteen million are allowed')
    const refused = await query('groupBy=countries&start=2026-01-05&end=2026-01-06')
    t.is(refused.status, 422)
    t.is(
      refused.body.error.message,
      'unique is supported for up to 3,000,000 clicks, but the query matches 3,000,001. Choose a shorter range or add filters.',
    )
    t.is((await query('groupBy=countries&start=2026-01-06&end=2026-01-06')).status, 200)
    t.is((await query('groupBy=countries&start=2026-01-06&end=2026-01-06&compare=previous')).status, 422)
  })

test('unique is refused for leads, sales and composite counts', async (t) => {
  const { key } = await setUp([])
  t.is((await api.call('GET /analytics?unique=true&event=leads', { key })).status, 422)
  t.is((await api.call('GET /analytics?unique=true&event=composite', { key })).status, 422)
})

test('compares a count with the previous range', async (t) => {
  const { query } = await setUp([{ ago: hours(2) }, { ago: hours(26) }, { ago: hours(27) }, { ago: hours(50) }], [hours(30)])
  t.deepEqual(await query('interval=24h&event=composite&compare=previous'), {
    clicks: 1,
    leads: 0,
    sales: 0,
    saleAmount: 0,
    previous: { clicks: 2, leads: 0, sales: 1, saleAmount: 1000 },
  })
  t.false('previous' in (await query('interval=24h')))
})

test('compares groups, including groups without events in the previous range', async (t) => {
  const { query } = await setUp([
    { ago: hours(2), country: 'DE' },
    { ago: hours(3), country: 'DE' },
    { ago: hours(4), country: 'FR' },
    { ago: hours(26), country: 'FR' },
    { ago: hours(27), country: 'IT' },
  ])
  const rows = await query('interval=24h&groupBy=countries&compare=previous')
  t.deepEqual(
    rows.map((row: { country: string; clicks: number; previous: { clicks: number } }) => [row.country, row.clicks, row.previous.clicks]),
    [
      ['DE', 2, 0],
      ['FR', 1, 1],
    ],
  )
})

test('compares each day of a time series with the day one range earlier, and today only up to now', async (t) => {
  await avoidMidnight()
  const sinceMidnight = Date.now() % days(1)
  const { query } = await setUp([{ ago: 0 }, { ago: days(7) + sinceMidnight }, { ago: days(7) + sinceMidnight / 2 }])
  const rows = await query('interval=7d&groupBy=timeseries&compare=previous')
  t.is(rows.length, 8)
  t.is(rows.at(-1).clicks, 1)
  t.is(rows.at(-1).previous.clicks, 2)
  t.true(rows.slice(0, -1).every((row: { clicks: number; previous: { clicks: number } }) => row.clicks === 0 && row.previous.clicks === 0))
})

test('refuses a comparison with a range that the plan does not include', async (t) => {
  const { workspace, key } = await api.make.caller({ plan: 'pro' })
  t.truthy(workspace)
  t.is((await api.call('GET /analytics?interval=90d&compare=previous', { key })).status, 200)
  t.is((await api.call('GET /analytics?interval=1y&compare=previous', { key })).status, 403)
})
