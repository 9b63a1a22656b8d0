import test from 'ava'
import { callerByKey } from '../../../shared/accounts/caller.queries.js'
import { hashKey } from '../../../shared/accounts/index.js'
import { Workspace } from '../../../shared/accounts/workspace.entity.js'
import { testService, type TestService } from '../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

test('callerByKey reads the same workspace as the entity manager', async (t) => {
  const { pool, orm } = service.resources.database
  const { workspace, key } = await service.make.caller({
    logo: 'https://a.example/logo.png',
    trialEndsAt: new Date('2027-01-01T10:00:00.123Z'),
    allowedHostnames: ['a.example'],
    attributionWindowDays: 30,
    usage: 5_000_000_000,
    webhookTriggers: ['link.created'],
  })
  const caller = await callerByKey({ pool }, hashKey(key), { id: null, slug: null })
  const loaded = await orm.em.fork().findOneOrFail(Workspace, workspace.id)
  t.deepEqual(caller?.workspace, { ...loaded })
})

test('a column added by a migration does not break the prepared query', async (t) => {
  const { pool } = service.resources.database
  const { workspace, key } = await service.make.caller()
  const workspaceId = async () => (await callerByKey({ pool }, hashKey(key), { id: null, slug: null }))?.workspace?.id
  t.is(await workspaceId(), workspace.id)
  await pool.query('alter table workspaces add column added_later text')
  t.is(await workspaceId(), workspace.id)
})
