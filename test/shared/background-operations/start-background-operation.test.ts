/** What remains of a background operation whose start failed. */
import test from 'ava'
import { type RunOnce, startBackgroundOperation } from '../../../shared/background-operations/index.js'
import { badRequest } from '../../../shared/kernel/errors.js'
import { inTransaction } from '../../../shared/kernel/scope.js'
import { deleteLinksInBulk } from '../../../shared/links/jobs.js'
import { testMember } from '../../support/callers.js'
import { testService, type TestService } from '../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

async function* oneElement(): AsyncGenerator<readonly string[]> {
  yield ['"link_1"']
}

/** The states of the workspace's operations after a start that `runOnce` makes fail. */
async function statesAfterFailedStart(runOnce: (run: RunOnce) => RunOnce): Promise<string[]> {
  const owner = await testMember(service)
  const scope = await owner.scope()
  const operation = { type: 'links.delete', permission: 'links.write', contract: deleteLinksInBulk } as const
  await startBackgroundOperation(
    scope,
    operation,
    oneElement(),
    runOnce((work) => inTransaction(scope, work)),
  ).catch(() => undefined)
  const { rows } = await service.resources.database.pool.query('select state from background_operations where workspace_id = $1', [
    owner.workspace.id,
  ])
  return rows.map(({ state }) => state)
}

test('an operation whose start was committed remains when the connection is lost before the answer', async (t) => {
  const states = await statesAfterFailedStart((run) => async (work) => {
    await run(work)
    throw new Error('Connection terminated unexpectedly')
  })
  t.deepEqual(states, ['waiting'])
})

test('an operation whose start was rolled back is deleted', async (t) => {
  const states = await statesAfterFailedStart(
    (run) => (work) =>
      run(async () => {
        await work()
        throw badRequest('no')
      }),
  )
  t.deepEqual(states, [])
})
