import test from 'ava'
import {
  countLinks,
  deleteLink,
  findLinkInfo,
  getLinksCountQuerySchema,
  getLinksQuerySchemaBase,
  listLinks,
} from '../../../shared/links/index.js'
import { testMember, type TestMember } from '../../support/callers.js'
import { create, update, upsert } from '../../support/links.js'
import { testService, type TestService } from '../../support/service.js'

let service: TestService
let mine: TestMember
let theirs: TestMember
let link: Awaited<ReturnType<typeof create>>
let snapshot: string

const theirRows = async () =>
  JSON.stringify(
    (
      await service.resources.database.pool.query(
        'select l.*, w.links_usage, w.total_links from links l join workspaces w on w.id = l.workspace_id where w.id = $1',
        [theirs.workspace.id],
      )
    ).rows,
  )

test.before(async () => {
  service = await testService()
  await service.make.domain(null, { slug: 'localhost' })
  ;[mine, theirs] = await Promise.all([testMember(service), testMember(service)])
  const [folder, tag, domain] = await Promise.all([
    service.make.folder(theirs.workspace),
    service.make.tag(theirs.workspace, { name: 'Theirs' }),
    service.make.domain(theirs.workspace),
  ])
  await service.make.enrolment(await service.make.program(theirs.workspace), await service.make.partner({ id: 'theirs' }))
  link = await create(theirs, {
    url: 'https://example.com/theirs',
    externalId: 'theirs',
    folderId: folder.id,
    tagIds: [tag.id],
    domain: domain.slug,
    key: 'theirs',
    tenantId: 'theirs',
    partnerId: 'theirs',
  })
  snapshot = await theirRows()
})
test.after.always(() => service.close())

type Action = (member: TestMember) => Promise<unknown>
const deniedActions: [string, string, Action][] = [
  ['reading by id', 'not_found', (member) => member.run((scope) => findLinkInfo(scope, { linkId: link.id }))],
  ['reading by external id', 'not_found', (member) => member.run((scope) => findLinkInfo(scope, { linkId: 'ext_theirs' }))],
  [
    'reading by domain and key',
    'not_found',
    (member) => member.run((scope) => findLinkInfo(scope, { domain: link.domain, key: 'theirs' })),
  ],
  ['updating by id', 'not_found', (member) => update(member, link.id, { title: 'x' })],
  ['updating by external id', 'not_found', (member) => update(member, 'ext_theirs', { title: 'x' })],
  ['deleting by id', 'not_found', (member) => member.run((scope) => deleteLink(scope, link.id))],
  ['deleting by external id', 'not_found', (member) => member.run((scope) => deleteLink(scope, 'ext_theirs'))],
  ['creating on its domain', 'forbidden', (member) => create(member, { domain: link.domain })],
  ['creating in its folder', 'not_found', (member) => create(member, { folderId: link.folderId })],
  ['creating with its tag', 'unprocessable_entity', (member) => create(member, { tagIds: [link.tagId ?? ''] })],
  ['creating with the name of its tag', 'unprocessable_entity', (member) => create(member, { tagNames: ['Theirs'] })],
  ['listing its domain', 'not_found', (member) => list(member, { domain: link.domain })],
  ['listing its folder', 'not_found', (member) => list(member, { folderId: link.folderId })],
  ['listing with it as cursor', 'unprocessable_entity', (member) => list(member, { startingAfter: link.id })],
  ['counting its folder', 'not_found', (member) => count(member, { folderId: link.folderId })],
]
const list = (member: TestMember, query: object) => member.run((scope) => listLinks(scope, getLinksQuerySchemaBase.parse(query)))
const count = (member: TestMember, query: object) => member.run((scope) => countLinks(scope, getLinksCountQuerySchema.parse(query)))

for (const [title, code, action] of deniedActions) {
  test.serial(`${title} returns ${code} to another workspace and changes nothing`, async (t) => {
    await t.throwsAsync(action(mine), { code })
    t.is(await theirRows(), snapshot)
  })
}

const filters: object[] = [
  {},
  { search: 'theirs' },
  { tenantId: 'theirs' },
  { partnerId: 'theirs', search: 'http' },
  { tagNames: 'Theirs' },
  { showArchived: 'true', search: 'e' },
]
for (const query of filters) {
  test.serial(`does not list or count links of another workspace with ${JSON.stringify(query)}`, async (t) => {
    t.deepEqual(await list(mine, query), [])
    t.is(await count(mine, query), 0)
  })
}

test.serial('grouped counts do not include links of another workspace', async (t) => {
  for (const groupBy of ['domain', 'tagId', 'userId', 'folderId']) t.deepEqual(await count(mine, { groupBy }), [])
})

test.serial('does not list links of another workspace by id', async (t) => {
  t.deepEqual(await list(mine, { linkIds: link.id }), [])
  t.deepEqual(await list(mine, { tagIds: link.tagId }), [])
})

test.serial('upserting the url of a link of another workspace creates a new link', async (t) => {
  const own = await upsert(mine, { url: link.url })
  t.not(own.id, link.id)
  t.is(await theirRows(), snapshot)
})
