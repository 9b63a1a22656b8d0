import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { emailsTo, latestEmailTo } from '../../support/emails.js'
import { runJobByName, runQueuedJobsAndSubscribers } from '../../support/jobs.js'
import { payoutProgram } from '../../support/payouts.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ PAYOUT_FEE: '5', PAYOUT_FEE_WAIVER: '2000' })
})
test.after.always(() => api.close())

const monthsAgo = (count: number) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1))
}

test('a confirmation sets the eligible payouts to processing and creates an invoice with fee and waiver', async (t) => {
  const { pendingPayout, confirm, payout, call, user, workspace } = await payoutProgram(api, { program: { minPayoutAmount: 1000 } })
  const first = await pendingPayout({ commissions: [{ earnings: 1500 }, { earnings: 1500 }] })
  const second = await pendingPayout({ commissions: [{ earnings: 1000 }] })
  const small = await pendingPayout({ commissions: [{ earnings: 999 }] })
  const negative = await pendingPayout({ commissions: [{ earnings: 500 }, { earnings: -700 }] })

  const invoice = await confirm()
  t.like(invoice, {
    status: 'processing',
    amount: 4000,
    externalAmount: 0,
    waivedAmount: 2000,
    fee: 100,
    total: 4100,
    chargeAmount: 4100,
    payoutCount: 2,
    payoutsByStatus: { processing: 2 },
    cutoffPeriod: null,
    user: { id: user.id },
  })
  t.is(invoice.number, `${workspace.id.slice(-6)}-0001`)
  t.deepEqual(
    new Set(invoice.skippedPayouts.map(({ payoutId }: { payoutId: string }) => payoutId)),
    new Set([small.payoutId, negative.payoutId]),
  )
  for (const { reason } of invoice.skippedPayouts) t.is(reason, 'below_minimum')
  const confirmed = await payout(first.payoutId)
  t.like(confirmed, { status: 'processing', amount: 3000, mode: 'internal', method: null, invoiceId: invoice.id, user: { id: user.id } })
  t.truthy(confirmed.initiatedAt)
  t.like(await payout(second.payoutId), { status: 'processing', amount: 1000 })
  t.like(await payout(small.payoutId), { status: 'pending', invoiceId: null, initiatedAt: null })

  t.like((await call(`GET /workspaces/${workspace.slug}`)).body, {
    payoutsUsage: 4100,
    payoutFeeWaiverUsage: 2000,
    payoutFee: api.config.payoutFee.rate / 10_000,
    payoutFeeWaiverLimit: api.config.payoutFee.waiver,
  })

  // The waiver is used once, and numbers follow each other.
  const third = await pendingPayout({ commissions: [{ earnings: 10_000 }] })
  const next = await confirm({ selectedPayoutIds: [third.payoutId] })
  t.like(next, { amount: 10_000, waivedAmount: 0, fee: 500, number: `${workspace.id.slice(-6)}-0002` })
  t.deepEqual(
    (await call('GET /invoices')).body.map(({ id }: { id: string }) => id),
    [next.id, invoice.id],
  )
  const { skippedPayouts: _, ...shown } = next
  t.deepEqual((await call(`GET /invoices/${next.id}`)).body, shown)
})

test('selected payouts are confirmed alone, and excluded ones are left out', async (t) => {
  const { pendingPayout, confirm, payout, call } = await payoutProgram(api)
  const [one, two, three] = [await pendingPayout(), await pendingPayout(), await pendingPayout()]
  const statuses = () => Promise.all([one, two, three].map(async ({ payoutId }) => (await payout(payoutId)).status))
  await confirm({ selectedPayoutIds: [two.payoutId] })
  t.deepEqual(await statuses(), ['pending', 'processing', 'pending'])
  await confirm({ excludedPayoutIds: [one.payoutId] })
  t.deepEqual(await statuses(), ['pending', 'processing', 'processing'])

  const both = await call('POST /payouts/confirm', { selectedPayoutIds: [one.payoutId], excludedPayoutIds: [two.payoutId] })
  t.is(both.status, 422)
  t.regex(both.body.error.message, /selectedPayoutIds or excludedPayoutIds/)
  const unknown = await call('POST /payouts/confirm', { selectedPayoutIds: [one.payoutId, 'po_unknown'] })
  t.is(unknown.status, 404)
  t.regex(unknown.body.error.message, /po_unknown/)
  const again = await call('POST /payouts/confirm', { selectedPayoutIds: [two.payoutId] })
  t.is(again.status, 400)
  t.deepEqual(await statuses(), ['pending', 'processing', 'processing'])
})

