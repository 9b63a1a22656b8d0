/** Tags, comments and the activity log. */
import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { programOwner as createProgramOwner } from '../../support/program-owner.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
})
test.after.always(() => api?.close())

const programOwner = (overrides = {}) => createProgramOwner(api, overrides)
const names = (tags: { name: string }[]) => tags.map(({ name }) => name)

test('tags are created, renamed, listed, counted and deleted', async (t) => {
  const { call } = await programOwner()
  const create = (name: string) => call('POST /partners/tags', { name })
  const first = await create(' Gold ')
  t.is(first.status, 201)
  t.like(first.body, { name: 'Gold' })
  for (const name of ['silver', 'Bronze']) t.is((await create(name)).status, 201)
  t.is((await create('GOLD')).status, 409)
  t.is((await create('')).status, 422)
  t.is((await create('x'.repeat(101))).status, 422)
  t.deepEqual(names((await call('GET /partners/tags')).body), ['Gold', 'silver', 'Bronze'])
  t.deepEqual(names((await call('GET /partners/tags?sortBy=name&sortOrder=desc')).body), ['silver', 'Gold', 'Bronze'])
  t.deepEqual(names((await call('GET /partners/tags?search=SIL')).body), ['silver'])
  t.deepEqual(names((await call(`GET /partners/tags?tagIds=${first.body.id}`)).body), ['Gold'])
  t.deepEqual(names((await call('GET /partners/tags?pageSize=1&page=3')).body), ['Bronze'])
  t.is((await call('GET /partners/tags/count')).body, 3)
  t.is((await call('GET /partners/tags/count?search=o')).body, 2)
  t.is((await call(`PATCH /partners/tags/${first.body.id}`, { name: 'Silver' })).status, 409)
  t.like((await call(`PATCH /partners/tags/${first.body.id}`, { name: 'gold' })).body, { name: 'gold' })
  t.deepEqual((await call(`DELETE /partners/tags/${first.body.id}`)).body, { id: first.body.id })
  t.is((await call(`DELETE /partners/tags/${first.body.id}`)).status, 404)
})

test('tags are assigned to several partners at once or to none, and filter and group them', async (t) => {
  const { call, partner } = await programOwner()
  const [ann, bob] = [await partner(), await partner()]
  const [gold, silver] = [
    (await call('POST /partners/tags', { name: 'Gold' })).body.id,
    (await call('POST /partners/tags', { name: 'Silver' })).body.id,
  ]
  const assign = (body: object) => call('POST /partners/tags/assign', body)
  const tagsOf = async ({ id }: { id: string }) => names((await call(`GET /partners/${id}`)).body.tags)
  t.is((await assign({ partnerIds: [ann.id, bob.id], addTagIds: [gold, silver] })).status, 200)
  t.is((await assign({ partnerIds: [ann.id], addTagIds: [gold] })).status, 200, 'a tag that is there already changes nothing')
  t.is((await assign({ partnerIds: [bob.id], removeTagIds: [gold] })).status, 200)
  t.deepEqual([await tagsOf(ann), await tagsOf(bob)], [['Gold', 'Silver'], ['Silver']])
  t.is((await assign({ partnerIds: [ann.id, 'pn_unknown'], removeTagIds: [gold] })).status, 404)
  t.is((await assign({ partnerIds: [ann.id], addTagIds: ['ptag_unknown'], removeTagIds: [gold] })).status, 404)
  t.is((await assign({ partnerIds: [ann.id], addTagIds: [gold], removeTagIds: [gold] })).status, 422)
  t.deepEqual(await tagsOf(ann), ['Gold', 'Silver'])
  const found = (await call(`GET /partners?partnerTagId=${gold}`)).body
  t.deepEqual(
    found.map(({ id }: { id: string }) => id),
    [ann.id],
  )
  t.deepEqual((await call('GET /partners/count?groupBy=partnerTagId')).body, [
    { partnerTagId: silver, _count: 2 },
    { partnerTagId: gold, _count: 1 },
  ])
  await call(`DELETE /partners/tags/${silver}`)
  t.deepEqual([await tagsOf(ann), await tagsOf(bob)], [['Gold'], []])
})

test('the number of tags is limited, also for concurrent requests', async (t) => {
  const { call, workspace } = await programOwner()
  await api.resources.database.pool.query('update workspaces set partner_tags_limit = 2 where id = $1', [workspace.id])
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => call('POST /partners/tags', { name })))
  t.is(answers.filter(({ status }) => status === 201).length, 2)
  t.true(answers.every(({ status, body }) => status === 201 || body.error.code === 'exceeded_limit'))
})

