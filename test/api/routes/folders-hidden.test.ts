/** What a member without access to a folder sees of its links outside the link endpoints. */
import test from 'ava'
import { minutes } from '../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../support/api.js'
import { tracker } from '../../support/conversions.js'
import { waitUntil } from '../../support/wait-until.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api?.close())

/** A customer who came through a link, which is then moved to a folder that the member has no access to. */
async function setUp() {
  const tracked = await tracker(api)
  const { workspace, link, track, key: ownerKey } = tracked
  const click = await api.make.click(link, { timestamp: new Date(Date.now() - minutes(5)) })
  await track('lead', { clickId: click.id, eventName: 'Sign up', customerExternalId: 'ann' })
  await track('sale', { customerExternalId: 'ann', amount: 100, invoiceId: 'inv_1' })
  const folder = await api.make.folder(workspace, { accessLevel: null })
  await api.resources.database.pool.query('update links set folder_id = $1 where id = $2', [folder.id, link.id])
  const member = await api.make.user()
  await api.make.member(workspace, member, 'member')
  const { key } = await api.make.token(member, workspace)
  const get = async (path: string, as: string) => (await api.call(`GET ${path}`, { key: as })).body
  return { ...tracked, folder, ownerKey, key, get }
}

test('a customer is listed, retrieved, updated and exported without the link of a closed folder', async (t) => {
  const { get, key, ownerKey, link } = await setUp()
  const paths = ['/customers?includeExpandedFields=true', '/customers/ext_ann?includeExpandedFields=true', '/customers/export?columns=link']
  for (const path of paths) {
    t.true(JSON.stringify(await get(path, ownerKey)).includes(link.key), path)
    t.false(JSON.stringify(await get(path, key)).includes(link.key), path)
  }
  t.is((await get('/customers?includeExpandedFields=true', key))[0].link, null)
  const changed = await api.call('PATCH /customers/ext_ann?includeExpandedFields=true', { key, body: { name: 'Ann' } })
  t.deepEqual([changed.body.name, changed.body.link], ['Ann', null])
})

test('customers are neither counted nor filtered by the links of a closed folder', async (t) => {
  const { get, key, ownerKey, link } = await setUp()
  const [group] = await get('/customers/count?groupBy=linkId', ownerKey)
  t.like(group, { linkId: link.id, _count: 1 })
  t.deepEqual(await get('/customers/count?groupBy=linkId', key), [])
  t.is(await get('/customers/count', key), 1)
  for (const path of ['/customers', '/customers/count', '/customers/export']) {
    t.is((await api.call(`GET ${path}?linkId=${link.id}`, { key })).status, 403, path)
    t.is((await api.call(`GET ${path}?linkId=${link.id}`, { key: ownerKey })).status, 200, path)
  }
})

test('the activity of a customer leaves out events of links in a closed folder', async (t) => {
  const { get, key, ownerKey, workspace, track } = await setUp()
  const open = await api.make.link(workspace, { trackConversion: true })
  const click = await api.make.click(open, { timestamp: new Date(Date.now() - minutes(3)) })
  await track('lead', { clickId: click.id, eventName: 'Second', customerExternalId: 'ann' })
  t.is((await get('/customers/ext_ann/activity', ownerKey)).events.length, 5)
  const { events } = await get('/customers/ext_ann/activity', key)
  t.deepEqual(
    events.map(({ event, link }: { event: string; link: { id: string } }) => [event, link.id]),
    [
      ['lead', open.id],
      ['click', open.id],
    ],
  )
})

test('the request log shows paths of other users as patterns', async (t) => {
  const { get, key, ownerKey, link } = await setUp()
  await get(`/links/${link.id}`, ownerKey)
  await get('/tags', key)
  const paths = async (as: string) => (await get('/logs', as)).map(({ path }: { path: string }) => path) as string[]
  await waitUntil(async () => (await paths(ownerKey)).includes(`/links/${link.id}`))
  const visible = await waitUntil(async () => ((await paths(key)).includes('/tags') ? paths(key) : null))
  t.false(visible.some((path) => path.includes(link.id)))
  t.true(visible.includes('/links/{linkId}'))
})

test('dashboards and domains leave out links of a closed folder', async (t) => {
  const { get, key, ownerKey, link, workspace, domain, folder } = await setUp()
  await api.call(`POST /dashboards?linkId=${link.id}`, { key: ownerKey })
  t.is((await get('/dashboards', ownerKey)).length, 1)
  t.deepEqual(await get('/dashboards', key), [])
  await api.make.link(workspace, {
    domain: domain.slug,
    key: '_root',
    lookupKey: '_root',
    url: 'https://root.example',
    folderId: folder.id,
  })
  const rootLink = async (as: string) => (await get('/domains?includeLink=true', as))[0].link
  t.is((await rootLink(ownerKey)).url, 'https://root.example')
  t.is(await rootLink(key), null)
})
