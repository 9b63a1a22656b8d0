import test from 'ava'
import { folderRoleOf } from '../../../shared/links/folder-access.js'
import { FolderUser } from '../../../shared/links/folder.entity.js'
import type { FolderOfUser } from '../../../shared/links/folder.queries.js'
import { deleteLink, findLinkInfo } from '../../../shared/links/index.js'
import { testMember } from '../../support/callers.js'
import { create, update, upsert } from '../../support/links.js'
import { testService, type TestService } from '../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
  await service.make.domain(null, { slug: 'localhost' })
})
test.after.always(() => service.close())

const folder = (overrides: Partial<FolderOfUser>): FolderOfUser => ({
  id: 'fold_1',
  type: 'default',
  accessLevel: null,
  hasUserEntry: false,
  userRole: null,
  ...overrides,
})
const as = (role: 'owner' | 'member') => ({ actor: { role } }) as Parameters<typeof folderRoleOf>[0]

test('the folder role comes from the workspace owner, then from the role of the user, then from the access level', (t) => {
  t.is(folderRoleOf(as('owner'), folder({ hasUserEntry: true })), 'owner')
  t.is(folderRoleOf(as('member'), folder({})), null)
  t.is(folderRoleOf(as('member'), folder({ accessLevel: 'read' })), 'viewer')
  t.is(folderRoleOf(as('member'), folder({ accessLevel: 'write' })), 'editor')
  t.is(folderRoleOf(as('member'), folder({ accessLevel: 'read', hasUserEntry: true, userRole: 'owner' })), 'owner')
  t.is(folderRoleOf(as('member'), folder({ accessLevel: 'write', hasUserEntry: true, userRole: null })), null)
})

for (const accessLevel of ['read', null] as const) {
  test(`a member cannot create, update, move or delete links in a folder with access level ${accessLevel}`, async (t) => {
    const owner = await testMember(service)
    const member = await testMember(service, { of: owner.workspace, role: 'member' })
    const [restricted, open] = await Promise.all([
      service.make.folder(owner.workspace, { accessLevel }),
      service.make.folder(owner.workspace),
    ])
    const inside = await create(owner, { folderId: restricted.id, url: `https://example.com/${restricted.id}` })
    const outside = await create(member, { folderId: open.id })
    const actions = [
      () => create(member, { folderId: restricted.id }),
      () => update(member, inside.id, { title: 'x' }),
      () => update(member, inside.id, { folderId: open.id }),
      () => update(member, outside.id, { folderId: restricted.id }),
      () => upsert(member, { url: inside.url, title: 'x' }),
      () => member.run((scope) => deleteLink(scope, inside.id)),
    ]
    for (const action of actions) await t.throwsAsync(action(), { code: 'forbidden' })
    const read = member.run((scope) => findLinkInfo(scope, { linkId: inside.id }))
    await (accessLevel ? t.notThrowsAsync(read) : t.throwsAsync(read, { code: 'forbidden' }))
    t.is((await update(owner, inside.id, { folderId: '' })).folderId, null)
  })
}

test('a role in the folder takes precedence over its access level', async (t) => {
  const owner = await testMember(service)
  const member = await testMember(service, { of: owner.workspace, role: 'member' })
  const restricted = await service.make.folder(owner.workspace, { accessLevel: null })
  const em = service.resources.database.orm.em.fork()
  await em.insert(FolderUser, { folderId: restricted.id, userId: member.user.id, role: 'editor', createdAt: new Date() })
  t.is((await create(member, { folderId: restricted.id })).folderId, restricted.id)
})

test('every member can use every folder on a plan without folder permissions', async (t) => {
  const owner = await testMember(service, { plan: 'pro' })
  const member = await testMember(service, { of: owner.workspace, role: 'member' })
  const restricted = await service.make.folder(owner.workspace, { accessLevel: null })
  await t.notThrowsAsync(create(member, { folderId: restricted.id }))
})

test('returns not_found for unknown folders and those of other workspaces', async (t) => {
  const [owner, other] = await Promise.all([testMember(service), testMember(service)])
  const foreign = await service.make.folder(other.workspace)
  for (const folderId of ['fold_x', foreign.id]) await t.throwsAsync(create(owner, { folderId }), { code: 'not_found' })
})
