/** Apart from the other tests of shared dashboards, which use up the requests that a visitor may send in a minute. */
import test from 'ava'
import { minutes } from '../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../support/api.js'
import { clickRow, storeClicks } from '../../support/events.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api?.close())

test('a shared dashboard does not show the UTM parameters of destinations behind a password', async (t) => {
  const { workspace, key } = await api.make.caller()
  const { id: folderId } = await api.make.folder(workspace)
  const { slug: domain } = await api.make.domain(workspace)
  const [open, closed] = [await api.make.link(workspace, { folderId }), await api.make.link(workspace, { folderId, domain })]
  t.is((await api.call(`PATCH /links/${closed.id}`, { key, body: { password: 'sesame' } })).status, 200)
  const fields = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content']
  const clickOf = (link_id: string, value: string) => ({
    ...clickRow({ timestamp: new Date(Date.now() - minutes(5)), workspace_id: workspace.id, link_id }),
    ...Object.fromEntries(fields.map((field) => [field, value])),
  })
  await storeClicks(api.resources.database.pool, [clickOf(open.id, 'open'), clickOf(closed.id, 'closed')])
  await api.call(`POST /dashboards?folderId=${folderId}`, { key })
  const query = async (more: string) => (await api.call(`GET /analytics/dashboard?folderId=${folderId}&interval=24h&${more}`)).body
  for (const field of fields) {
    t.like(await query(`groupBy=${field}s`), { length: 1, 0: { [field]: 'open' } }, field)
    t.is((await query(`${field}=open`)).clicks, 1, field)
    t.is((await query(`${field}=closed`)).clicks, 0, field)
  }
})

test('a shared dashboard does not show the destinations of links that the operator banned', async (t) => {
  const { workspace, key } = await api.make.caller()
  const { id: folderId } = await api.make.folder(workspace)
  const url = 'https://phish.example/log-in'
  const link = await api.make.link(workspace, { folderId, url })
  await storeClicks(api.resources.database.pool, [
    clickRow({ timestamp: new Date(Date.now() - minutes(5)), workspace_id: workspace.id, link_id: link.id, url, base_url: url }),
  ])
  const { id } = (await api.call(`POST /dashboards?linkId=${link.id}`, { key })).body
  await api.call(`POST /dashboards?folderId=${folderId}`, { key })
  t.is((await api.call(`GET /dashboards/${id}/public`)).body.url, url)
  const ban = `DELETE /admin/links/ban?domain=${link.domain}&key=${link.key}`
  t.is((await api.call(ban, { key: api.config.adminApiKey as string })).status, 200)
  t.like((await api.call(`GET /dashboards/${id}/public`)).body, { title: link.shortLink, url: null })
  const query = async (more: string) => (await api.call(`GET /analytics/dashboard?folderId=${folderId}&interval=24h&${more}`)).body
  t.deepEqual(await query('groupBy=top_urls'), [])
  t.like(await query('groupBy=top_links'), { length: 1, 0: { id: link.id, url: '', clicks: 1 } })
  t.is((await query(`url=${encodeURIComponent(url)}`)).clicks, 0)
})
