import test from 'ava'
import { testApi, type TestApi } from '../../support/api.js'
import { subscribed, publishedEvents } from '../../support/webhook-events.js'

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

test('returns created links in the order of the request, then the errors', async (t) => {
  const { key } = await owner()
  const { status, body } = await create(key, [
    { url: 'https://one.example' },
    { url: 'not a url' },
    { url: 'https://two.example' },
    { url: 'https://three.example', tagNames: ['unknown'] },
  ])
  t.is(status, 200)
  t.deepEqual(
    body.map(({ code, url }: Item) => code ?? url),
    ['https://one.example', 'https://two.example', 'unprocessable_entity', 'unprocessable_entity'],
  )
  t.is(body[2].link.url, 'not a url')
})

test('an invalid element does not affect the others, and only created links count', async (t) => {
  const { key, workspace } = await owner()
  await create(key, [{ url: 'https://a.example', key: 'bulk-taken' }])
  const { body } = await create(key, [
    { url: 'https://b.example', key: 'bulk-taken' },
    { url: 'https://c.example', externalId: 'same' },
    { url: 'https://d.example', externalId: 'same' },
  ])
  t.deepEqual(
    body.map(({ code, url }: Item) => code ?? url),
    ['https://c.example', 'conflict', 'conflict'],
  )
  const [usage] = (
    await api.resources.database.pool.query('select links_usage::int, total_links::int from workspaces where id = $1', [workspace.id])
  ).rows
  t.deepEqual(usage, { links_usage: 2, total_links: 2 })
})

test('returns 400 and creates nothing for a request with duplicate keys', async (t) => {
  const { key } = await owner()
  const { status, body } = await create(key, [
    { url: 'https://a.example', key: 'duplicate' },
    { url: 'https://b.example', key: 'DUPLICATE' },
  ])
  t.deepEqual([status, body.error.code], [400, 'bad_request'])
  t.is((await api.call('GET /links/count', { key })).body, 0)
})

test('keys without a domain are compared as the primary domain compares them', async (t) => {
  const { key, workspace } = await owner()
  const { slug: domain } = await api.make.domain(workspace, { caseSensitive: true, primary: true })
  const { body } = await create(key, [
    { url: 'https://a.example', key: 'Sale' },
    { url: 'https://b.example', key: 'sale', domain },
  ])
  t.deepEqual(
    body.map(({ url }: Item) => url),
    ['https://a.example', 'https://b.example'],
  )
  const repeated = await create(key, [
    { url: 'https://a.example', key: 'Twice' },
    { url: 'https://b.example', key: 'Twice', domain },
  ])
  t.is(repeated.status, 400)
  t.true(repeated.body.error.message.endsWith(`: ${domain}/Twice.`), repeated.body.error.message)
})

test('returns 422 for an empty list and for an object', async (t) => {
  const { key } = await owner()
  t.is((await create(key, [])).status, 422)
  t.is((await create(key, { url: 'https://a.example' })).status, 422)
})

test('returns 403 and creates nothing if the request exceeds the remaining quota', async (t) => {
  const { key, workspace } = await api.make.caller({ role: 'owner', plan: 'business' })
  await api.resources.database.pool.query('update workspaces set links_limit = 2 where id = $1', [workspace.id])
  const { status, body } = await create(
    key,
    Array.from({ length: 3 }, () => ({ url: 'https://a.example' })),
  )
  t.deepEqual([status, body.error.code], [403, 'exceeded_limit'])
  t.is((await api.call('GET /links/count', { key })).body, 0)
})

test('an exhausted quota is forbidden, a quota for some of the links is an exceeded limit', async (t) => {
  const { key } = await api.make.caller({ plan: 'pro', linksLimit: 1 })
  const inputs = (count: number) => Array.from({ length: count }, () => ({ url: 'https://a.example' }))
  t.like(await create(key, inputs(2)), { status: 403, body: { error: { code: 'exceeded_limit' } } })
  t.is((await create(key, inputs(1))).status, 200)
  for (const count of [1, 2]) t.like(await create(key, inputs(count)), { status: 403, body: { error: { code: 'forbidden' } } })
})

test('combines tagIds and tagNames', async (t) => {
  const { key, workspace } = await owner()
  const [red, blue] = [await api.make.tag(workspace, { name: 'Red' }), await api.make.tag(workspace, { name: 'Blue' })]
  const { body } = await create(key, [{ url: 'https://a.example', tagIds: [blue.id], tagNames: ['red'] }])
  t.deepEqual(
    body[0].tags.map(({ id }: { id: string }) => id),
    [blue.id, red.id],
  )
})

