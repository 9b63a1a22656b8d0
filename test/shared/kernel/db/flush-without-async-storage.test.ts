import { AsyncLocalStorage } from 'node:async_hooks'
import test from 'ava'
import { Workspace } from '../../../../shared/accounts/index.js'
import { inTransaction, openScope } from '../../../../shared/kernel/scope.js'
import { silentLog, testService } from '../../../support/service.js'

// Nothing else runs in this process, so only the ORM could use a storage.
test.serial('a transaction that writes does not use AsyncLocalStorage', async (t) => {
  const { run } = AsyncLocalStorage.prototype
  let used = 0
  AsyncLocalStorage.prototype.run = function (this: AsyncLocalStorage<unknown>, ...args: Parameters<typeof run>) {
    used++
    return run.apply(this, args)
  } as typeof run
  t.teardown(() => {
    AsyncLocalStorage.prototype.run = run
  })
  const service = await testService()
  t.teardown(() => service.close())
  const { id } = await service.make.workspace()
  const scope = openScope({ resources: service.resources, log: silentLog, requestId: 'req_test' })
  await inTransaction(scope, async () => {
    const workspace = await scope.em.findOneOrFail(Workspace, id)
    workspace.name = 'New name'
  })
  t.is((await service.resources.database.orm.em.fork().findOneOrFail(Workspace, id)).name, 'New name')
  t.is(used, 0)
})

test.serial('concurrent flushes run one after the other', async (t) => {
  const service = await testService()
  t.teardown(() => service.close())
  const em = service.resources.database.orm.em.fork()
  const { id } = await service.make.workspace()
  const workspace = await em.findOneOrFail(Workspace, id)
  workspace.name = 'First'
  const first = em.flush()
  const second = em.flush()
  await Promise.all([first, second])
  t.is((await service.resources.database.orm.em.fork().findOneOrFail(Workspace, id)).name, 'First')
})
