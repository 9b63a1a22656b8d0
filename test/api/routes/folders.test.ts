import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { runQueuedJobs } from '../../support/jobs.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ SHORT_DOMAIN: 'short.example' })
  await api.make.domain(null, { slug: 'short.example' })
})
test.after.always(() => api.close())

const create = (key: string, body: object) => api.call('POST /folders', { key, body })
async function colleague(workspace: { id: string }, role: 'member' | 'viewer' = 'member') {
  const user = await api.make.user()
  await api.make.member(workspace, user, role)
  return { user, key: (await api.make.token(user, workspace)).key }
}
const idsOf = (body: { id: string }[]) => body.map(({ id }) => id)

test('creating a folder returns 201 with exactly its fields, with write access for all members by default', async (t) => {
  const { key } = await api.make.caller()
  const { status, body } = await create(key, { name: 'Campaigns' })
  t.is(status, 201)
  t.deepEqual(Object.keys(body), ['id', 'name', 'description', 'type', 'accessLevel', 'createdAt', 'updatedAt'])
  t.like(body, { name: 'Campaigns', description: null, type: 'default', accessLevel: 'write' })
  t.deepEqual((await api.call(`GET /folders/${body.id}`, { key })).body, body)
  t.deepEqual((await api.call('GET /folders', { key })).body, [body])
})

test('the creator of a folder is its owner, even if the folder is closed to others', async (t) => {
  const { workspace, key } = await api.make.caller()
  const [creator, other] = [await colleague(workspace), await colleague(workspace)]
  const { body: folder } = await create(creator.key, { name: 'Secret', accessLevel: null })
  t.is((await api.call(`PATCH /folders/${folder.id}`, { key: creator.key, body: { name: 'Mine' } })).status, 200)
  t.is((await api.call(`GET /folders/${folder.id}`, { key: other.key })).status, 403)
  t.is((await api.call(`PATCH /folders/${folder.id}`, { key, body: { name: 'Ours' } })).status, 200)
})

test('lists and counts contain the folders that the caller may read, by access level or by role', async (t) => {
  const { workspace, key } = await api.make.caller()
  const member = await colleague(workspace)
  const [open, readable, closed, named] = [
    await create(key, { name: 'a' }),
    await create(key, { name: 'b', accessLevel: 'read' }),
    await create(key, { name: 'c', accessLevel: null }),
    await create(key, { name: 'd', accessLevel: null }),
  ].map(({ body }) => body)
  await api.call(`PATCH /folders/${named.id}/users/${member.user.id}`, { key, body: { role: 'editor' } })
  await api.call(`PATCH /folders/${readable.id}/users/${member.user.id}`, { key, body: { role: null } })
  t.deepEqual(idsOf((await api.call('GET /folders', { key })).body), [open.id, readable.id, closed.id, named.id])
  t.deepEqual(idsOf((await api.call('GET /folders', { key: member.key })).body), [open.id, named.id])
  t.is((await api.call('GET /folders/count', { key: member.key })).body, 2)
  t.is((await api.call('GET /folders/count?search=D', { key: member.key })).body, 1)
  t.deepEqual((await api.call('GET /folders/permissions', { key: member.key })).body, [
    { id: open.id, name: 'a', permissions: ['folders.read', 'folders.links.write'] },
    { id: named.id, name: 'd', permissions: ['folders.read', 'folders.links.write'] },
  ])
})

test('the users of a folder are all members with their roles, which only folder owners can change', async (t) => {
  const { workspace, key, user: owner } = await api.make.caller()
  const [editor, other] = [await colleague(workspace), await colleague(workspace)]
  const { body: folder } = await create(key, { name: 'Roles', accessLevel: 'read' })
  const rolesOf = async () =>
    Object.fromEntries(
      (await api.call(`GET /folders/${folder.id}/users`, { key })).body.map(({ id, role }: { id: string; role: string }) => [id, role]),
    )
  t.deepEqual(await rolesOf(), { [owner.id]: 'owner', [editor.user.id]: 'viewer', [other.user.id]: 'viewer' })
  const set = (by: string, userId: string, role: string | null) =>
    api.call(`PATCH /folders/${folder.id}/users/${userId}`, { key: by, body: { role } })
  t.like((await set(key, editor.user.id, 'editor')).body, { id: editor.user.id, role: 'editor', workspaceRole: 'member' })
  t.is((await set(editor.key, other.user.id, 'editor')).status, 403)
  t.is((await set(key, other.user.id, 'owner')).status, 200)
  t.is((await set(other.key, editor.user.id, null)).body.role, null)
  t.is((await set(other.key, other.user.id, 'viewer')).status, 403)
  t.is((await set(other.key, owner.id, 'viewer')).status, 422)
  t.is((await set(key, (await api.make.user()).id, 'viewer')).status, 404)
  t.deepEqual(await rolesOf(), { [owner.id]: 'owner', [editor.user.id]: null, [other.user.id]: 'owner' })
})

