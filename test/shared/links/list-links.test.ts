import test from 'ava'
import type { z } from 'zod'
import { newId } from '../../../shared/kernel/ids.js'
import { getLinksQuerySchemaBase, listLinks } from '../../../shared/links/index.js'
import { create } from '../../support/links.js'
import { person, type Person } from '../../support/scope.js'
import { testService, type TestService } from '../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
  await service.make.domain(null, { slug: 'localhost' })
})
test.after.always(() => service.close())

type Query = Partial<Record<keyof z.input<typeof getLinksQuerySchemaBase>, string>>
const list = (who: Person, query: Query = {}) => who.act((scope) => listLinks(scope, getLinksQuerySchemaBase.parse(query)))
const keys = async (who: Person, query: Query = {}) => (await list(who, query)).map(({ key }) => key)

let made = 0
/** Links `one`, `two`, ... in the order of their making: no two of one millisecond, in which ids have no order. */
async function several(who: Person, names: string[], given: object = {}): Promise<string[]> {
  const ids: string[] = []
  for (const key of names)
    ids.push(
      (
        await service.make.link(who.workspace, {
          id: newId('link_', Date.now() + made++),
          domain: `${who.workspace.slug}.example`,
          key,
          ...given,
        })
      ).id,
    )
  return ids
}

test('an item of a list is what the creation answered', async (t) => {
  const who = await person(service)
  const tags = await Promise.all([service.make.tag(who.workspace), service.make.tag(who.workspace)])
  const link = await create(who, { tagIds: tags.map(({ id }) => id), geo: { US: 'https://u.example.com' }, expiresAt: '2031-01-01' })
  t.deepEqual(await list(who), [link])
})

test('the newest comes first, and pages follow each other without gap or repetition', async (t) => {
  const who = await person(service)
  await several(who, ['a', 'b', 'c', 'd', 'e'])
  t.deepEqual(await keys(who, { pageSize: '2' }), ['e', 'd'])
  t.deepEqual(await keys(who, { pageSize: '2', page: '2' }), ['c', 'b'])
  t.deepEqual(await keys(who, { pageSize: '2', page: '3' }), ['a'])
  t.deepEqual(await keys(who, { pageSize: '2', page: '4' }), [])
})

test('cursors go both ways, always the newest first, without the link that is the cursor', async (t) => {
  const who = await person(service)
  const [a, , c, , e] = (await several(who, ['a', 'b', 'c', 'd', 'e'])) as [string, string, string, string, string]
  t.deepEqual(await keys(who, { startingAfter: c, pageSize: '1' }), ['b'])
  t.deepEqual(await keys(who, { startingAfter: c }), ['b', 'a'])
  t.deepEqual(await keys(who, { startingAfter: a }), [])
  t.deepEqual(await keys(who, { endingBefore: c }), ['e', 'd'])
  t.deepEqual(await keys(who, { endingBefore: a, pageSize: '2' }), ['c', 'b'])
  t.deepEqual(await keys(who, { endingBefore: e }), [])
})

const faults: [Query, RegExp][] = [
  [{ startingAfter: 'x', endingBefore: 'y' }, /not both/],
  [{ startingAfter: 'x', sortBy: 'clicks' }, /sortBy/],
  [{ endingBefore: 'x', page: '1' }, /page/],
  [{ page: '1001' }, /1000/],
  [{ page: '0' }, /expected number to be >0/],
  [{ page: '1.5' }, /int/],
  [{ page: 'x' }, /number/],
  [{ pageSize: '101' }, /<=100/],
  [{ pageSize: '0' }, />0/],
  [{ sortBy: 'name' }, /Invalid option/],
  [{ showArchived: 'yes' }, /boolean/],
]
for (const [query, message] of faults) {
  test(`the query ${JSON.stringify(query)} is refused`, (t) => {
    const { error } = getLinksQuerySchemaBase.safeParse(query)
    t.regex(error?.issues[0]?.message ?? 'accepted', message)
  })
}

test('flags are words in any case', (t) => {
  t.like(getLinksQuerySchemaBase.parse({ showArchived: 'TRUE', withTags: 'False' }), { showArchived: true, withTags: false })
})

test('a cursor that is no link of the workspace is refused', async (t) => {
  const [who, other] = await Promise.all([person(service), person(service)])
  const [foreign] = (await several(other, ['x'])) as [string]
  await t.throwsAsync(list(who, { startingAfter: foreign }), { code: 'unprocessable_entity' })
  await t.throwsAsync(list(who, { endingBefore: 'link_nothing' }), { code: 'unprocessable_entity' })
})

