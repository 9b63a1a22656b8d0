import test from 'ava'
import { minutes } from '../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../support/api.js'
import { clickRow, leadRow, storeClicks, storeConversions } from '../../support/events.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ TRUST_PROXY: '1' })
})
test.after.always(() => api?.close())

async function setUp(settings: object = {}) {
  const { workspace, key } = await api.make.caller()
  const link = await api.make.link(workspace)
  const other = await api.make.link(workspace)
  const commonFields = (link_id: string) => ({ timestamp: new Date(Date.now() - minutes(5)), workspace_id: workspace.id, link_id })
  await storeClicks(api.resources.database.pool, [
    clickRow(commonFields(link.id)),
    clickRow({ ...commonFields(link.id), country: 'DE' }),
    clickRow(commonFields(other.id)),
  ])
  await storeConversions(api.resources.database.pool, 'lead_events', [leadRow(commonFields(link.id))])
  const { body: dashboard } = await api.call(`POST /dashboards?linkId=${link.id}`, { key })
  await api.call(`PATCH /dashboards/${dashboard.id}`, { key, body: { showConversions: true, doIndex: false, password: null, ...settings } })
  const query = (more = '') => api.call(`GET /analytics/dashboard?domain=${link.domain}&key=${link.key}&interval=24h${more}`)
  return { workspace, key, link, other, dashboard, query }
}

test('shows analytics of a link with a dashboard to anyone, but not of other links', async (t) => {
  const { query, other } = await setUp()
  t.like((await query()).body, { clicks: 2 })
  t.like((await query('&event=composite')).body, { clicks: 2, leads: 1 })
  t.deepEqual(
    (await query('&groupBy=countries')).body.map(({ country }: { country: string }) => country),
    ['DE', 'US'],
  )
  t.like((await query('&country=DE')).body, { clicks: 1 })
  t.like(await api.call(`GET /analytics/dashboard?domain=${other.domain}&key=${other.key}`), { status: 403 })
  t.is((await api.call('GET /analytics/dashboard')).status, 400)
})

test('filters cannot reach beyond the link of the dashboard', async (t) => {
  const { query, other } = await setUp()
  t.like((await query(`&linkId=${other.id}`)).body, { clicks: 2 })
  t.like((await query(`&externalId=ext_1&tenantId=unknown&root=true`)).body, { clicks: 2 })
})

test('the dashboard of a folder shows the analytics of its links', async (t) => {
  const { workspace, key } = await setUp()
  const folder = await api.make.folder(workspace)
  const link = await api.make.link(workspace, { folderId: folder.id })
  await storeClicks(api.resources.database.pool, [
    clickRow({ timestamp: new Date(Date.now() - minutes(5)), workspace_id: workspace.id, link_id: link.id }),
  ])
  t.is((await api.call(`GET /analytics/dashboard?folderId=${folder.id}&interval=24h`)).status, 403)
  await api.call(`POST /dashboards?folderId=${folder.id}`, { key })
  t.like((await api.call(`GET /analytics/dashboard?folderId=${folder.id}&interval=24h`)).body, { clicks: 1 })
})

test('a dashboard shows neither notes and partners of the workspace nor destinations behind a password', async (t) => {
  const { workspace, key } = await setUp()
  const folder = await api.make.folder(workspace)
  const ofFolder = { folderId: folder.id, comments: 'for the board' }
  const open = await api.make.link(workspace, { ...ofFolder, url: 'https://shop.example/open' })
  const { slug: domain } = await api.make.domain(workspace)
  const closed = await api.make.link(workspace, { ...ofFolder, domain, url: 'https://shop.example/closed' })
  t.is((await api.call(`PATCH /links/${closed.id}`, { key, body: { password: 'sesame' } })).status, 200)
  const clicks = [open, closed].map(({ id, url }) =>
    clickRow({ timestamp: new Date(Date.now() - minutes(5)), workspace_id: workspace.id, link_id: id, url, base_url: url }),
  )
  await storeClicks(api.resources.database.pool, clicks)
  await api.call(`POST /dashboards?folderId=${folder.id}`, { key })
  const query = (groupBy: string) => api.call(`GET /analytics/dashboard?folderId=${folder.id}&interval=24h&groupBy=${groupBy}`)

  const { body: links } = await query('top_links')
  t.deepEqual(Object.fromEntries(links.map(({ id, url }: { id: string; url: string }) => [id, url])), {
    [open.id]: open.url,
    [closed.id]: '',
  })
  t.deepEqual(
    links.flatMap((link: object) => ['comments', 'folderId', 'partnerId'].filter((name) => name in link)),
    [],
  )
  for (const groupBy of ['top_urls', 'top_base_urls']) t.like((await query(groupBy)).body, { length: 1, 0: { url: open.url } })
  const clicksTo = async (url: string) => (await query(`count&url=${encodeURIComponent(url)}`)).body.clicks
  t.deepEqual([await clicksTo(open.url), await clicksTo(closed.url)], [1, 0], 'a guessed destination is not confirmed')
  for (const groupBy of ['top_partners', 'top_groups', 'top_partner_tags', 'top_folders', 'top_link_tags'])
    t.is((await query(groupBy)).status, 422, groupBy)
})