test('nothing is paid if another total than the expected one is due', async (t) => {
  const { pendingPayout, confirm, payout, call, program } = await payoutProgram(api)
  const [one, two] = [
    await pendingPayout({ commissions: [{ earnings: 1000 }] }),
    await pendingPayout({ commissions: [{ earnings: 3000 }] }),
  ]
  const shown = (await call(`GET /programs/${program.id}/payouts/eligible/count?excludedPayoutIds=${two.payoutId}`)).body
  const refused = await call('POST /payouts/confirm', { total: shown.total })
  t.is(refused.status, 409)
  t.regex(refused.body.error.message, /^Nothing was paid: with the fee, \$41\.00 are due now, not \$10\.00\.$/)
  t.deepEqual((await call('GET /invoices')).body, [])
  t.deepEqual([(await payout(one.payoutId)).status, (await payout(two.payoutId)).status], ['pending', 'pending'])
  t.like(await confirm({ excludedPayoutIds: [two.payoutId], total: shown.total }), { total: shown.total, payoutCount: 1 })
})

test('a cut-off pays the older commissions and moves the newer ones to another pending payout', async (t) => {
  const { pendingPayout, confirm, payout, rows, program } = await payoutProgram(api)
  const inLastMonth = new Date(monthsAgo(0).getTime() - 1)
  const ann = await pendingPayout({
    commissions: [
      { earnings: 700, createdAt: monthsAgo(2) },
      { earnings: 300, createdAt: inLastMonth },
      { earnings: 50, createdAt: monthsAgo(0) },
    ],
  })
  const bob = await pendingPayout({ commissions: [{ earnings: 900, createdAt: monthsAgo(0) }] })
  const invoice = await confirm({ cutoffPeriod: 'lastMonth' })
  t.like(invoice, { amount: 1000, cutoffPeriod: 'lastMonth', payoutCount: 1 })
  t.deepEqual(invoice.skippedPayouts, [{ payoutId: bob.payoutId, reason: 'below_minimum' }])
  t.like(await payout(ann.payoutId), { status: 'processing', amount: 1000, periodEnd: inLastMonth.toISOString() })
  const others = await rows(`select amount::int, status from payouts where program_id = $1 and partner_id = $2 and id <> $3`, [
    program.id,
    ann.partner.id,
    ann.payoutId,
  ])
  t.deepEqual(others, [{ amount: 50, status: 'pending' }])
  t.like(await payout(bob.payoutId), { status: 'pending', amount: 900 })
})

test('confirmations at the same time pay each payout once', async (t) => {
  const { pendingPayout, call, rows, program } = await payoutProgram(api)
  for (let index = 0; index < 4; index++) await pendingPayout()
  const results = await Promise.all(Array.from({ length: 6 }, () => call('POST /payouts/confirm', {})))
  t.is(results.filter(({ status }) => status === 200).length, 1)
  t.is(results.filter(({ status }) => status === 400).length, 5)
  t.deepEqual(
    await rows('select count(*)::int as invoices, sum(amount)::int as amount from invoices where program_id = $1', [program.id]),
    [{ invoices: 1, amount: 4000 }],
  )
})

test('commissions that are aggregated during a confirmation are paid with it or stay pending', async (t) => {
  const { pendingPayout, confirm, rows, program } = await payoutProgram(api)
  const payees = [await pendingPayout(), await pendingPayout(), await pendingPayout()]
  for (const { partner } of payees) await api.make.commission(program, partner, { earnings: 77 })
  await Promise.all([confirm(), runJobByName(api.resources, 'earnings.aggregate-payouts', { programId: program.id })])
  const differing = await rows(
    `select payouts.id from payouts left join commissions on payout_id = payouts.id where payouts.program_id = $1
     group by payouts.id having payouts.amount <> coalesce(sum(earnings), 0)`,
    [program.id],
  )
  t.deepEqual(differing, [])
})

