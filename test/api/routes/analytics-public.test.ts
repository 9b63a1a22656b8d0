import test from 'ava'
import { minutes } from '../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../support/api.js'
import { clickRow, leadRow, storeClicks, storeConversions } from '../../support/events.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api?.close())

async function published(settings: object = {}) {
  const { workspace, key } = await api.make.caller()
  const link = await api.make.link(workspace)
  const other = await api.make.link(workspace)
  const given = (link_id: string) => ({ timestamp: new Date(Date.now() - minutes(5)), workspace_id: workspace.id, link_id })
  await storeClicks(api.resources.database.pool, [
    clickRow(given(link.id)),
    clickRow({ ...given(link.id), country: 'DE' }),
    clickRow(given(other.id)),
  ])
  await storeConversions(api.resources.database.pool, 'lead_events', [leadRow(given(link.id))])
  const { body: dashboard } = await api.call(`POST /dashboards?linkId=${link.id}`, { key })
  await api.call(`PATCH /dashboards/${dashboard.id}`, { key, body: { showConversions: true, doIndex: false, password: null, ...settings } })
  const ask = (more = '') => api.call(`GET /analytics/dashboard?domain=${link.domain}&key=${link.key}&interval=24h${more}`)
  return { workspace, key, link, other, dashboard, ask }
}

test('anybody sees the figures of a link that has a dashboard, and of no other', async (t) => {
  const { ask, other } = await published()
  t.like((await ask()).body, { clicks: 2 })
  t.like((await ask('&event=composite')).body, { clicks: 2, leads: 1 })
  t.deepEqual(
    (await ask('&groupBy=countries')).body.map(({ country }: { country: string }) => country),
    ['DE', 'US'],
  )
  t.like((await ask('&country=DE')).body, { clicks: 1 })
  t.like(await api.call(`GET /analytics/dashboard?domain=${other.domain}&key=${other.key}`), { status: 403 })
  t.is((await api.call('GET /analytics/dashboard')).status, 400)
})

test('no question reaches beyond the link of the dashboard', async (t) => {
  const { ask, other } = await published()
  t.like((await ask(`&linkId=${other.id}`)).body, { clicks: 2 })
  t.like((await ask(`&externalId=ext_1&tenantId=nobody&root=true`)).body, { clicks: 2 })
})

test('a folder shows its links', async (t) => {
  const { workspace, key } = await published()
  const folder = await api.make.folder(workspace)
  const link = await api.make.link(workspace, { folderId: folder.id })
  await storeClicks(api.resources.database.pool, [
    clickRow({ timestamp: new Date(Date.now() - minutes(5)), workspace_id: workspace.id, link_id: link.id }),
  ])
  t.is((await api.call(`GET /analytics/dashboard?folderId=${folder.id}&interval=24h`)).status, 403)
  await api.call(`POST /dashboards?folderId=${folder.id}`, { key })
  t.like((await api.call(`GET /analytics/dashboard?folderId=${folder.id}&interval=24h`)).body, { clicks: 1 })
})

test('a dashboard with a password opens with it', async (t) => {
  const { ask } = await published({ password: 'open sesame' })
  t.is((await ask()).status, 403)
  t.is((await ask('&password=open')).status, 403)
  t.like((await ask('&password=open%20sesame')).body, { clicks: 2 })
})

test('a dashboard without conversions shows clicks only', async (t) => {
  const { ask } = await published({ showConversions: false })
  t.like((await ask('&event=composite')).body, { clicks: 2, leads: 0 })
  t.is((await ask('&event=leads')).status, 403)
})

test('what is no longer public is hidden at once', async (t) => {
  const { ask, dashboard, key } = await published()
  t.is((await ask()).status, 200)
  await api.call(`DELETE /dashboards/${dashboard.id}`, { key })
  t.is((await ask()).status, 403)
})
