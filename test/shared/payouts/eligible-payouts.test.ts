/** Compares the eligibility that queries decide with that of `choosePayment`. */
import test from 'ava'
import { inTransaction, openScope } from '../../../shared/kernel/scope.js'
import { findCandidates, findPayee } from '../../../shared/payouts/confirm/candidate.queries.js'
import { choosePayment, isEligible, type PayeeDetails, type PayoutTerms } from '../../../shared/payouts/confirm/choose-payment.js'
import { testApi } from '../../support/api.js'
import { payoutProgram } from '../../support/payouts.js'
import { silentLog } from '../../support/service.js'

const api = await testApi()
test.after.always(() => api.close())
const openTestScope = () => openScope({ resources: api.resources, log: silentLog, requestId: 'eligible', now: () => new Date() })

const enabled = { payoutsEnabledAt: new Date() }
/** Accounts and tenant ids are unique. */
const payeesOf = (unique: string): Parameters<Awaited<ReturnType<typeof payoutProgram>>['enrol']>[] => [
  [{}],
  [{}, { tenantId: `a-${unique}` }],
  [enabled],
  [enabled, { tenantId: `b-${unique}` }],
  [{ ...enabled, defaultPayoutMethod: 'connect' }],
  [{ ...enabled, defaultPayoutMethod: 'connect', stripeConnectId: `acct_${unique}` }, { tenantId: `c-${unique}` }],
  [{ ...enabled, defaultPayoutMethod: 'paypal', paypalEmail: `${unique}@paypal.example` }],
  [{ defaultPayoutMethod: 'paypal', paypalEmail: `off-${unique}@paypal.example` }],
  [{ ...enabled, defaultPayoutMethod: 'stablecoin' }, { tenantId: `d-${unique}` }],
  [enabled, { tenantId: `e-${unique}`, status: 'banned' }],
]

for (const payoutMode of ['internal', 'external', 'hybrid'] as const) {
  test(`queries find the payouts that can be paid in ${payoutMode} mode`, async (t) => {
    const { program, enrol, rows } = await payoutProgram(api, { program: { payoutMode } })
    const ids: string[] = []
    for (const [index, payee] of payeesOf(payoutMode).entries()) {
      const { partner } = await enrol(...payee)
      ids.push((await api.make.payout(program, partner, { amount: index === 2 ? 999 : 1000 + index })).id)
    }
    for (const payee of payeesOf(`chosen-${payoutMode}`)) {
      const { partner } = await enrol(...payee)
      ids.push((await api.make.payout(program, partner, { amount: 1000 })).id)
      await api.make.payoutSettings(program, partner)
    }
    await rows(
      `update partner_payout_settings s set method = 'connect', destination = case when pa.paypal_email is not null then 'acct_chosen' end
       from partners pa where pa.id = s.partner_id and s.program_id = $1 and (pa.stripe_connect_id is not null or pa.paypal_email is not null)`,
      [program.id],
    )
    const stored = await rows('select id from payouts where program_id = $1', [program.id])
    t.is(stored.length, ids.length)

    for (const minPayoutAmount of [0, 1000, 1005])
      for (const connectedProviders of [[], ['stripe'], ['paypal'], ['stripe', 'paypal']] as const) {
        const terms: PayoutTerms = { payoutMode, minPayoutAmount, connectedProviders }
        const scope = openTestScope()
        const find = (kind: 'eligible' | 'ineligible', limit = 100, cutoff: Date | null = null) =>
          inTransaction(scope, () => findCandidates(scope, program.id, { cutoff }, terms, { kind, limit }))
        const expected: string[] = []
        for (const id of ids) {
          const payee = await inTransaction(scope, () => findPayee(scope, id))
          if (isEligible(choosePayment(payee as PayeeDetails, terms))) expected.push(id)
        }
        const idsOf = (found: { id: string }[]) => found.map(({ id }) => id)
        t.deepEqual(idsOf(await find('eligible')), expected.toSorted())
        t.deepEqual(idsOf(await find('ineligible')), ids.filter((id) => !expected.includes(id)).toSorted())
        t.deepEqual(idsOf(await find('eligible', 1)), expected.toSorted().slice(0, 1))
        t.deepEqual(await find('eligible', 100, new Date(0)), [], 'nothing was earned before the cut-off')
      }
  })
}

test('a confirmation reads one payout more than it may pay, and refuses', async (t) => {
  const { program, call, rows, enrol } = await payoutProgram(api)
  const { partner } = await enrol()
  const copies = 'generate_series(1, 10001) as i'
  await rows(
    `insert into partners select copy.* from partners, ${copies}, jsonb_populate_record(partners, jsonb_build_object(
       'id', 'pn_many' || i, 'email', 'many' || i || '@example.com', 'username', 'many-' || i)) as copy where partners.id = $1`,
    [partner.id],
  )
  await rows(
    `insert into payouts (id, program_id, partner_id, amount, status, created_at, updated_at)
     select 'po_many' || i, $1, 'pn_many' || i, 1000, 'pending', now(), now() from ${copies}`,
    [program.id],
  )
  const refused = await call('POST /payouts/confirm', {})
  t.is(refused.status, 400)
  t.regex(refused.body.error.message, /More than 10000 payouts can be confirmed/)
  const page = await call(`GET /programs/${program.id}/payouts/eligible?pageSize=2&page=5000`)
  t.is(page.body.length, 2)
  t.like((await call(`GET /programs/${program.id}/payouts/eligible/count`)).body, { count: 10_001, amount: 10_001_000 })
  await rows(`delete from payouts where id = 'po_many1'`)
  t.is((await call('GET /payouts/count?eligibility=eligible')).body[0].count, 10_000)
})
