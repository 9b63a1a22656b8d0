import test from 'ava'
import { days, hours, minutes } from '../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../support/api.js'
import { tracker } from '../../support/conversions.js'
import { clickRow, type ClickInput, leadRow, saleRow, storeClicks, storeConversions } from '../../support/events.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api?.close())

interface Events {
  clicks?: Partial<ClickInput>[]
  leads?: Partial<Parameters<typeof leadRow>[0]>[]
  sales?: Partial<Parameters<typeof saleRow>[0]>[]
}

/** A workspace with a link and its events of half an hour ago; `query` returns the body of `GET /analytics`. */
async function setUp({ clicks = [], leads = [], sales = [] }: Events) {
  const caller = await api.make.caller()
  const link = await api.make.link(caller.workspace)
  const common = { timestamp: new Date(Date.now() - minutes(30)), workspace_id: caller.workspace.id, link_id: link.id }
  const { pool } = api.resources.database
  await storeClicks(
    pool,
    clicks.map((click) => clickRow({ ...common, ...click })),
  )
  await storeConversions(
    pool,
    'lead_events',
    leads.map((lead) => leadRow({ ...common, ...lead })),
  )
  await storeConversions(
    pool,
    'sale_events',
    sales.map((sale) => saleRow({ ...common, ...sale })),
  )
  let calls = 0
  let { key } = caller
  const query = async (parameters: string) => {
    // The rate limit is sixteen requests per second and key.
    if (++calls % 16 === 0) key = (await api.make.token(caller.user, caller.workspace)).key
    return (await api.call(`GET /analytics?${parameters.replaceAll(' ', '%20')}`, { key })).body
  }
  return { ...caller, link, query }
}

const zero = { clicks: 0, leads: 0, sales: 0, saleAmount: 0 }
const german = { country: 'DE', region: 'BE', city: 'Berlin', continent: 'EU' }
const refund = { amount: -400, original_amount: -400, sales: 0, refund_of: 'some' } as const
const fullRefund = { amount: -1000, original_amount: -1000, sales: -1, refund_of: 'some' } as const

test('counts leads and sales, separately and together', async (t) => {
  const { query } = await setUp({
    clicks: [{}, {}],
    leads: [{}, { timestamp: new Date(Date.now() - hours(25)) }],
    sales: [{ amount: 250 }],
  })
  t.deepEqual(await query('event=leads'), { ...zero, leads: 1 })
  t.deepEqual(await query('event=leads&interval=7d'), { ...zero, leads: 2 })
  t.deepEqual(await query('event=sales'), { ...zero, sales: 1, saleAmount: 250 })
  t.deepEqual(await query('event=composite'), { clicks: 2, leads: 1, sales: 1, saleAmount: 250 })
})

test('a refund lowers the amount, and a full refund also the number of sales', async (t) => {
  const { query } = await setUp({ sales: [{}, {}, refund, fullRefund] })
  t.deepEqual(await query('event=sales'), { ...zero, sales: 1, saleAmount: 600 })
  t.deepEqual(await query('event=sales&groupBy=countries'), [{ country: 'US', region: '*', city: '*', ...zero, sales: 1, saleAmount: 600 }])
})

test('counts events that were tracked and refunded over HTTP', async (t) => {
  const { track, link, workspace, key } = await tracker(api)
  const click = clickRow({ timestamp: new Date(), workspace_id: workspace.id, link_id: link.id })
  await storeClicks(api.resources.database.pool, [click])
  await track('lead', { clickId: click.id, eventName: 'Sign up', customerExternalId: 'ann', metadata: { plan: 'pro' }, eventQuantity: 2 })
  await track('sale', { customerExternalId: 'ann', amount: 5000, invoiceId: 'one' })
  await track('sale', { customerExternalId: 'ann', amount: 700, invoiceId: 'two' })
  await track('refund', { invoiceId: 'one', amount: 2000 })
  const query = async (parameters: string) => (await api.call(`GET /analytics?${parameters}`, { key })).body
  t.deepEqual(await query('event=composite'), { clicks: 1, leads: 2, sales: 2, saleAmount: 3700 })
  t.deepEqual(await query('event=sales&saleType=new'), { ...zero, sales: 1, saleAmount: 3000 })
  t.deepEqual(await query('event=sales&saleType=recurring'), { ...zero, sales: 1, saleAmount: 700 })
  await track('refund', { invoiceId: 'one' })
  t.deepEqual(await query('event=composite'), { clicks: 1, leads: 2, sales: 1, saleAmount: 700 })
})

