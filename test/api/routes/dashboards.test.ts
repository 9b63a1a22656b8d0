import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { runQueuedJobs } from '../../support/jobs.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ SHORT_DOMAIN: 'short.example' })
  await api.make.domain(null, { slug: 'short.example' })
})
test.after.always(() => api.close())

const link = async (key: string, body: object = {}) =>
  (await api.call('POST /links', { key, body: { url: 'https://example.com', ...body } })).body
const list = async (key: string) => (await api.call('GET /dashboards', { key })).body
const fields = ['id', 'linkId', 'folderId', 'projectId', 'userId', 'password', 'showConversions', 'doIndex', 'createdAt', 'updatedAt']

test('a link has one dashboard, by id or by domain and key, and public statistics until the dashboard is deleted', async (t) => {
  const { key, workspace, user } = await api.make.caller()
  const { id, domain, key: name } = await link(key)
  const { status, body } = await api.call(`POST /dashboards?linkId=${id}`, { key })
  t.is(status, 200)
  t.deepEqual(Object.keys(body), fields)
  t.like(body, {
    linkId: id,
    folderId: null,
    projectId: workspace.id,
    userId: user.id,
    password: null,
    showConversions: true,
    doIndex: false,
  })
  t.is((await api.call(`POST /dashboards?domain=${domain}&key=${name}`, { key })).body.id, body.id)
  t.true((await api.call(`GET /links/${id}`, { key })).body.publicStats)
  const changed = await api.call(`PATCH /dashboards/${body.id}`, { key, body: { showConversions: false, doIndex: true, password: 'x' } })
  t.like(changed.body, { showConversions: false, doIndex: true, password: 'x' })
  t.is((await api.call(`PATCH /dashboards/${body.id}`, { key, body: { doIndex: true } })).status, 422)
  t.deepEqual((await api.call(`DELETE /dashboards/${body.id}`, { key })).body, { id: body.id })
  t.false((await api.call(`GET /links/${id}`, { key })).body.publicStats)
  t.deepEqual(await list(key), [])
})

test('publicStats of a link creates and deletes its dashboard', async (t) => {
  const { key } = await api.make.caller()
  const { id } = await link(key, { publicStats: true })
  t.is((await list(key))[0].linkId, id)
  await api.call(`PATCH /links/${id}`, { key, body: { publicStats: false } })
  t.deepEqual(await list(key), [])
  await api.call(`PATCH /links/${id}`, { key, body: { publicStats: true } })
  t.is((await list(key)).length, 1)
})

test('a folder dashboard makes the statistics of its links public and is hidden from callers without access to the folder', async (t) => {
  const { key, workspace } = await api.make.caller()
  const user = await api.make.user()
  await api.make.member(workspace, user, 'member')
  const member = (await api.make.token(user, workspace)).key
  const { body: folder } = await api.call('POST /folders', { key, body: { name: 'Closed', accessLevel: null } })
  const { id } = await link(key, { folderId: folder.id })
  t.is((await api.call(`POST /dashboards?folderId=${folder.id}`, { key: member })).status, 403)
  const { body } = await api.call(`POST /dashboards?folderId=${folder.id}`, { key })
  t.like(body, { linkId: null, folderId: folder.id })
  t.true((await api.call(`GET /links/${id}`, { key })).body.publicStats)
  t.deepEqual([(await list(key)).length, (await list(member)).length], [1, 0])
  t.is((await api.call(`DELETE /dashboards/${body.id}`, { key: member })).status, 403)
})

test('a link with a dashboard of its own stays public when the dashboard of its folder is deleted', async (t) => {
  const { key, workspace } = await api.make.caller()
  const folder = await api.make.folder(workspace)
  const [own, other] = [await link(key, { folderId: folder.id, publicStats: true }), await link(key, { folderId: folder.id })]
  const { body } = await api.call(`POST /dashboards?folderId=${folder.id}`, { key })
  await api.call(`DELETE /dashboards/${body.id}`, { key })
  t.true((await api.call(`GET /links/${own.id}`, { key })).body.publicStats)
  t.false((await api.call(`GET /links/${other.id}`, { key })).body.publicStats)
  await api.call(`PATCH /links/${own.id}`, { key, body: { publicStats: false } })
  t.deepEqual(await list(key), [])
})

test('a link in a shared folder stays public when its own dashboard is deleted', async (t) => {
  const { key, workspace } = await api.make.caller()
  const folder = await api.make.folder(workspace)
  const own = await link(key, { folderId: folder.id, publicStats: true })
  await api.call(`POST /dashboards?folderId=${folder.id}`, { key })
  const { body } = await api.call(`GET /links/${own.id}/dashboard`, { key })
  t.is((await api.call(`DELETE /dashboards/${body.id}`, { key })).status, 200)
  t.true((await api.call(`GET /links/${own.id}`, { key })).body.publicStats)
})

test('statistics of a link are private again when it leaves a shared folder, and public when it is moved into one', async (t) => {
  const { key, workspace } = await api.make.caller()
  const [folder, other] = [await api.make.folder(workspace), await api.make.folder(workspace)]
  await api.call(`POST /dashboards?folderId=${folder.id}`, { key })
  const [single, bulk, own] = [await link(key), await link(key), await link(key, { publicStats: true })]
  const move = async (folderId: string | null) => {
    await api.call(`PATCH /links/${single.id}`, { key, body: { folderId } })
    await api.call('PATCH /links/bulk', { key, body: { linkIds: [bulk.id, own.id], data: { folderId } } })
    return Promise.all([single, bulk, own].map(async ({ id }) => (await api.call(`GET /links/${id}`, { key })).body.publicStats))
  }
  t.deepEqual(await move(folder.id), [true, true, true])
  t.deepEqual(await move(other.id), [false, false, true])
  t.deepEqual(await move(folder.id), [true, true, true])
  t.is((await list(key)).length, 2)
  await api.call(`DELETE /folders/${folder.id}`, { key })
  await runQueuedJobs(api.resources)
  t.deepEqual(await move(null), [false, false, true])
})

test('publicStats gives a link in a shared folder a dashboard of its own', async (t) => {
  const { key, workspace } = await api.make.caller()
  const folder = await api.make.folder(workspace)
  const [single, bulk] = [await link(key, { folderId: folder.id }), await link(key, { folderId: folder.id })]
  await api.call(`POST /dashboards?folderId=${folder.id}`, { key })
  await api.call(`PATCH /links/${single.id}`, { key, body: { publicStats: true } })
  await api.call('PATCH /links/bulk', { key, body: { linkIds: [bulk.id], data: { publicStats: true } } })
  t.deepEqual(new Set((await list(key)).map(({ linkId }: { linkId: string | null }) => linkId)), new Set([null, single.id, bulk.id]))
})

test('a dashboard without a subject, or of a missing link or folder, is refused', async (t) => {
  const { key } = await api.make.caller()
  t.is((await api.call('POST /dashboards', { key })).status, 400)
  t.is((await api.call('POST /dashboards?linkId=link_x', { key })).status, 404)
  t.is((await api.call('POST /dashboards?folderId=fold_x', { key })).status, 404)
})