test('comments are changed by their author only, and owners delete any', async (t) => {
  const { call, workspace, user, partner } = await programOwner()
  const { id } = await partner()
  const colleague = await api.make.user({ name: 'Colleague' })
  await api.make.member(workspace, colleague, 'member')
  const { key } = await api.make.token(colleague, workspace)
  const asColleague = (methodAndPath: string, body?: unknown) => api.call(methodAndPath, { key, body })
  const path = `/partners/${id}/comments`
  const mine = await call(`POST ${path}`, { text: ' Reliable. ' })
  t.is(mine.status, 201)
  t.like(mine.body, { partnerId: id, text: 'Reliable.', userId: user.id })
  const theirs = (await asColleague(`POST ${path}`, { text: 'Fast.' })).body
  t.is(theirs.user.name, 'Colleague')
  t.is((await call(`POST ${path}`, { text: ' ' })).status, 422)
  t.is((await call(`POST ${path}`, { text: 'x'.repeat(2001) })).status, 422)
  const listed = (await call(`GET ${path}`)).body
  t.deepEqual(
    listed.map(({ text }: { text: string }) => text),
    ['Fast.', 'Reliable.'],
  )
  t.is((await call(`GET ${path}/count`)).body, 2)
  t.is((await call(`GET ${path}?pageSize=1&page=2`)).body[0].id, mine.body.id)
  t.is((await call(`PATCH ${path}/${theirs.id}`, { text: 'Slow.' })).status, 403)
  t.is((await asColleague(`DELETE ${path}/${mine.body.id}`)).status, 403)
  t.like((await asColleague(`PATCH ${path}/${theirs.id}`, { text: 'Faster.' })).body, { text: 'Faster.' })
  t.is((await call(`DELETE ${path}/${theirs.id}`)).status, 200, 'the owner of the workspace')
  t.is((await call(`DELETE ${path}/${theirs.id}`)).status, 404)
  t.is((await call(`GET ${path}/count`)).body, 1)
})

test('a comment is found only below its own partner', async (t) => {
  const { call, partner } = await programOwner()
  const [ann, bob] = [await partner(), await partner()]
  const { id } = (await call(`POST /partners/${ann.id}/comments`, { text: 'Reliable.' })).body
  t.is((await call(`DELETE /partners/${bob.id}/comments/${id}`)).status, 404)
  t.is((await call(`GET /partners/pn_unknown/comments`)).status, 404)
})

test('the activity log names what changed and which user changed it, newest first', async (t) => {
  const { call, user, program, partner, group } = await programOwner()
  const { id } = await partner()
  const { id: groupId } = await group()
  await call('POST /partners/deactivate', { partnerId: id })
  await call(`POST /partners/${id}/reactivate`)
  await call(`POST /groups/${groupId}/partners`, { partnerIds: [id] })
  const { status, body } = await call(`GET /activity-log?resourceType=partner&resourceId=${id}`)
  t.is(status, 200)
  t.deepEqual(
    body.map(({ action, changes }: { action: string; changes: object }) => [action, changes]),
    [
      ['partner.groupChanged', { group: { old: program.defaultGroupId, new: groupId } }],
      ['partner.reactivated', { status: { old: 'deactivated', new: 'approved' } }],
      ['partner.deactivated', { status: { old: 'approved', new: 'deactivated' } }],
    ],
  )
  t.true(body.every(({ userId }: { userId: string }) => userId === user.id))
  t.is((await call(`GET /activity-log?resourceId=${id}&action=partner.reactivated`)).body.length, 1)
  t.is((await call(`GET /activity-log?resourceId=${id}&pageSize=2&page=2`)).body.length, 1)
  const other = await programOwner()
  t.deepEqual((await other.call(`GET /activity-log?resourceId=${id}`)).body, [])
})

test('the network activity of a partner counts the programs of all workspaces', async (t) => {
  const [here, there, elsewhere] = [await programOwner(), await programOwner(), await programOwner()]
  const { id, email } = await here.partner()
  await there.partner({ email })
  await elsewhere.partner({ email })
  await elsewhere.call('POST /partners/ban', { partnerId: id, reason: 'spam' })
  t.deepEqual((await here.call(`GET /partners/${id}/network-activity`)).body, { totalPrograms: 3, activePrograms: 2, bannedPrograms: 1 })
})
