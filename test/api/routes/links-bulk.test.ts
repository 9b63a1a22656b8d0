import test from 'ava'
import { testApi, type TestApi } from '../../support/api.js'
import { hearing, newsOf } from '../../support/news.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
  await api.make.domain(null, { slug: api.config.shortDomain })
})
test.after.always(() => api.close())

const owner = () => api.make.caller({ role: 'owner' })
const create = (key: string, body: unknown) => api.call('POST /links/bulk', { key, body })
interface Item {
  id: string
  url: string
  error?: string
  code?: string
  link?: { id?: string; url?: string }
  tags: { id: string }[]
}

test('links come back in the order of the request, then what was refused', async (t) => {
  const { key } = await owner()
  const { status, body } = await create(key, [
    { url: 'https://one.example' },
    { url: 'not a url' },
    { url: 'https://two.example' },
    { url: 'https://three.example', tagNames: ['nowhere'] },
  ])
  t.is(status, 200)
  t.deepEqual(
    body.map((one: Item) => one.code ?? one.url),
    ['https://one.example', 'https://two.example', 'unprocessable_entity', 'unprocessable_entity'],
  )
  t.is(body[2].link.url, 'not a url')
})

test('one bad element does not hold up its neighbours, and only those that exist are counted', async (t) => {
  const { key, workspace } = await owner()
  await create(key, [{ url: 'https://a.example', key: 'bulk-taken' }])
  const { body } = await create(key, [
    { url: 'https://b.example', key: 'bulk-taken' },
    { url: 'https://c.example', externalId: 'same' },
    { url: 'https://d.example', externalId: 'same' },
  ])
  t.deepEqual(
    body.map((one: Item) => one.code ?? one.url),
    ['https://c.example', 'conflict', 'conflict'],
  )
  const [figures] = (
    await api.resources.database.pool.query('select links_usage::int, total_links::int from workspaces where id = $1', [workspace.id])
  ).rows
  t.deepEqual(figures, { links_usage: 2, total_links: 2 })
})

test('a key that stands twice in the request refuses all of it', async (t) => {
  const { key } = await owner()
  const { status, body } = await create(key, [
    { url: 'https://a.example', key: 'twice' },
    { url: 'https://b.example', key: 'TWICE' },
  ])
  t.deepEqual([status, body.error.code], [400, 'bad_request'])
  t.is((await api.call('GET /links/count', { key })).body, 0)
})

test('none is refused', async (t) => {
  const { key } = await owner()
  t.is((await create(key, [])).status, 422)
  t.is((await create(key, { url: 'https://a.example' })).status, 422)
})

test('more than the period has left refuses all of it', async (t) => {
  const { key, workspace } = await api.make.caller({ role: 'owner', plan: 'business' })
  await api.resources.database.pool.query('update workspaces set links_limit = 2 where id = $1', [workspace.id])
  const { status, body } = await create(
    key,
    Array.from({ length: 3 }, () => ({ url: 'https://a.example' })),
  )
  t.deepEqual([status, body.error.code], [403, 'exceeded_limit'])
  t.is((await api.call('GET /links/count', { key })).body, 0)
})

test('ids and names of tags add up', async (t) => {
  const { key, workspace } = await owner()
  const [red, blue] = [await api.make.tag(workspace, { name: 'Red' }), await api.make.tag(workspace, { name: 'Blue' })]
  const { body } = await create(key, [{ url: 'https://a.example', tagIds: [blue.id], tagNames: ['red'] }])
  t.deepEqual(
    body[0].tags.map(({ id }: { id: string }) => id),
    [blue.id, red.id],
  )
})

test('links are changed alike; unknown ones and those of others are entries of their own', async (t) => {
  const { key } = await owner()
  const stranger = await owner()
  const foreign = (await create(stranger.key, [{ url: 'https://s.example' }])).body[0]
  const made: Item[] = (await create(key, [{ url: 'https://a.example' }, { url: 'https://b.example', externalId: 'mine' }])).body
  const { status, body } = await api.call('PATCH /links/bulk', {
    key,
    body: { linkIds: [...made.map(({ id }) => id), 'link_none', foreign.id], data: { utm_source: 'bulk' } },
  })
  t.is(status, 200)
  t.deepEqual(
    body.slice(0, 2).map(({ url }: Item) => url),
    ['https://a.example/?utm_source=bulk', 'https://b.example/?utm_source=bulk'],
  )
  t.deepEqual(
    body.slice(2).map(({ code }: Item) => code),
    ['not_found', 'not_found'],
  )
  const byExternal = await api.call('PATCH /links/bulk', { key, body: { externalIds: ['ext_mine'], data: { archived: true } } })
  t.deepEqual(
    byExternal.body.map(({ id }: Item) => id),
    [made[1]?.id],
  )
})