test('applies the same update to all links, and unknown or foreign links become not_found entries', async (t) => {
  const { key } = await owner()
  const otherOwner = await owner()
  const foreign = (await create(otherOwner.key, [{ url: 'https://s.example' }])).body[0]
  const created: Item[] = (await create(key, [{ url: 'https://a.example' }, { url: 'https://b.example', externalId: 'mine' }])).body
  const { status, body } = await api.call('PATCH /links/bulk', {
    key,
    body: { linkIds: [...created.map(({ id }) => id), 'link_unknown', foreign.id], data: { utm_source: 'bulk' } },
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
    [created[1]?.id],
  )
})

test('evaluates a bulk update per link: folders, tags, public statistics and errors', async (t) => {
  const { key, workspace } = await api.make.caller(subscribed)
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
  const updatedIds = (await publishedEvents(api.resources.database.pool, workspace))
    .filter(([trigger]) => trigger === 'link.updated')
    .map(([, id]) => id)
  t.deepEqual(updatedIds.sort(), [plain?.id, tagged?.id].sort())
  const repeated = await api.call('PATCH /links/bulk', { key, body: { linkIds: [plain?.id], data: { publicStats: true } } })
  t.is(repeated.body[0].updatedAt, (await api.call(`GET /links/${plain?.id}`, { key })).body.updatedAt)
})

test('a link that a bulk update names twice is updated and returned once', async (t) => {
  const { key } = await owner()
  const { body: link } = await api.call('POST /links', { key, body: { url: 'https://a.example', externalId: 'Mine' } })
  for (const ids of [{ externalIds: ['mine', 'MINE'] }, { linkIds: [link.id, 'ext_mine'] }]) {
    const { body } = await api.call('PATCH /links/bulk', { key, body: { ...ids, data: { title: 'Once' } } })
    t.deepEqual(
      body.map(({ id }: Item) => id),
      [link.id],
    )
  }
})

test('returns 422 for a bulk update with an unknown tag', async (t) => {
  const { key } = await owner()
  const [link] = (await create(key, [{ url: 'https://a.example' }])).body
  t.is((await api.call('PATCH /links/bulk', { key, body: { linkIds: [link.id], data: { tagIds: ['tag_unknown'] } } })).status, 422)
})

test('a bulk update without ids updates nothing', async (t) => {
  const { key } = await owner()
  const { status, body } = await api.call('PATCH /links/bulk', { key, body: { data: { archived: true } } })
  t.deepEqual([status, body], [200, []])
})

test('deletes links by id and by external id and skips links that the caller cannot delete', async (t) => {
  const { key, workspace } = await owner()
  const foreign = (await create((await owner()).key, [{ url: 'https://s.example' }])).body[0]
  const created: Item[] = (
    await create(key, [{ url: 'https://a.example' }, { url: 'https://b.example', externalId: 'two' }, { url: 'https://c.example' }])
  ).body
  const domain = await api.make.domain(workspace)
  const root = await api.make.link(workspace, { domain: domain.slug, key: '_root', lookupKey: '_root' })
  const { status, body } = await api.call(`DELETE /links/bulk?linkIds=${created[0]?.id},ext_two,link_unknown,${foreign.id},${root.id}`, {
    key,
  })
  t.deepEqual([status, body], [200, { deletedCount: 2 }])
  t.deepEqual((await api.call('GET /links', { key })).body.map(({ id }: Item) => id).sort(), [created[2]?.id, root.id].sort())
})

test('an unknown folder makes only its element invalid', async (t) => {
  const { key } = await owner()
  const { status, body } = await create(key, [{ url: 'https://a.example', folderId: 'fold_none' }, { url: 'https://b.example' }])
  t.deepEqual([status, body.map(({ code, url }: Item) => code ?? url)], [200, ['https://b.example', 'unprocessable_entity']])
  t.is(body[1].error, 'folderId fold_none is not a folder of this workspace.')
})

test('rejects a bulk delete of no links and of more than 100', async (t) => {
  const { key } = await owner()
  for (const prefer of ['', 'respond-async']) {
    const withoutIds = await api.call('DELETE /links/bulk', { key, headers: { prefer } })
    t.deepEqual([withoutIds.status, withoutIds.body.error?.message], [400, 'Send the links to delete in linkIds.'])
  }
  t.is((await api.call('DELETE /links/bulk?linkIds=', { key })).status, 400)
  t.is(
    (await api.call(`DELETE /links/bulk?linkIds=${Array.from({ length: 101 }, (_, index) => `link_${index}`).join()}`, { key })).status,
    422,
  )
})