test('filters narrow the list, alone and together', async (t) => {
  const who = await person(service)
  const [red, blue] = await Promise.all([
    service.make.tag(who.workspace, { name: 'Red' }),
    service.make.tag(who.workspace, { name: 'Blue' }),
  ])
  const domain = (await service.make.domain(who.workspace)).slug
  await create(who, { key: 'f-red', tagIds: [red.id], tenantId: 't1' })
  await create(who, { key: 'f-both', tagIds: [blue.id, red.id], domain })
  await create(who, { key: 'f-none', partnerId: 'pn_1', url: 'https://shop.example.com/Winter_100%?x' })
  await create(who, { key: 'f-archived', archived: true })
  const cases: [Query, string[]][] = [
    [{}, ['f-none', 'f-both', 'f-red']],
    [{ showArchived: 'true' }, ['f-archived', 'f-none', 'f-both', 'f-red']],
    [{ domain }, ['f-both']],
    [{ domain: 'localhost' }, ['f-none', 'f-red']],
    [{ tagIds: red.id }, ['f-both', 'f-red']],
    [{ tagIds: `${red.id},${blue.id}` }, ['f-both', 'f-red']],
    [{ tagId: blue.id }, ['f-both']],
    [{ tagNames: 'blue' }, ['f-both']],
    [{ tagNames: 'blue,RED' }, ['f-both', 'f-red']],
    [{ tagIds: blue.id, tagNames: 'red' }, ['f-both']],
    [{ withTags: 'true' }, ['f-both', 'f-red']],
    [{ tenantId: 't1' }, ['f-red']],
    [{ partnerId: 'pn_1' }, ['f-none']],
    [{ userId: who.user.id }, ['f-none', 'f-both', 'f-red']],
    [{ userId: 'user_x' }, []],
    [{ search: 'F-BOTH' }, ['f-both']],
    [{ search: 'winter_100%?' }, ['f-none']],
    [{ search: 'winter_1%0' }, []],
    [{ search: domain }, ['f-both']],
    [{ search: 'f-', tagIds: red.id, domain }, ['f-both']],
  ]
  for (const [query, expected] of cases) t.deepEqual(await keys(who, query), expected, JSON.stringify(query))
})

test('a domain that nobody has is not found, and neither is one of another workspace', async (t) => {
  const [who, other] = await Promise.all([person(service), person(service)])
  const { slug } = await service.make.domain(other.workspace)
  await t.throwsAsync(list(who, { domain: 'nobody-has.example' }), { code: 'not_found' })
  await t.throwsAsync(list(who, { domain: slug }), { code: 'not_found' })
})

test('sorting by a counter puts the greatest first; a very large workspace is sorted by creation', async (t) => {
  const who = await person(service)
  for (const [key, clicks, saleAmount, lastClicked] of [
    ['x', 5, 1, new Date(3)],
    ['y', 9, 0, null],
    ['z', 1, 7, new Date(9)],
  ] as const)
    await several(who, [key], { clicks, saleAmount, lastClicked })
  t.deepEqual(await keys(who, { sortBy: 'clicks' }), ['y', 'x', 'z'])
  t.deepEqual(await keys(who, { sortBy: 'saleAmount' }), ['z', 'x', 'y'])
  t.deepEqual(await keys(who, { sortBy: 'lastClicked' }), ['z', 'x', 'y'])
  t.deepEqual(await keys(who, { sortBy: 'createdAt' }), ['z', 'y', 'x'])
  await service.resources.database.pool.query('update workspaces set total_links = 10001 where id = $1', [who.workspace.id])
  t.deepEqual(await keys(who, { sortBy: 'clicks' }), ['z', 'y', 'x'])
})

test('whoever created a link is named when asked for', async (t) => {
  const who = await person(service)
  await create(who)
  await service.make.link(who.workspace)
  t.deepEqual(
    (await list(who, { includeUser: 'true' })).map(({ user }) => user),
    [null, { id: who.user.id, name: 'Test Person', image: null }],
  )
})

test('without a folder only links in none are listed, unless something narrows the list', async (t) => {
  const owner = await person(service)
  const member = await person(service, { of: owner.workspace, role: 'member' })
  const [open, readOnly, closed, mega] = await Promise.all([
    service.make.folder(owner.workspace),
    service.make.folder(owner.workspace, { accessLevel: 'read' }),
    service.make.folder(owner.workspace, { accessLevel: null }),
    service.make.folder(owner.workspace, { type: 'mega' }),
  ])
  const url = 'https://example.com/wanted'
  for (const [key, folderId] of [
    ['in-none', null],
    ['in-open', open.id],
    ['in-read', readOnly.id],
    ['in-closed', closed.id],
    ['in-mega', mega.id],
  ] as const)
    await several(owner, [key], { folderId, url })
  t.deepEqual(await keys(member), ['in-none'])
  t.deepEqual(await keys(owner), ['in-none'])
  t.deepEqual(await keys(member, { folderId: 'unsorted' }), ['in-none'])
  t.deepEqual(await keys(member, { search: 'wanted' }), ['in-read', 'in-open', 'in-none'])
  t.deepEqual(await keys(owner, { search: 'wanted' }), ['in-closed', 'in-read', 'in-open', 'in-none'])
  t.deepEqual(await keys(member, { folderId: readOnly.id }), ['in-read'])
  t.deepEqual(await keys(member, { folderId: mega.id }), ['in-mega'])
  await t.throwsAsync(keys(member, { folderId: closed.id }), { code: 'forbidden' })
  t.deepEqual(await keys(owner, { folderId: closed.id }), ['in-closed'])
  await t.throwsAsync(keys(member, { folderId: 'fold_x' }), { code: 'not_found' })
})