test('a name in use is a conflict, regardless of case', async (t) => {
  const { key } = await api.make.caller()
  await create(key, { name: 'Spring' })
  const { body: other } = await create(key, { name: 'Autumn' })
  t.is((await create(key, { name: 'SPRING' })).status, 409)
  t.is((await api.call(`PATCH /folders/${other.id}`, { key, body: { name: 'spring' } })).status, 409)
})

test('an update changes only the given fields; null clears a description', async (t) => {
  const { key } = await api.make.caller()
  const { body: folder } = await create(key, { name: 'Spring', description: 'Flowers' })
  const { body: changed } = await api.call(`PATCH /folders/${folder.id}`, { key, body: { accessLevel: null } })
  t.like(changed, { name: 'Spring', description: 'Flowers', accessLevel: null })
  t.like((await api.call(`PATCH /folders/${folder.id}`, { key, body: { description: null, name: 'May' } })).body, {
    name: 'May',
    description: null,
    accessLevel: null,
  })
})

test('concurrent requests cannot exceed the folder limit', async (t) => {
  const { key } = await api.make.caller({ plan: 'business', foldersLimit: 2 })
  const responses = await Promise.all(Array.from({ length: 6 }, (_, index) => create(key, { name: `folder ${index}` })))
  t.is(responses.filter(({ status }) => status === 201).length, 2)
  t.deepEqual([...new Set(responses.filter(({ status }) => status !== 201).map(({ body }) => body.error.code))], ['exceeded_limit'])
})

test('a plan without folder permissions allows open folders only; a plan without folders allows none', async (t) => {
  const [pro, free] = await Promise.all([api.make.caller({ plan: 'pro' }), api.make.caller({ plan: 'free', foldersLimit: 9 })])
  t.is((await create(pro.key, { name: 'a', accessLevel: 'read' })).status, 403)
  const { body: folder } = await create(pro.key, { name: 'a' })
  t.is((await api.call(`PATCH /folders/${folder.id}`, { key: pro.key, body: { accessLevel: null } })).status, 403)
  t.is((await api.call(`GET /folders/${folder.id}/users`, { key: pro.key })).status, 403)
  t.is((await create(free.key, { name: 'a' })).status, 403)
})

test.serial(
  'a deleted folder disappears at once; its links become accessible to all members and are removed from it by a job',
  async (t) => {
    const { key, workspace } = await api.make.caller()
    const member = await colleague(workspace)
    const { body: folder } = await create(key, { name: 'Spring', accessLevel: null })
    const { body: link } = await api.call('POST /links', { key, body: { url: 'https://example.com', folderId: folder.id } })
    t.is((await api.call(`GET /links/${link.id}`, { key: member.key })).status, 403)
    t.is((await api.call(`DELETE /folders/${folder.id}`, { key: member.key })).status, 403)
    t.deepEqual((await api.call(`DELETE /folders/${folder.id}`, { key })).body, { id: folder.id })
    t.is((await api.call(`GET /folders/${folder.id}`, { key })).status, 404)
    t.is((await api.call(`DELETE /folders/${folder.id}`, { key })).status, 404)
    t.is((await create(key, { name: 'Spring' })).status, 201)
    t.is((await api.call(`PATCH /links/${link.id}`, { key: member.key, body: { title: 'x' } })).status, 200)
    t.true((await runQueuedJobs(api.resources)).includes('links.detach-deleted-folder'))
    t.is((await api.call(`GET /links/${link.id}`, { key })).body.folderId, null)
    t.is((await api.resources.database.pool.query('select 1 from folders where id = $1', [folder.id])).rowCount, 0)
  },
)
