import test from 'ava'
import { verifyAggregates } from '../../../../shared/maintenance/verify/verify-aggregates.js'
import { type TestApi, testApi } from '../../../support/api.js'
import { partnerProgram } from '../../../support/earnings.js'
import { runQueuedJobs } from '../../../support/jobs.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

test('a sale that a recomputation moves to the link of a partner earns nothing, and is no missing commission', async (t) => {
  const { workspace, link, call, click, compute, commissions, enrol, reward, rows } = await partnerProgram(api)
  await reward({ event: 'sale', type: 'percentage', amountInPercentage: 10 })
  const { link: partnerLink } = await enrol()
  const customer = { customerExternalId: 'ada' }
  await call('POST /track/lead', { ...customer, clickId: await click(partnerLink), eventName: 'Sign up' })
  await call('POST /track/lead', { ...customer, clickId: await click(link), eventName: 'Demo' })
  t.is((await call('POST /track/sale', { ...customer, amount: 5000 })).status, 200)
  await compute()

  await call(`PATCH /workspaces/${workspace.id}`, { attributionModel: 'first_click' })
  await call(`POST /workspaces/${workspace.id}/attribution/recompute`, { dryRun: false })
  await runQueuedJobs(api.resources)
  t.deepEqual(await rows('select link_id from sale_events where workspace_id = $1', [workspace.id]), [{ link_id: partnerLink.id }])
  t.deepEqual(await commissions(), [])
  const { database, config } = api.resources
  const { found } = await verifyAggregates({ pool: database.pool, config, now: () => new Date() }, [workspace.id])
  t.deepEqual(
    found.filter(({ table }) => table === 'missing_commissions'),
    [],
  )
})
