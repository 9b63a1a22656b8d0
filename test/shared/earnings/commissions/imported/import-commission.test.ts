/** Commissions that another system computed. */
import test from 'ava'
import type { WorkspaceScope } from '../../../../../shared/accounts/index.js'
import { importCommission, importCommissions, importCustomer } from '../../../../../shared/earnings/index.js'
import { extendScope } from '../../../../../shared/kernel/scope.js'
import { type TestApi, testApi } from '../../../../support/api.js'
import { partnerProgram } from '../../../../support/earnings.js'
import { runJobByName } from '../../../../support/jobs.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

test('unpaid commissions that are imported for a suspected partner are held, paid ones and those of others are not', async (t) => {
  const program = await partnerProgram(api, { plan: 'advanced' })
  const [suspected, other] = [await program.enrol(), await program.enrol()]
  await api.make.fraudGroup(program.program, suspected.partner, 'partnerDuplicateAccount')
  await program.rows(
    `insert into fraud_events (id, group_id, subject, created_at) select 'fre_' || id, id, 'a', now() from fraud_groups where program_id = $1`,
    [program.program.id],
  )
  const inScope = <Result>(work: (scope: WorkspaceScope) => Promise<Result>) =>
    program.inScope((scope) => work(extendScope(scope, { actor: { user: program.user } as unknown as WorkspaceScope['actor'] })))
  const customerOf = (externalId: string, { partner, link }: typeof other) => ({
    partner: { programId: program.program.id, partnerId: partner.id },
    profile: { externalId, name: null, email: null, avatar: null, country: null, stripeCustomerId: null },
    linkId: link.id,
    clickedAt: new Date('2025-01-01T00:00:00Z'),
    leadAt: new Date('2025-01-02T00:00:00Z'),
  })
  const commission = (month: number, status: 'pending' | 'paid') => ({
    ...{ invoiceId: `${month} ${status}`, amount: 1000 * month, earnings: 100 * month, currency: 'usd', status },
    soldAt: new Date(Date.UTC(2025, month)),
  })
  const [ann, bob] = [customerOf('ann', suspected), customerOf('bob', other)]
  await inScope((scope) => importCommission(scope, { ...ann, ...commission(1, 'pending') }))
  await inScope((scope) => importCommission(scope, { ...bob, ...commission(2, 'pending') }))
  const id = await inScope((scope) => importCustomer(scope, ann))
  const customer = { id, externalId: 'ann' } as Parameters<typeof importCommissions>[1][number]['customer']
  const { partner, linkId } = ann
  const together = ([3, 4] as const).map((month) => ({ partner, linkId, customer, ...commission(month, month === 3 ? 'pending' : 'paid') }))
  await inScope((scope) => importCommissions(scope, together))
  await runJobByName(api.resources, 'earnings.aggregate-payouts', { programId: program.program.id })
  t.deepEqual(
    (await program.commissions()).map(({ earnings, status }) => [earnings, status]),
    [
      [100, 'hold'],
      [200, 'processed'],
      [300, 'hold'],
      [400, 'paid'],
    ],
  )
})