test('a trial refuses payouts of more than 500 dollars, whatever the plan', async (t) => {
  const { pendingPayout, call, confirm, rows, workspace } = await payoutProgram(api)
  await rows(`update workspaces set trial_ends_at = now() + interval '1 day' where id = $1`, [workspace.id])
  const { payoutId } = await pendingPayout({ commissions: [{ earnings: 50_000 }] })
  await pendingPayout({ commissions: [{ earnings: 1 }] })
  const { status, body } = await call('POST /payouts/confirm', {})
  t.is(status, 403)
  t.regex(body.error.message, /^The trial includes payouts of \$500 /)
  t.is((await confirm({ selectedPayoutIds: [payoutId] })).amount, 50_000)
})

test('a plan with a payout limit refuses what exceeds it', async (t) => {
  const { pendingPayout, call } = await payoutProgram(api, { plan: 'business' })
  await pendingPayout({ commissions: [{ earnings: 250_001 }] })
  const { status, body } = await call('POST /payouts/confirm', {})
  t.is(status, 403)
  t.is(body.error.code, 'exceeded_limit')
  t.regex(body.error.message, /\$2500/)
})

test('the reasons that nothing can be confirmed are named', async (t) => {
  const { call, pendingPayout } = await payoutProgram(api, { program: { minPayoutAmount: 5000 } })
  t.regex((await call('POST /payouts/confirm', {})).body.error.message, /no pending payouts/)
  await pendingPayout()
  const { status, body } = await call('POST /payouts/confirm', {})
  t.is(status, 400)
  t.regex(body.error.message, /below the minimum/)
})

test('a manual payout is completed by a reference, and its commissions are paid', async (t) => {
  const { pendingPayout, confirm, payout, call, commissionStatuses } = await payoutProgram(api)
  const { payoutId } = await pendingPayout()
  t.is((await call(`POST /payouts/${payoutId}/paid`, { reference: 'early' })).status, 400)
  const invoice = await confirm()
  t.deepEqual(await commissionStatuses(payoutId), ['processed'])
  const { status, body } = await call(`POST /payouts/${payoutId}/paid`, { reference: 'WIRE-1' })
  t.is(status, 200)
  t.like(body, { status: 'completed', traceId: 'WIRE-1', failureReason: null })
  t.truthy(body.paidAt)
  t.deepEqual(await commissionStatuses(payoutId), ['paid'])
  t.is((await call(`GET /invoices/${invoice.id}`)).body.status, 'completed')

  // The same report again has no effect, another one is refused.
  t.deepEqual((await call(`POST /payouts/${payoutId}/paid`, { reference: 'WIRE-1' })).body, await payout(payoutId))
  t.is((await call(`POST /payouts/${payoutId}/paid`, { reference: 'WIRE-2' })).status, 400)
  t.is((await call(`POST /payouts/${payoutId}/failed`, { reason: 'late' })).status, 400)
  t.is((await call(`POST /payouts/${payoutId}/cancel`)).status, 400)
})

test('a failed payout is paid again, or taken back', async (t) => {
  const { pendingPayout, confirm, payout, call, program, rows, commissionStatuses } = await payoutProgram(api)
  const { payoutId, partner } = await pendingPayout()
  const other = await pendingPayout({ commissions: [{ earnings: 3000 }] })
  const invoice = await confirm()
  t.like((await call(`POST /payouts/${payoutId}/failed`, { reason: 'Account closed' })).body, {
    status: 'failed',
    failureReason: 'Account closed',
  })
  t.like((await call(`POST /payouts/${payoutId}/retry`)).body, { status: 'processing', failureReason: null })
  await call(`POST /payouts/${payoutId}/failed`, { reason: 'Still closed' })

  // Meanwhile the partner earned more, which is merged with the payout that is taken back.
  await api.make.commission(program, partner, { earnings: 250 })
  await runJobByName(api.resources, 'earnings.aggregate-payouts', { programId: program.id })
  const { status, body } = await call(`POST /payouts/${payoutId}/cancel`)
  t.is(status, 200)
  t.like(body, { status: 'pending', amount: 1250, invoiceId: null, initiatedAt: null, user: null, failureReason: null })
  t.deepEqual(await rows('select id from payouts where partner_id = $1', [partner.id]), [{ id: payoutId }])
  t.deepEqual(await commissionStatuses(payoutId), ['processed'])
  t.like((await call(`GET /invoices/${invoice.id}`)).body, { amount: 3000, waivedAmount: 2000, fee: 50, total: 3050, payoutCount: 1 })
  t.is((await payout(other.payoutId)).status, 'processing')
})