test('a group is returned if it has any event, also without clicks', async (t) => {
  const { query } = await setUp({
    clicks: [{}, {}],
    leads: [german],
    sales: [
      { ...german, amount: 10 },
      { country: 'FR', amount: 90 },
    ],
  })
  const named = (country: string, counts: object) => ({ country, region: '*', city: '*', ...zero, ...counts })
  t.deepEqual(await query('event=composite&groupBy=countries'), [
    named('US', { clicks: 2 }),
    named('DE', { leads: 1, sales: 1, saleAmount: 10 }),
    named('FR', { sales: 1, saleAmount: 90 }),
  ])
  t.deepEqual(await query('event=sales&groupBy=countries'), [
    named('FR', { sales: 1, saleAmount: 90 }),
    named('DE', { sales: 1, saleAmount: 10 }),
  ])
  t.deepEqual(await query('event=leads&groupBy=cities'), [{ country: 'DE', region: 'DE-BE', city: 'Berlin', ...zero, leads: 1 }])
})

test('groups by link, domain, folder and tag; groups of link properties are ordered by sale amount', async (t) => {
  const { query, link, workspace } = await setUp({ clicks: [{}, {}], sales: [{ amount: 10 }] })
  const [folder, tag] = await Promise.all([api.make.folder(workspace), api.make.tag(workspace)])
  const other = await api.make.link(workspace, { domain: 'rich.example', folderId: folder.id })
  const { pool } = api.resources.database
  await pool.query('insert into link_tags (link_id, tag_id, position) values ($1, $2, 0)', [other.id, tag.id])
  await storeConversions(pool, 'sale_events', [
    saleRow({ timestamp: new Date(), workspace_id: workspace.id, link_id: other.id, amount: 90 }),
  ])
  const topCounts = { ...zero, sales: 1, saleAmount: 90 }
  const linkCounts = { clicks: 2, leads: 0, sales: 1, saleAmount: 10 }
  t.deepEqual(await query('event=composite&groupBy=top_domains'), [
    { domain: 'rich.example', url: 'rich.example', ...topCounts },
    { domain: link.domain, url: link.domain, ...linkCounts },
  ])
  t.deepEqual(
    (await query('event=composite&groupBy=top_links')).map((row: { id: string }) => row.id),
    [link.id, other.id],
  )
  t.like((await query('event=composite&groupBy=top_folders'))[0], { folderId: folder.id, ...topCounts })
  t.like((await query('event=sales&groupBy=top_link_tags'))[0], { tagId: tag.id, ...topCounts })
  t.deepEqual(await query(`event=sales&folderId=${folder.id}`), topCounts)
  t.deepEqual(await query(`event=sales&tagId=-${tag.id}`), { ...zero, sales: 1, saleAmount: 10 })
})

test('groups leads and sales by event name; clicks have none', async (t) => {
  const { query } = await setUp({
    clicks: [{}],
    leads: [{}, { event_name: 'Trial' }, { event_name: 'Trial' }],
    sales: [{}, { event_name: 'Trial' }],
  })
  t.deepEqual(await query('event=leads&groupBy=event_names'), [
    { eventName: 'Trial', ...zero, leads: 2 },
    { eventName: 'Sign up', ...zero, leads: 1 },
  ])
  t.deepEqual(await query('event=clicks&groupBy=event_names'), [])
  t.deepEqual(await query('event=composite&groupBy=event_names'), [
    { eventName: 'Trial', ...zero, leads: 2, sales: 1, saleAmount: 1000 },
    { eventName: 'Sign up', ...zero, leads: 1 },
    { eventName: 'Purchase', ...zero, sales: 1, saleAmount: 1000 },
  ])
})

