import test from 'ava'
import type { WorkspaceScope } from '../../../../shared/accounts/index.js'
import type { ImportedCommission } from '../../../../shared/earnings/commissions/imported/import-commission.js'
import { deleteImportedCommissions, importCommission, importCustomer } from '../../../../shared/earnings/index.js'
import { extendScope } from '../../../../shared/kernel/scope.js'
import { verifyAggregates } from '../../../../shared/maintenance/verify/verify-aggregates.js'
import { orderConversions, removeLeads } from '../../../../shared/tracking/index.js'
import { type TestApi, testApi } from '../../../support/api.js'
import { partnerProgram } from '../../../support/earnings.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

/** A partner with a link, and customers that were imported for it. */
async function withImport() {
  const program = await partnerProgram(api)
  const { partner, link } = await program.enrol()
  const imported = (externalId: string, soldAt: Date) => ({
    partner: { programId: program.program.id, partnerId: partner.id },
    profile: { externalId, name: null, email: null, avatar: null, country: null, stripeCustomerId: null },
    linkId: link.id,
    clickedAt: new Date('2025-01-01T00:00:00Z'),
    leadAt: new Date('2025-01-02T00:00:00Z'),
    ...{
      invoiceId: `${externalId} ${soldAt.toISOString()}`,
      amount: 1000,
      earnings: 100,
      currency: 'usd',
      status: 'pending' as const,
      soldAt,
    },
  })
  const inScope = <Result>(work: (scope: WorkspaceScope) => Promise<Result>) =>
    program.inScope((scope) => work(extendScope(scope, { actor: { user: program.user } as unknown as WorkspaceScope['actor'] })))
  const store = (commission: ImportedCommission) => inScope((scope) => importCommission(scope, commission))
  const remove = (ids: string[]) => inScope((scope) => deleteImportedCommissions(scope, ids))
  /** What the verification finds. Links of the test do not count for the workspace. */
  const differences = async () => {
    const { database, config } = api.resources
    const { found } = await verifyAggregates({ pool: database.pool, config, now: () => new Date() }, [program.workspace.id])
    return found.filter(({ table }) => table !== 'workspaces')
  }
  return { program, link, imported, inScope, store, remove, differences }
}

test('without an imported sale, the next sale of the customer is the first one', async (t) => {
  const { program, link, imported, store, remove, differences } = await withImport()
  const id = await store(imported('ann', new Date('2025-02-01T00:00:00Z')))
  await program.track('sale', { customerExternalId: 'ann', amount: 500 })
  t.like(await program.counters(link.id), { conversions: 1, sales: 2, saleAmount: 1500 })
  t.deepEqual(await remove([id]), new Set([id]))
  t.deepEqual(
    (await program.sales()).map(({ amount, recurring }) => [amount, recurring]),
    [[500, false]],
  )
  t.deepEqual(await program.counters(link.id), { leads: 1, conversions: 1, sales: 1, saleAmount: 500 })
  t.deepEqual(await differences(), [])
})

test('without imported sales and leads, a link has the counters and times from before', async (t) => {
  const { program, link, imported, inScope, store, remove, differences } = await withImport()
  const ids = [
    await store(imported('ann', new Date('2025-02-01T00:00:00Z'))),
    await store(imported('ben', new Date('2025-03-01T00:00:00Z'))),
  ]
  const customerId = await inScope((scope) => importCustomer(scope, imported('eve', new Date())))
  t.deepEqual(await remove(ids), new Set(ids))
  await inScope((scope) => removeLeads(scope, [customerId]))
  t.deepEqual(await program.counters(link.id), { leads: 2, conversions: 0, sales: 0, saleAmount: 0 })
  t.deepEqual(await program.rows('select last_conversion_at from links where id = $1', [link.id]), [{ last_conversion_at: null }])
  t.deepEqual(await differences(), [])
})

test('imported conversions from before a link moved to the workspace do not count for it, before or after their removal', async (t) => {
  const { program, link, imported, inScope, store, remove, differences } = await withImport()
  await program.rows(`update links set stats_reset_at = '2025-02-15T00:00:00Z' where id = $1`, [link.id])
  const early = await store(imported('ann', new Date('2025-02-01T00:00:00Z')))
  await store(imported('ann', new Date('2025-03-01T00:00:00Z')))
  const [{ id: customerId }] = await program.customers()
  await inScope((scope) => orderConversions(scope, [customerId]))
  t.deepEqual(await program.counters(link.id), { leads: 0, conversions: 0, sales: 1, saleAmount: 1000 })
  t.deepEqual(await differences(), [])
  await remove([early])
  t.deepEqual(await program.counters(link.id), { leads: 0, conversions: 1, sales: 1, saleAmount: 1000 })
  t.deepEqual(await differences(), [])
})

test('an imported sale of a customer who was deleted meanwhile is removed', async (t) => {
  const { program, imported, store, remove, differences } = await withImport()
  const id = await store(imported('ann', new Date('2025-02-01T00:00:00Z')))
  await program.track('sale', { customerExternalId: 'ann', amount: 500 })
  t.is((await program.call('DELETE /customers/ext_ann')).status, 200)
  t.deepEqual(await remove([id]), new Set([id]))
  t.is((await program.sales()).length, 1)
  t.deepEqual(await differences(), [])
})