test('a payout that is taken back from a partner who was banned meanwhile is canceled until the ban ends', async (t) => {
  const { pendingPayout, confirm, payout, call, commissionStatuses } = await payoutProgram(api)
  const { payoutId, partner } = await pendingPayout()
  await confirm()
  t.is((await call('POST /partners/ban', { partnerId: partner.id, reason: 'fraud' })).status, 200)
  await runQueuedJobsAndSubscribers(api.resources)
  t.is((await payout(payoutId)).status, 'processing')
  t.like((await call(`POST /payouts/${payoutId}/cancel`)).body, { status: 'canceled', amount: 1000, invoiceId: null })
  t.deepEqual(await commissionStatuses(payoutId), ['canceled'])
  t.is((await call(`POST /partners/${partner.id}/unban`)).status, 200)
  await runQueuedJobsAndSubscribers(api.resources)
  t.like(await payout(payoutId), { status: 'pending', amount: 1000 })
  t.deepEqual(await commissionStatuses(payoutId), ['processed'])
})

test.serial('the partner gets an email about a payment, and the workspace one about the first failure of an invoice', async (t) => {
  const { pendingPayout, confirm, call, user } = await payoutProgram(api)
  const [paid, failed, failedToo] = [await pendingPayout(), await pendingPayout(), await pendingPayout()]
  await confirm()
  await call(`POST /payouts/${paid.payoutId}/paid`, { reference: 'A' })
  for (const { payoutId } of [failed, failedToo]) await call(`POST /payouts/${payoutId}/failed`, { reason: 'Account closed' })
  await runQueuedJobsAndSubscribers(api.resources)
  const { dataDir } = api.config
  t.regex((await latestEmailTo(dataDir, paid.partner.email as string)).subject, /paid you \$10\.00/)
  t.is((await emailsTo(dataDir, user.email)).filter(({ subject }) => /payout/.test(subject)).length, 1)
  t.deepEqual(await emailsTo(dataDir, failed.partner.email as string), [])
})

test('the payout file lists the manual payments with decrypted details, and only users who pay may read it', async (t) => {
  const { pendingPayout, confirm, call, rows } = await payoutProgram(api)
  const { payoutId, partner } = await pendingPayout({ partner: { name: '=cmd()', country: 'DE' }, enrolment: { tenantId: 'ann-7' } })
  const settings = await call(`PUT /partners/${partner.id}/payout-settings`, { method: 'manual', details: 'DE89 3704 0044 0532 0130 00' })
  t.is(settings.status, 200)
  t.deepEqual((await call(`GET /partners/${partner.id}/payout-settings`)).body, settings.body)
  const [stored] = await rows('select details from partner_payout_settings where partner_id = $1', [partner.id])
  t.false(stored.details.includes('3704'))
  const invoice = await confirm()
  const { status, body, headers } = await call(`GET /invoices/${invoice.id}/payout-file`)
  t.is(status, 200)
  t.is(headers.get('content-disposition'), `attachment; filename="payouts-${invoice.number}.csv"`)
  t.deepEqual(body.trim().split('\r\n').slice(1), [
    `${payoutId},${partner.id},ann-7,'=cmd(),,${partner.email},DE,10.00,USD,DE89 3704 0044 0532 0130 00,processing,`,
  ])
  const page = await call(`GET /invoices/${invoice.id}/page`)
  t.is(page.status, 200)
  t.regex(page.body, new RegExp(`Invoice ${invoice.number}`))
  t.regex(page.body, /\$10\.00/)
})

