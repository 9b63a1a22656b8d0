import test from 'ava'
import type { z } from 'zod'
import { newId } from '../../../shared/kernel/ids.js'
import { getLinksQuerySchemaBase, listLinks } from '../../../shared/links/index.js'
import { testMember, type TestMember } from '../../support/callers.js'
import { create } from '../../support/links.js'
import { testService, type TestService } from '../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
  await service.make.domain(null, { slug: 'localhost' })
})
test.after.always(() => service.close())

type Query = Partial<Record<keyof z.input<typeof getLinksQuerySchemaBase>, string>>
const list = (member: TestMember, query: Query = {}) => member.run((scope) => listLinks(scope, getLinksQuerySchemaBase.parse(query)))
const keys = async (member: TestMember, query: Query = {}) => (await list(member, query)).map(({ key }) => key)

let created = 0
/** Creates links in the order of the keys. Each gets its own millisecond, because ids of the same millisecond have no order. */
async function createLinks(member: TestMember, linkKeys: string[], values: object = {}): Promise<string[]> {
  const ids: string[] = []
  for (const key of linkKeys)
    ids.push(
      (
        await service.make.link(member.workspace, {
          id: newId('link_', Date.now() + created++),
          domain: `${member.workspace.slug}.example`,
          key,
          ...values,
        })
      ).id,
    )
  return ids
}

test('lists a link as its creation returned it', async (t) => {
  const owner = await testMember(service)
  const tags = await Promise.all([service.make.tag(owner.workspace), service.make.tag(owner.workspace)])
  const link = await create(owner, { tagIds: tags.map(({ id }) => id), geo: { US: 'https://u.example.com' }, expiresAt: '2031-01-01' })
  t.deepEqual(await list(owner), [link])
})

test('lists the newest links first, and pages neither overlap nor leave gaps', async (t) => {
  const owner = await testMember(service)
  await createLinks(owner, ['a', 'b', 'c', 'd', 'e'])
  t.deepEqual(await keys(owner, { pageSize: '2' }), ['e', 'd'])
  t.deepEqual(await keys(owner, { pageSize: '2', page: '2' }), ['c', 'b'])
  t.deepEqual(await keys(owner, { pageSize: '2', page: '3' }), ['a'])
  t.deepEqual(await keys(owner, { pageSize: '2', page: '4' }), [])
})

test('both cursors list the newest links first and exclude the cursor itself', async (t) => {
  const owner = await testMember(service)
  const [a, , c, , e] = (await createLinks(owner, ['a', 'b', 'c', 'd', 'e'])) as [string, string, string, string, string]
  t.deepEqual(await keys(owner, { startingAfter: c, pageSize: '1' }), ['b'])
  t.deepEqual(await keys(owner, { startingAfter: c }), ['b', 'a'])
  t.deepEqual(await keys(owner, { startingAfter: a }), [])
  t.deepEqual(await keys(owner, { endingBefore: c }), ['e', 'd'])
  t.deepEqual(await keys(owner, { endingBefore: a, pageSize: '2' }), ['c', 'b'])
  t.deepEqual(await keys(owner, { endingBefore: e }), [])
})

const invalidQueries: [Query, RegExp][] = [
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
for (const [query, message] of invalidQueries) {
  test(`rejects the query ${JSON.stringify(query)}`, (t) => {
    const { error } = getLinksQuerySchemaBase.safeParse(query)
    t.regex(error?.issues[0]?.message ?? 'accepted', message)
  })
}

test('accepts booleans in any case', (t) => {
  t.like(getLinksQuerySchemaBase.parse({ showArchived: 'TRUE', withTags: 'False' }), { showArchived: true, withTags: false })
})

test('rejects a cursor that is not the id of a link in the workspace', async (t) => {
  const [owner, other] = await Promise.all([testMember(service), testMember(service)])
  const [foreign] = (await createLinks(other, ['x'])) as [string]
  await t.throwsAsync(list(owner, { startingAfter: foreign }), { code: 'unprocessable_entity' })
  await t.throwsAsync(list(owner, { endingBefore: 'link_unknown' }), { code: 'unprocessable_entity' })
})

test('filters work alone and combined', async (t) => {
  const owner = await testMember(service)
  const [red, blue] = await Promise.all([
    service.make.tag(owner.workspace, { name: 'Red' }),
    service.make.tag(owner.workspace, { name: 'Blue' }),
  ])
  const domain = (await service.make.domain(owner.workspace)).slug
  const partner = await service.make.partner()
  await service.make.enrolment(await service.make.program(owner.workspace), partner)
  await create(owner, { key: 'f-red', tagIds: [red.id], tenantId: 't1' })
  await create(owner, { key: 'f-both', tagIds: [blue.id, red.id], domain })
  await create(owner, { key: 'f-none', partnerId: partner.id, url: 'https://shop.example.com/Winter_100%?x' })
  await create(owner, { key: 'f-archived', archived: true })
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
    [{ partnerId: partner.id }, ['f-none']],
    [{ userId: owner.user.id }, ['f-none', 'f-both', 'f-red']],
    [{ userId: 'user_x' }, []],
    [{ search: 'F-BOTH' }, ['f-both']],
    [{ search: 'winter_100%?' }, ['f-none']],
    [{ search: 'winter_1%0' }, []],
    [{ search: domain }, ['f-both']],
    [{ search: 'f-', tagIds: red.id, domain }, ['f-both']],
  ]
  for (const [query, expected] of cases) t.deepEqual(await keys(owner, query), expected, JSON.stringify(query))
})

