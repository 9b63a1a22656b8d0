import test from 'ava'
import { create, upsert } from '../../support/links.js'
import { person } from '../../support/scope.js'
import { testService, type TestService } from '../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
  await service.make.domain(null, { slug: 'localhost' })
})
test.after.always(() => service.close())

test('the first time creates, the second changes the same link and keeps its key', async (t) => {
  const who = await person(service)
  const first = await upsert(who, { url: 'https://example.com/once' })
  const second = await upsert(who, { url: 'https://example.com/once', title: 'Title' })
  t.deepEqual({ ...second, updatedAt: '' }, { ...first, title: 'Title', updatedAt: '' })
  t.is((await who.scope()).workspace.linksUsage, 1)
})

test('the final address counts: with the same campaign it is the same link, with another it is not', async (t) => {
  const who = await person(service)
  const first = await upsert(who, { url: 'https://example.com/a', utm_source: 'mail' })
  t.is((await upsert(who, { url: 'https://example.com/a', utm_source: 'mail' })).id, first.id)
  t.is((await upsert(who, { url: 'https://example.com/a?utm_source=mail' })).id, first.id)
  t.not((await upsert(who, { url: 'https://example.com/a', utm_source: 'web' })).id, first.id)
})

test('of several links to an address the oldest is changed', async (t) => {
  const who = await person(service)
  const oldest = await create(who, { url: 'https://example.com/several' })
  await create(who, { url: 'https://example.com/several' })
  t.is((await upsert(who, { url: 'https://example.com/several', title: 'x' })).id, oldest.id)
})

test('domain, key and external id play no part in the match, and change the link that matches', async (t) => {
  const who = await person(service)
  const link = await create(who, { url: 'https://example.com/keyed', key: 'before' })
  t.like(await upsert(who, { url: 'https://example.com/keyed', key: 'after', externalId: 'x' }), {
    id: link.id,
    key: 'after',
    externalId: 'x',
  })
})

test("another workspace's link to the address is not touched", async (t) => {
  const [who, other] = await Promise.all([person(service), person(service)])
  const theirs = await create(other, { url: 'https://example.com/shared' })
  t.not((await upsert(who, { url: 'https://example.com/shared' })).id, theirs.id)
})

test('a creation counts against the quota, a change does not', async (t) => {
  const who = await person(service, { plan: 'pro', linksLimit: 1 })
  await upsert(who, { url: 'https://example.com/1' })
  await t.throwsAsync(upsert(who, { url: 'https://example.com/2' }), { code: 'exceeded_limit' })
  await t.notThrowsAsync(upsert(who, { url: 'https://example.com/1', title: 'x' }))
})

test('fifty who upsert one address at once make one link', async (t) => {
  const who = await person(service)
  const links = await Promise.all(
    Array.from({ length: 50 }, (_, at) => upsert(who, { url: 'https://example.com/race?a=1&b=2', tenantId: `t${at}` })),
  )
  t.is(new Set(links.map(({ id }) => id)).size, 1)
  const { rows } = await service.resources.database.pool.query(
    'select links_usage, total_links, (select count(*)::int from links where workspace_id = w.id) as links from workspaces w where id = $1',
    [who.workspace.id],
  )
  t.like(rows[0], { links: 1, links_usage: 1, total_links: 1 })
})

test('an address is needed, and must be one', async (t) => {
  const who = await person(service)
  await t.throwsAsync(upsert(who, { url: '' }), { code: 'bad_request' })
  await t.throwsAsync(upsert(who, { url: 'javascript:alert(1)' }), { code: 'unprocessable_entity' })
})