test('eligible payouts are listed and counted with the amounts that a confirmation would pay', async (t) => {
  const { pendingPayout, call, program, rows } = await payoutProgram(api, { program: { minPayoutAmount: 1000 } })
  const ann = await pendingPayout({
    commissions: [
      { earnings: 1500, createdAt: monthsAgo(1) },
      { earnings: 900, createdAt: monthsAgo(0) },
    ],
  })
  const bob = await pendingPayout({ commissions: [{ earnings: 1200, createdAt: monthsAgo(0) }] })
  await pendingPayout({ commissions: [{ earnings: 10 }] })
  const list = async (query = '') =>
    (await call(`GET /programs/${program.id}/payouts/eligible?${query}`)).body.map(({ id, amount }: { id: string; amount: number }) => [
      id,
      amount,
    ])
  const count = async (query = '') => (await call(`GET /programs/${program.id}/payouts/eligible/count?${query}`)).body
  t.deepEqual(await list(), [
    [ann.payoutId, 2400],
    [bob.payoutId, 1200],
  ])
  t.deepEqual(await list('pageSize=1&page=2'), [[bob.payoutId, 1200]])
  t.deepEqual(await list('cutoffPeriod=lastMonth'), [[ann.payoutId, 1500]])
  t.deepEqual(await count(`excludedPayoutIds=${bob.payoutId}`), { count: 1, amount: 2400, fee: 20, total: 2420 })
  t.is((await call(`GET /programs/${program.id}/payouts/eligible?selectedPayoutIds=a&excludedPayoutIds=b`)).status, 422)
  const counts = async (query: string) => (await call(`GET /payouts/count?${query}`)).body
  t.deepEqual(await counts('eligibility=eligible'), [{ status: 'all', count: 2, amount: 3600 }])
  t.deepEqual(await counts('eligibility=ineligible'), [{ status: 'all', count: 1, amount: 10 }])
  t.deepEqual(await counts(''), [{ status: 'all', count: 3, amount: 3610 }])
  await rows(`update payouts set status = 'completed' where id = $1`, [ann.payoutId])
  const grouped = await counts('groupBy=status')
  t.is(grouped.length, 7)
  t.deepEqual(
    grouped.filter(({ count: number }: { count: number }) => number > 0),
    [
      { status: 'pending', count: 2, amount: 1210 },
      { status: 'completed', count: 1, amount: 2400 },
    ],
  )
})

test('payouts are exported as CSV, also as a background operation', async (t) => {
  const { pendingPayout, call, program, rows } = await payoutProgram(api)
  const { payoutId, partner } = await pendingPayout()
  const { status, body } = await call('GET /payouts/export?columns=id,amount,status,partnerId')
  t.is(status, 200)
  t.is(body, `ID,Amount,Status,Partner ID\r\n${payoutId},10.00,pending,${partner.id}\r\n`)
  t.is((await call('GET /payouts/export?columns=secret')).status, 422)
  t.is((await call('GET /payouts/export?status=completed')).body.split('\r\n').length, 2)

  await rows(
    `insert into payouts (id, program_id, partner_id, status, amount, created_at, updated_at)
     select 'po_many' || n, $1, $2, 'completed', n, now(), now() from generate_series(1, 1001) n`,
    [program.id, partner.id],
  )
  const started = await call('GET /payouts/export?status=completed&columns=id')
  t.is(started.status, 202)
  await runJobByName(api.resources, 'payouts.export', { operationId: started.body.id })
  const result = await call(`GET /jobs/${started.body.id}/result`)
  t.is(new Set(result.body.trim().split('\r\n')).size, 1002)
})

test('payouts of another workspace cannot be confirmed, reported or taken back', async (t) => {
  const [mine, other] = [await payoutProgram(api), await payoutProgram(api)]
  const { payoutId } = await other.pendingPayout()
  t.is((await mine.call('POST /payouts/confirm', { selectedPayoutIds: [payoutId] })).status, 404)
  const invoice = await other.confirm()
  t.is((await mine.call(`POST /payouts/${payoutId}/paid`, { reference: 'x' })).status, 404)
  t.is((await mine.call(`POST /payouts/${payoutId}/failed`, { reason: 'x' })).status, 404)
  t.is((await mine.call(`POST /payouts/${payoutId}/cancel`)).status, 404)
  t.is((await mine.call(`GET /invoices/${invoice.id}/payout-file`)).status, 404)
  t.is((await other.payout(payoutId)).status, 'processing')
})
