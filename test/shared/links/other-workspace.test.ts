import test from 'ava'
import {
  countLinks,
  deleteLink,
  findLinkInfo,
  getLinksCountQuerySchema,
  getLinksQuerySchemaBase,
  listLinks,
} from '../../../shared/links/index.js'
import { create, update, upsert } from '../../support/links.js'
import { person, type Person } from '../../support/scope.js'
import { testService, type TestService } from '../../support/service.js'

let service: TestService
let mine: Person
let theirs: Person
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
  ;[mine, theirs] = await Promise.all([person(service), person(service)])
  const [folder, tag, domain] = await Promise.all([
    service.make.folder(theirs.workspace),
    service.make.tag(theirs.workspace, { name: 'Theirs' }),
    service.make.domain(theirs.workspace),
  ])
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

type Act = (who: Person) => Promise<unknown>
const refusals: [string, string, Act][] = [
  ['reading by id', 'not_found', (who) => who.act((scope) => findLinkInfo(scope, { linkId: link.id }))],
  ['reading by external id', 'not_found', (who) => who.act((scope) => findLinkInfo(scope, { linkId: 'ext_theirs' }))],
  ['reading by domain and key', 'not_found', (who) => who.act((scope) => findLinkInfo(scope, { domain: link.domain, key: 'theirs' }))],
  ['changing by id', 'not_found', (who) => update(who, link.id, { title: 'x' })],
  ['changing by external id', 'not_found', (who) => update(who, 'ext_theirs', { title: 'x' })],
  ['deleting by id', 'not_found', (who) => who.act((scope) => deleteLink(scope, link.id))],
  ['deleting by external id', 'not_found', (who) => who.act((scope) => deleteLink(scope, 'ext_theirs'))],
  ['creating on its domain', 'forbidden', (who) => create(who, { domain: link.domain })],
  ['creating in its folder', 'not_found', (who) => create(who, { folderId: link.folderId })],
  ['creating with its tag', 'unprocessable_entity', (who) => create(who, { tagIds: [link.tagId ?? ''] })],
  ['creating with the name of its tag', 'unprocessable_entity', (who) => create(who, { tagNames: ['Theirs'] })],
  ['listing its domain', 'not_found', (who) => list(who, { domain: link.domain })],
  ['listing its folder', 'not_found', (who) => list(who, { folderId: link.folderId })],
  ['listing from it', 'unprocessable_entity', (who) => list(who, { startingAfter: link.id })],
  ['counting its folder', 'not_found', (who) => count(who, { folderId: link.folderId })],
]
const list = (who: Person, query: object) => who.act((scope) => listLinks(scope, getLinksQuerySchemaBase.parse(query)))
const count = (who: Person, query: object) => who.act((scope) => countLinks(scope, getLinksCountQuerySchema.parse(query)))

for (const [what, code, act] of refusals) {
  test.serial(`${what} is refused to another workspace with ${code}, and changes nothing`, async (t) => {
    await t.throwsAsync(act(mine), { code })
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
  test.serial(`another workspace's links are neither listed nor counted with ${JSON.stringify(query)}`, async (t) => {
    t.deepEqual(await list(mine, query), [])
    t.is(await count(mine, query), 0)
  })
}

test.serial('its links are in no group of another workspace', async (t) => {
  for (const groupBy of ['domain', 'tagId', 'userId', 'folderId']) t.deepEqual(await count(mine, { groupBy }), [])
})

test.serial("by ids given, another workspace's links are not listed", async (t) => {
  t.deepEqual(await list(mine, { linkIds: link.id }), [])
  t.deepEqual(await list(mine, { tagIds: link.tagId }), [])
})

test.serial("upserting its address makes a link of one's own", async (t) => {
  const own = await upsert(mine, { url: link.url })
  t.not(own.id, link.id)
  t.is(await theirRows(), snapshot)
})
