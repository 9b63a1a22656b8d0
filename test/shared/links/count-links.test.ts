import test from 'ava'
import type { z } from 'zod'
import { countLinks, getLinksCountQuerySchema } from '../../../shared/links/index.js'
import { create } from '../../support/links.js'
import { person, type Person } from '../../support/scope.js'
import { testService, type TestService } from '../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
  await service.make.domain(null, { slug: 'localhost' })
})
test.after.always(() => service.close())

type Query = Partial<Record<keyof z.input<typeof getLinksCountQuerySchema>, string>>
const count = (who: Person, query: Query = {}) => who.act((scope) => countLinks(scope, getLinksCountQuerySchema.parse(query)))

test('the number counts what the list would show', async (t) => {
  const who = await person(service)
  t.is(await count(who), 0)
  const folder = await service.make.folder(who.workspace)
  await create(who, { tenantId: 'x' })
  await create(who, { archived: true })
  await create(who, { folderId: folder.id })
  t.is(await count(who), 1)
  t.is(await count(who, { showArchived: 'true' }), 2)
  t.is(await count(who, { folderId: folder.id }), 1)
  t.is(await count(who, { search: 'example.com' }), 2)
  t.is(await count(who, { tenantId: 'x' }), 1)
})

test('by domain, the largest first, whatever domain is asked for', async (t) => {
  const who = await person(service)
  const { slug: domain } = await service.make.domain(who.workspace)
  for (const at of [domain, domain, undefined]) await create(who, { ...(at ? { domain: at } : {}) })
  const counts = [
    { domain, _count: 2 },
    { domain: 'localhost', _count: 1 },
  ]
  t.deepEqual(await count(who, { groupBy: 'domain' }), counts)
  t.deepEqual(await count(who, { groupBy: 'domain', domain: 'localhost' }), counts)
})

test('by tag, a link counts for each of its tags', async (t) => {
  const who = await person(service)
  const [a, b] = await Promise.all([service.make.tag(who.workspace), service.make.tag(who.workspace)])
  await create(who, { tagIds: [a.id, b.id] })
  await create(who, { tagIds: [b.id] })
  await create(who)
  t.deepEqual(await count(who, { groupBy: 'tagId' }), [
    { tagId: b.id, _count: 2 },
    { tagId: a.id, _count: 1 },
  ])
  t.deepEqual(await count(who, { groupBy: 'tagId', tagIds: a.id }), [
    { tagId: b.id, _count: 2 },
    { tagId: a.id, _count: 1 },
  ])
})

test('by user and by folder', async (t) => {
  const owner = await person(service)
  const member = await person(service, { of: owner.workspace, role: 'member' })
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

test('no other grouping is known', (t) => {
  t.false(getLinksCountQuerySchema.safeParse({ groupBy: 'url' }).success)
})