test('a composite time series has a row for each day', async (t) => {
  const { query } = await setUp({ clicks: [{}], leads: [{ timestamp: new Date(Date.now() - days(2)) }], sales: [{}, fullRefund] })
  const rows: (typeof zero)[] = await query('event=composite&groupBy=timeseries&interval=7d&timezone=Asia/Kathmandu')
  t.is(rows.length, 8)
  t.deepEqual([rows.reduce((sum, row) => sum + row.clicks, 0), rows.reduce((sum, row) => sum + row.leads, 0)], [1, 1])
  t.true(rows.every(({ sales, saleAmount }) => sales === 0 && saleAmount === 0))
})

test('metadata and sale type filter leads and sales, but not clicks', async (t) => {
  const { query } = await setUp({
    clicks: [{}],
    leads: [{ metadata: { plan: 'pro', seats: 5 } }, { metadata: { plan: 'free' } }, {}],
    sales: [{ metadata: { plan: 'pro' }, recurring: true }, { amount: 50 }],
  })
  const leads = async (metadataQuery: string) => (await query(`event=leads&query=${encodeURIComponent(metadataQuery)}`)).leads
  t.is(await leads(`metadata['plan']:pro`), 1)
  t.is(await leads(`metadata['plan']!=pro`), 2)
  t.is(await leads(`metadata['seats']>=5 AND metadata['plan']="pro"`), 1)
  t.is(await leads(`metadata['seats']>5`), 0)
  t.is(await leads(`metadata['plan']:pro OR metadata['plan']:free`), 2)
  t.deepEqual(await query(`event=composite&query=${encodeURIComponent(`metadata['plan']:pro`)}`), {
    clicks: 1,
    leads: 1,
    sales: 1,
    saleAmount: 1000,
  })
  t.deepEqual(await query('event=composite&saleType=new'), { clicks: 1, leads: 3, sales: 1, saleAmount: 50 })
})

test('filters by customer: leads, sales and the clicks they came from', async (t) => {
  const at = new Date(Date.now() - minutes(40))
  const click = clickRow({ timestamp: at, workspace_id: '', link_id: '' })
  const { query, link, workspace } = await setUp({
    clicks: [{}],
    leads: [{ customer_id: 'cus_1', click_id: click.id, clicked_at: at }, { customer_id: 'cus_2' }],
    sales: [{ customer_id: 'cus_1' }, { customer_id: 'cus_2' }],
  })
  await storeClicks(api.resources.database.pool, [{ ...click, workspace_id: workspace.id, link_id: link.id }])
  const counts = { clicks: 1, leads: 1, sales: 1, saleAmount: 1000 }
  t.deepEqual(await query('event=composite&customerId=cus_1'), counts)
  t.deepEqual(await query('event=composite&customerId=cus_1&groupBy=devices'), [{ device: 'Mobile', ...counts }])
  t.deepEqual(await query('event=composite&customerId=cus_nobody'), zero)
})

test('another workspace does not see the events', async (t) => {
  const { link } = await setUp({ leads: [{}], sales: [{}] })
  const { query } = await setUp({})
  t.deepEqual(await query(`event=composite&linkId=${link.id}`), zero)
  t.deepEqual(await query('event=composite'), zero)
})

test('legacy paths contain event type and grouping, and return a bare number for a count', async (t) => {
  const { user, workspace } = await setUp({ clicks: [{}, german], leads: [german], sales: [{ amount: 70 }] })
  const { key } = await api.make.token(user, workspace)
  const at = async (path: string) => (await api.call(`GET /analytics${path}`, { key })).body
  t.is(await at('/clicks'), 2)
  t.is(await at('/count'), 2)
  t.is(await at('/leads/count'), 1)
  t.is(await at('/sales?country=DE'), 0)
  t.deepEqual(await at('/composite'), { clicks: 2, leads: 1, sales: 1, saleAmount: 70 })
  t.is((await at('/country')).length, 2)
  t.deepEqual(await at('/leads/cities'), [{ country: 'DE', region: 'DE-BE', city: 'Berlin', ...zero, leads: 1 }])
  t.is((await at('/clicks/timeseries?interval=7d')).length, 8)
  t.is((await api.call('GET /analytics/planets', { key })).status, 422)
  t.is((await api.call('GET /analytics/leads/planets', { key })).status, 422)
})
