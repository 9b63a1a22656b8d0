import test from 'ava'
import type { z } from 'zod'
import { countLinks, getLinksCountQuerySchema } from '../../../shared/links/index.js'
import { testMember, type TestMember } from '../../support/callers.js'
import { create } from '../../support/links.js'
import { testService, type TestService } from '../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
  await service.make.domain(null, { slug: 'localhost' })
})
test.after.always(() => service.close())

type Query = Partial<Record<keyof z.input<typeof getLinksCountQuerySchema>, string>>
const count = (member: TestMember, query: Query = {}) => member.run((scope) => countLinks(scope, getLinksCountQuerySchema.parse(query)))

test('counts the links that the list shows', async (t) => {
  const owner = await testMember(service)
  t.is(await count(owner), 0)
  const folder = await service.make.folder(owner.workspace)
  await create(owner, { tenantId: 'x' })
  await create(owner, { archived: true })
  await create(owner, { folderId: folder.id })
  t.is(await count(owner), 1)
  t.is(await count(owner, { showArchived: 'true' }), 2)
  t.is(await count(owner, { folderId: folder.id }), 1)
  t.is(await count(owner, { search: 'example.com' }), 2)
  t.is(await count(owner, { tenantId: 'x' }), 1)
})

test('counts one link for a whole short link', async (t) => {
  const owner = await testMember(service)
  const { slug: domain } = await service.make.domain(owner.workspace)
  const { id } = await create(owner, { domain, key: 'sale' })
  const { id: longer } = await create(owner, { domain, key: 'sale-2' })
  for (const search of [`https://${domain}/sale`, `www.${domain}/sale/`]) t.is(await count(owner, { search }), 1, search)
  t.is(await count(owner, { search: `${domain}/sal` }), 2)
  t.is(await count(owner, { search: `${domain}/sale`, linkIds: `${id},${longer}` }), 1)
  t.is(await count(owner, { search: `${domain}/sale`, linkIds: longer }), 0)
  t.deepEqual(await count(owner, { search: `${domain}/sale`, groupBy: 'domain' }), [{ domain, _count: 1 }])
})

test('groups by domain in descending order and ignores the domain filter', async (t) => {
  const owner = await testMember(service)
  const { slug: domain } = await service.make.domain(owner.workspace)
  for (const slug of [domain, domain, undefined]) await create(owner, slug ? { domain: slug } : {})
  const counts = [
    { domain, _count: 2 },
    { domain: 'localhost', _count: 1 },
  ]
  t.deepEqual(await count(owner, { groupBy: 'domain' }), counts)
  t.deepEqual(await count(owner, { groupBy: 'domain', domain: 'localhost' }), counts)
})

test('counts a link once per tag when grouped by tag', async (t) => {
  const owner = await testMember(service)
  const [a, b] = await Promise.all([service.make.tag(owner.workspace), service.make.tag(owner.workspace)])
  await create(owner, { tagIds: [a.id, b.id] })
  await create(owner, { tagIds: [b.id] })
  await create(owner)
  t.deepEqual(await count(owner, { groupBy: 'tagId' }), [
    { tagId: b.id, _count: 2 },
    { tagId: a.id, _count: 1 },
  ])
  t.deepEqual(await count(owner, { groupBy: 'tagId', tagIds: a.id }), [
    { tagId: b.id, _count: 2 },
    { tagId: a.id, _count: 1 },
  ])
})

test('groups by user and by readable folder', async (t) => {
  const owner = await testMember(service)
  const member = await testMember(service, { of: owner.workspace, role: 'member' })
  const [open, closed] = await Promise.all([
    service.make.folder(owner.workspace),
    service.make.folder(owner.workspace, { accessLevel: null }),
  ])
  await create(owner, { folderId: open.id })
  await create(owner, { folderId: open.id })
  await create(owner, { folderId: closed.id })
  await create(member)
  t.deepEqual(await count(owner, { groupBy: 'userId' }), [
    { userId: owner.user.id, _count: 3 },
    { userId: member.user.id, _count: 1 },
  ])
  const folders = (await count(owner, { groupBy: 'folderId' })) as { folderId: string | null; _count: number }[]
  t.deepEqual(folders[0], { folderId: open.id, _count: 2 })
  t.deepEqual(new Set(folders.map(({ folderId }) => folderId)), new Set([open.id, closed.id, null]))
  t.deepEqual(await count(member, { groupBy: 'folderId' }), [
    { folderId: open.id, _count: 2 },
    { folderId: null, _count: 1 },
  ])
})

test('rejects other values of groupBy', (t) => {
  t.false(getLinksCountQuerySchema.safeParse({ groupBy: 'url' }).success)
})
