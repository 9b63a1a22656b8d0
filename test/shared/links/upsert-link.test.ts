import test from 'ava'
import { testMember } from '../../support/callers.js'
import { create, upsert } from '../../support/links.js'
import { testService, type TestService } from '../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
  await service.make.domain(null, { slug: 'localhost' })
})
test.after.always(() => service.close())

test('the first upsert creates a link, the second updates it and keeps its key', async (t) => {
  const owner = await testMember(service)
  const first = await upsert(owner, { url: 'https://example.com/once' })
  const second = await upsert(owner, { url: 'https://example.com/once', title: 'Title' })
  t.deepEqual({ ...second, updatedAt: '' }, { ...first, title: 'Title', updatedAt: '' })
  t.is((await owner.scope()).workspace.linksUsage, 1)
})

test('matches by the final url, which includes the campaign', async (t) => {
  const owner = await testMember(service)
  const first = await upsert(owner, { url: 'https://example.com/a', utm_source: 'mail' })
  t.is((await upsert(owner, { url: 'https://example.com/a', utm_source: 'mail' })).id, first.id)
  t.is((await upsert(owner, { url: 'https://example.com/a?utm_source=mail' })).id, first.id)
  t.not((await upsert(owner, { url: 'https://example.com/a', utm_source: 'web' })).id, first.id)
})

test('updates the oldest of several links with the same url', async (t) => {
  const owner = await testMember(service)
  const oldest = await create(owner, { url: 'https://example.com/several' })
  await create(owner, { url: 'https://example.com/several' })
  t.is((await upsert(owner, { url: 'https://example.com/several', title: 'x' })).id, oldest.id)
})

test('key and externalId do not affect the match and update the matching link', async (t) => {
  const owner = await testMember(service)
  const link = await create(owner, { url: 'https://example.com/keyed', key: 'before' })
  t.like(await upsert(owner, { url: 'https://example.com/keyed', key: 'after', externalId: 'x' }), {
    id: link.id,
    key: 'after',
    externalId: 'x',
  })
})

test('ignores links of other workspaces with the same url', async (t) => {
  const [owner, other] = await Promise.all([testMember(service), testMember(service)])
  const theirs = await create(other, { url: 'https://example.com/shared' })
  t.not((await upsert(owner, { url: 'https://example.com/shared' })).id, theirs.id)
})

test('only a creation uses the quota', async (t) => {
  const owner = await testMember(service, { plan: 'pro', linksLimit: 1 })
  await upsert(owner, { url: 'https://example.com/1' })
  await t.throwsAsync(upsert(owner, { url: 'https://example.com/2' }), { code: 'forbidden' })
  await t.notThrowsAsync(upsert(owner, { url: 'https://example.com/1', title: 'x' }))
})

test('fifty concurrent upserts of the same url create one link', async (t) => {
  const owner = await testMember(service)
  const links = await Promise.all(
    Array.from({ length: 50 }, (_, index) => upsert(owner, { url: 'https://example.com/race?a=1&b=2', tenantId: `t${index}` })),
  )
  t.is(new Set(links.map(({ id }) => id)).size, 1)
  const { rows } = await service.resources.database.pool.query(
    'select links_usage, total_links, (select count(*)::int from links where workspace_id = w.id) as links from workspaces w where id = $1',
    [owner.workspace.id],
  )
  t.like(rows[0], { links: 1, links_usage: 1, total_links: 1 })
})

test('rejects a missing or invalid url', async (t) => {
  const owner = await testMember(service)
  await t.throwsAsync(upsert(owner, { url: '' }), { code: 'bad_request' })
  await t.throwsAsync(upsert(owner, { url: 'javascript:alert(1)' }), { code: 'unprocessable_entity' })
})
