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

test('the workspace of a caller is the same as the one that the entity manager loads', async (t) => {
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

test('a column that a migration adds does not stop callers', async (t) => {
  const { pool } = service.resources.database
  const { workspace, key } = await service.make.caller()
  const ask = async () => (await callerByKey({ pool }, hashKey(key), { id: null, slug: null }))?.workspace?.id
  t.is(await ask(), workspace.id)
  await pool.query('alter table workspaces add column of_tomorrow text')
  t.is(await ask(), workspace.id)
})