test('a whole short link finds only its link', async (t) => {
  const [owner, other] = await Promise.all([testMember(service), testMember(service)])
  const { slug: domain } = await service.make.domain(owner.workspace)
  const { slug: exact } = await service.make.domain(owner.workspace, { caseSensitive: true })
  await create(owner, { domain, key: 'sale' })
  await create(owner, { domain, key: 'sale-2', url: `https://${domain}/sale` })
  await create(owner, { domain, key: 'a/b' })
  await create(owner, { domain, key: 'a/b-2' })
  await create(owner, { domain, key: 'münchen' })
  await create(owner, { domain: exact, key: 'Sale' })
  await create(owner, { domain: exact, key: 'Sale-2' })
  await create(owner, { domain, key: 'old', archived: true })
  await create(owner, { domain, key: 'old-2' })
  await create(other, { key: 'theirs', domain: 'localhost' })
  await create(owner, { key: 'theirs-2', domain: 'localhost' })
  await create(owner, { key: 'own', domain: 'localhost' })
  await create(owner, { key: 'own-2', domain: 'localhost' })
  const cases: [string, string[]][] = [
    [`https://${domain}/sale`, ['sale']],
    [`http://${domain}/sale`, ['sale']],
    [`${domain}/sale`, ['sale']],
    [` www.${domain}/sale/ `, ['sale']],
    [`HTTPS://WWW.${domain.toUpperCase()}/SALE/`, ['sale']],
    [`${domain}/a/b`, ['a/b']],
    [`${domain}/münchen`, ['xn--mnchen-3ya']],
    [`https://${domain}/m%C3%BCnchen`, ['xn--mnchen-3ya']],
    [`${exact}/Sale`, ['Sale']],
    ['http://localhost:3000/own', ['own']],
    ['localhost/own', ['own']],
    // The link is archived, so it is not listed.
    [`${domain}/old`, []],
    // Not whole short links of links of this workspace: these are texts to search for.
    [`${domain}/sal`, ['sale-2', 'sale']],
    [`${exact}/sale`, ['Sale-2', 'Sale']],
    ['localhost:3000/theirs', ['theirs-2']],
    [`${domain}/sale?x`, []],
    [`${domain}/`, ['old-2', 'xn--mnchen-3ya', 'a/b-2', 'a/b', 'sale-2', 'sale']],
  ]
  for (const [search, expected] of cases) t.deepEqual(await keys(owner, { search }), expected, search)
  t.deepEqual(await keys(owner, { search: `${domain}/sale`, domain: exact }), [])
})

test('a short text finds the beginning of keys in a large workspace, with and without capital letters', async (t) => {
  const owner = await testMember(service)
  const { slug: domain } = await service.make.domain(owner.workspace)
  const { slug: exact } = await service.make.domain(owner.workspace, { caseSensitive: true })
  await create(owner, { domain, key: 'Qz-1' })
  await create(owner, { domain: exact, key: 'Qz-2' })
  await create(owner, { domain: exact, key: 'QZ-3' })
  await create(owner, { domain: exact, key: 'a-qz' })
  await service.resources.database.pool.query('update workspaces set total_links = 10001 where id = $1', [owner.workspace.id])
  for (const search of ['q', 'Q', 'qz', 'Qz', 'QZ', 'z-', 'qx'])
    t.deepEqual(await keys(owner, { search }), /^qz?$/i.test(search) ? ['QZ-3', 'Qz-2', 'Qz-1'] : [], search)
})

test('returns not_found for unknown domains and those of other workspaces', async (t) => {
  const [owner, other] = await Promise.all([testMember(service), testMember(service)])
  const { slug } = await service.make.domain(other.workspace)
  await t.throwsAsync(list(owner, { domain: 'unknown.example' }), { code: 'not_found' })
  await t.throwsAsync(list(owner, { domain: slug }), { code: 'not_found' })
})

test('sorts by a counter in descending order, and large workspaces by creation', async (t) => {
  const owner = await testMember(service)
  for (const [key, clicks, saleAmount, lastClicked] of [
    ['x', 5, 1, new Date(3)],
    ['y', 9, 0, null],
    ['z', 1, 7, new Date(9)],
  ] as const)
    await createLinks(owner, [key], { clicks, saleAmount, lastClicked })
  t.deepEqual(await keys(owner, { sortBy: 'clicks' }), ['y', 'x', 'z'])
  t.deepEqual(await keys(owner, { sortBy: 'saleAmount' }), ['z', 'x', 'y'])
  t.deepEqual(await keys(owner, { sortBy: 'lastClicked' }), ['z', 'x', 'y'])
  t.deepEqual(await keys(owner, { sortBy: 'createdAt' }), ['z', 'y', 'x'])
  await service.resources.database.pool.query('update workspaces set total_links = 10001 where id = $1', [owner.workspace.id])
  t.deepEqual(await keys(owner, { sortBy: 'clicks' }), ['z', 'y', 'x'])
})

test('includeUser adds the creator of each link', async (t) => {
  const owner = await testMember(service)
  await create(owner)
  await service.make.link(owner.workspace)
  t.deepEqual(
    (await list(owner, { includeUser: 'true' })).map(({ user }) => user),
    [null, { id: owner.user.id, name: 'Test Person', image: null }],
  )
})

test('lists only links outside folders unless a filter narrows the list', async (t) => {
  const owner = await testMember(service)
  const member = await testMember(service, { of: owner.workspace, role: 'member' })
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
    await createLinks(owner, [key], { folderId, url })
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
