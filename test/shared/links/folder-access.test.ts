import test from 'ava'
import { folderRoleOf } from '../../../shared/links/folder-access.js'
import { FolderUser } from '../../../shared/links/folder.entity.js'
import type { FolderOfUser } from '../../../shared/links/folder.queries.js'
import { deleteLink, findLinkInfo } from '../../../shared/links/index.js'
import { create, update, upsert } from '../../support/links.js'
import { person } from '../../support/scope.js'
import { testService, type TestService } from '../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
  await service.make.domain(null, { slug: 'localhost' })
})
test.after.always(() => service.close())

const folder = (given: Partial<FolderOfUser>): FolderOfUser => ({
  id: 'fold_1',
  type: 'default',
  accessLevel: null,
  isNamed: false,
  userRole: null,
  ...given,
})
const as = (role: 'owner' | 'member') => ({ actor: { role } }) as Parameters<typeof folderRoleOf>[0]

test("a user's part in a folder: workspace owner, then what is said of the user, then what is said of all", (t) => {
  t.is(folderRoleOf(as('owner'), folder({ isNamed: true })), 'owner')
  t.is(folderRoleOf(as('member'), folder({})), null)
  t.is(folderRoleOf(as('member'), folder({ accessLevel: 'read' })), 'viewer')
  t.is(folderRoleOf(as('member'), folder({ accessLevel: 'write' })), 'editor')
  t.is(folderRoleOf(as('member'), folder({ accessLevel: 'read', isNamed: true, userRole: 'owner' })), 'owner')
  t.is(folderRoleOf(as('member'), folder({ accessLevel: 'write', isNamed: true, userRole: null })), null)
})

for (const accessLevel of ['read', null] as const) {
  test(`a member creates, changes, moves and deletes nothing in a folder of level ${accessLevel}`, async (t) => {
    const owner = await person(service)
    const member = await person(service, { of: owner.workspace, role: 'member' })
    const [shut, open] = await Promise.all([service.make.folder(owner.workspace, { accessLevel }), service.make.folder(owner.workspace)])
    const inside = await create(owner, { folderId: shut.id, url: `https://example.com/${shut.id}` })
    const outside = await create(member, { folderId: open.id })
    const acts = [
      () => create(member, { folderId: shut.id }),
      () => update(member, inside.id, { title: 'x' }),
      () => update(member, inside.id, { folderId: open.id }),
      () => update(member, outside.id, { folderId: shut.id }),
      () => upsert(member, { url: inside.url, title: 'x' }),
      () => member.act((scope) => deleteLink(scope, inside.id)),
    ]
    for (const act of acts) await t.throwsAsync(act(), { code: 'forbidden' })
    const read = member.act((scope) => findLinkInfo(scope, { linkId: inside.id }))
    await (accessLevel ? t.notThrowsAsync(read) : t.throwsAsync(read, { code: 'forbidden' }))
    t.is((await update(owner, inside.id, { folderId: '' })).folderId, null)
  })
}

test('who is named in a folder has that part, whatever the folder says of all', async (t) => {
  const owner = await person(service)
  const member = await person(service, { of: owner.workspace, role: 'member' })
  const shut = await service.make.folder(owner.workspace, { accessLevel: null })
  const em = service.resources.database.orm.em.fork()
  await em.insert(FolderUser, { folderId: shut.id, userId: member.user.id, role: 'editor', createdAt: new Date() })
  t.is((await create(member, { folderId: shut.id })).folderId, shut.id)
})

test('on a plan without folder permissions every member may use every folder', async (t) => {
  const owner = await person(service, { plan: 'pro' })
  const member = await person(service, { of: owner.workspace, role: 'member' })
  const shut = await service.make.folder(owner.workspace, { accessLevel: null })
  await t.notThrowsAsync(create(member, { folderId: shut.id }))
})

test('a folder that does not exist, or not here, is not found', async (t) => {
  const [owner, other] = await Promise.all([person(service), person(service)])
  const foreign = await service.make.folder(other.workspace)
  for (const folderId of ['fold_x', foreign.id]) await t.throwsAsync(create(owner, { folderId }), { code: 'not_found' })
})