test('what a change comes to is decided link by link: folders, tags, public statistics, and what is refused', async (t) => {
  const { key, workspace } = await api.make.caller(hearing)
  const member = await api.make.user()
  await api.make.member(workspace, member, 'member')
  const { key: memberKey } = await api.make.token(member, workspace)
  const [closed, tag, other] = [
    await api.make.folder(workspace, { accessLevel: 'read' }),
    await api.make.tag(workspace),
    await api.make.tag(workspace),
  ]
  const [plain, inFolder, tagged, tested]: Item[] = (
    await create(key, [
      { url: 'https://a.example/?utm_source=old&x=1' },
      { url: 'https://b.example', folderId: closed.id },
      { url: 'https://c.example', tagIds: [other.id], comments: 'mine' },
      {
        url: 'https://d.example',
        trackConversion: true,
        testVariants: [
          { url: 'https://d1.example', percentage: 50 },
          { url: 'https://d2.example', percentage: 50 },
        ],
      },
    ])
  ).body
  const linkIds = [tested, tagged, inFolder, plain].map((link) => link?.id)
  const { body } = await api.call('PATCH /links/bulk', {
    key: memberKey,
    body: { linkIds, data: { tagIds: [tag.id], publicStats: true, utm_source: 'new', trackConversion: false } },
  })
  t.deepEqual(
    body.map(({ id, link, code }: { id?: string; link?: Item; code?: string }) => [id ?? link?.id, code]),
    [
      [tagged?.id, undefined],
      [plain?.id, undefined],
      [tested?.id, 'unprocessable_entity'],
      [inFolder?.id, 'forbidden'],
    ],
  )
  const [changed] = (await api.call('GET /links?search=c.example', { key })).body
  t.like(changed, { url: 'https://c.example/?utm_source=new', utm_source: 'new', comments: 'mine', publicStats: true, tagId: tag.id })
  t.is((await api.call(`GET /links/${plain?.id}`, { key })).body.url, 'https://a.example/?utm_source=new&x=1')
  t.truthy((await api.call(`GET /links/${plain?.id}/dashboard`, { key })).body)
  const told = (await newsOf(api.resources.database.pool, workspace)).filter(([trigger]) => trigger === 'link.updated').map(([, id]) => id)
  t.deepEqual(told.sort(), [plain?.id, tagged?.id].sort())
  const again = await api.call('PATCH /links/bulk', { key, body: { linkIds: [plain?.id], data: { publicStats: true } } })
  t.is(again.body[0].updatedAt, (await api.call(`GET /links/${plain?.id}`, { key })).body.updatedAt)
})

test('a tag that is not there refuses a change of many', async (t) => {
  const { key } = await owner()
  const [made] = (await create(key, [{ url: 'https://a.example' }])).body
  t.is((await api.call('PATCH /links/bulk', { key, body: { linkIds: [made.id], data: { tagIds: ['tag_none'] } } })).status, 422)
})

test('nothing named changes nothing', async (t) => {
  const { key } = await owner()
  const { status, body } = await api.call('PATCH /links/bulk', { key, body: { data: { archived: true } } })
  t.deepEqual([status, body], [200, []])
})

test('links are deleted by id and by external id; what is not the caller’s to delete is passed over', async (t) => {
  const { key, workspace } = await owner()
  const foreign = (await create((await owner()).key, [{ url: 'https://s.example' }])).body[0]
  const made: Item[] = (
    await create(key, [{ url: 'https://a.example' }, { url: 'https://b.example', externalId: 'two' }, { url: 'https://c.example' }])
  ).body
  const domain = await api.make.domain(workspace)
  const root = await api.make.link(workspace, { domain: domain.slug, key: '_root', lookupKey: '_root' })
  const { status, body } = await api.call(`DELETE /links/bulk?linkIds=${made[0]?.id},ext_two,link_none,${foreign.id},${root.id}`, { key })
  t.deepEqual([status, body], [200, { deletedCount: 2 }])
  t.deepEqual((await api.call('GET /links', { key })).body.map(({ id }: Item) => id).sort(), [made[2]?.id, root.id].sort())
})

test('deleting nothing, and too much, is refused', async (t) => {
  const { key } = await owner()
  t.is((await api.call('DELETE /links/bulk?linkIds=', { key })).status, 400)
  t.is((await api.call(`DELETE /links/bulk?linkIds=${Array.from({ length: 101 }, (_, at) => `link_${at}`).join()}`, { key })).status, 422)
})