test.serial('the links of a folder whose destination needs a password are not read one by one', async (t) => {
  const { workspace, key } = await setUp()
  const folder = await api.make.folder(workspace)
  const links = await Promise.all(Array.from({ length: 30 }, () => api.make.link(workspace, { folderId: folder.id })))
  await api.call(`POST /dashboards?folderId=${folder.id}`, { key })
  const { pool } = api.resources.database
  await pool.query(`update links set sealed_password = 'x' where folder_id = $1`, [folder.id])
  const url = links[0]?.url as string
  await storeClicks(pool, [
    clickRow({ timestamp: new Date(), workspace_id: workspace.id, link_id: links[0]?.id as string, url, base_url: url }),
  ])
  const rowCounts: number[] = []
  const send = pool.query.bind(pool) as (...args: unknown[]) => Promise<{ rows?: unknown[] }>
  const counted = async (...args: unknown[]) => {
    const result = await send(...args)
    rowCounts.push(result.rows?.length ?? 0)
    return result
  }
  Object.assign(pool, { query: counted })
  const query = (groupBy: string) => api.call(`GET /analytics/dashboard?folderId=${folder.id}&interval=24h&groupBy=${groupBy}`)
  t.deepEqual((await query('top_urls')).body, [])
  t.like((await query('top_links')).body, { length: 1, 0: { id: links[0]?.id, url: '' } })
  Object.assign(pool, { query: send })
  t.true(rowCounts.length > 0)
  t.true(Math.max(...rowCounts) < links.length)
})

test('a dashboard with a password requires it', async (t) => {
  const { query } = await setUp({ password: 'open sesame' })
  t.is((await query()).status, 403)
  t.is((await query('&password=open')).status, 403)
  t.like((await query('&password=open%20sesame')).body, { clicks: 2 })
})

test('a visitor who entered many wrong passwords of a dashboard cannot go on guessing', async (t) => {
  const { link, dashboard } = await setUp({ password: 'open sesame' })
  // Requests are limited too: those of the other tests come from another address.
  const headers = { 'x-forwarded-for': '203.0.113.50' }
  const query = (more = '') => api.call(`GET /analytics/dashboard?domain=${link.domain}&key=${link.key}&interval=24h${more}`, { headers })
  for (let guess = 1; guess <= 30; guess += 1) t.is((await query(`&password=${guess}`)).status, 403)
  const refused = await query('&password=open%20sesame')
  t.is(refused.status, 429)
  t.is(refused.headers.get('retry-after'), '600')
  t.is((await api.call(`GET /dashboards/${dashboard.id}/public?password=open%20sesame`, { headers })).status, 429)
  t.is((await query()).status, 403)
})

test('a dashboard without conversions shows clicks only', async (t) => {
  const { query } = await setUp({ showConversions: false })
  t.like((await query('&event=composite')).body, { clicks: 2, leads: 0 })
  t.is((await query('&event=leads')).status, 403)
})

test('a deleted dashboard is no longer public at once', async (t) => {
  const { query, dashboard, key } = await setUp()
  t.is((await query()).status, 200)
  await api.call(`DELETE /dashboards/${dashboard.id}`, { key })
  t.is((await query()).status, 403)
})
