import test from 'ava'
import { earningsOfSource, reachesThreshold, type ReferralReward } from '../../../../shared/earnings/referrals/referral-earnings.js'
import { type TestApi, testApi } from '../../../support/api.js'
import { partnerProgram } from '../../../support/earnings.js'
import { runJobByName } from '../../../support/jobs.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

/** A partner who referred another one, who has two sale commissions in a payout. */
async function referral(reward: object) {
  const program = await partnerProgram(api)
  const created = await program.reward({ event: 'referral', ...reward })
  const referrer = await program.enrol({}, { referralRewardId: created.id })
  const referred = await program.enrol({}, { referredByPartnerId: referrer.partner.id })
  const payout = await api.make.payout(program.program, referred.partner, { status: 'sent', amount: 300 })
  const customer = await api.make.customer(program.workspace)
  const sale = (row: object) =>
    api.make.commission(program.program, referred.partner, {
      type: 'sale',
      status: 'paid',
      payoutId: payout.id,
      customerId: customer.id,
      ...row,
    })
  const first = await sale({ amount: 1001, earnings: 205 })
  const second = await sale({ amount: 500, earnings: 95 })
  await api.make.commission(program.program, referred.partner, { earnings: 5000, status: 'paid', payoutId: payout.id })
  const run = () => runJobByName(api.resources, 'earnings.create-referral-commissions')
  const earned = async () => (await program.commissions()).filter(({ type }) => type === 'referral')
  return { program, referrer, referred, payout, customer, first, second, run, earned }
}

test.serial('a referrer earns nothing for sales in programs to which another partner referred the seller', async (t) => {
  const reward = { type: 'percentage', amountInPercentage: 10, config: { trigger: 'saleRecorded' } }
  const [here, there] = [await referral(reward), await referral(reward)]
  await api.make.enrolment(here.program.program, there.referrer.partner, { referralRewardId: null })
  await api.make.enrolment(there.program.program, here.referred.partner, { referredByPartnerId: there.referrer.partner.id })
  await here.run()
  t.deepEqual(
    (await here.earned()).map(({ partner_id }) => partner_id),
    [here.referrer.partner.id, here.referrer.partner.id],
  )
})

test.serial('a share of the sale amount is earned once the payout was sent, rounded down', async (t) => {
  const { program, referrer, referred, customer, first, second, run, earned } = await referral({
    type: 'percentage',
    amountInPercentage: 10,
    config: { trigger: 'saleRecorded' },
  })
  await run()
  await run()
  const rows = await earned()
  t.deepEqual(rows.map(({ earnings }) => earnings).toSorted(), [100, 50])
  t.deepEqual(
    rows.map(({ invoice_id }) => invoice_id).toSorted(),
    [first, second].map(({ id }) => `referral:saleRecorded:${id}`).toSorted(),
  )
  for (const row of rows)
    t.like(row, { partner_id: referrer.partner.id, customer_id: customer.id, amount: 0, quantity: 1, status: 'pending' })
  t.is(await program.earned(referrer.enrolment), 150)
  t.deepEqual(
    await program.rows('select distinct source_partner_id as id from commissions where program_id = $1 and type = $2', [
      program.program.id,
      'referral',
    ]),
    [{ id: referred.partner.id }],
  )
})

test.serial('a share of the earnings is earned', async (t) => {
  const { run, earned } = await referral({ type: 'percentage', amountInPercentage: 10, config: { trigger: 'commissionEarned' } })
  await run()
  t.deepEqual((await earned()).map(({ earnings }) => earnings).toSorted(), [20, 9])
})

test.serial('an amount is earned once the sales of the referred partner reach the threshold', async (t) => {
  const { run, earned, referred } = await referral({
    type: 'flat',
    amountInCents: 700,
    config: { trigger: 'commissionThreshold', commissionsThresholdInCents: 300 },
  })
  await run()
  t.like(await earned(), [{ earnings: 700, invoice_id: `referral:commissionThreshold:${referred.partner.id}` }])
})

test.serial('sales that join a payout which came back earn once it is sent again, and the former ones earn nothing more', async (t) => {
  const { program, referred, payout, customer, first, second, run, earned } = await referral({
    type: 'percentage',
    amountInPercentage: 10,
    config: { trigger: 'saleRecorded' },
  })
  await run()
  const { rows } = program
  await rows(`update payouts set status = 'failed', provider = 'manual' where id = $1`, [payout.id])
  await rows(`update commissions set status = 'processed' where payout_id = $1`, [payout.id])
  t.is((await program.call(`POST /payouts/${payout.id}/cancel`)).status, 200)
  const { id: rewardId } = (await rows(`select id from rewards where event = 'referral' and program_id = $1`, [program.program.id]))[0]
  t.is((await program.call(`PATCH /rewards/${rewardId}`, { config: { trigger: 'commissionEarned' } })).status, 200)
  const sale = { type: 'sale', status: 'processed', payoutId: payout.id, customerId: customer.id, amount: 5000, earnings: 700 } as const
  const third = await api.make.commission(program.program, referred.partner, sale)
  await rows(`update payouts set status = 'sent' where id = $1`, [payout.id])
  await run()
  t.deepEqual(
    (await earned()).map(({ invoice_id, earnings }) => [invoice_id, earnings]).toSorted(),
    [
      [`referral:saleRecorded:${first.id}`, 100],
      [`referral:saleRecorded:${second.id}`, 50],
      [`referral:commissionEarned:${third.id}`, 70],
    ].toSorted(),
  )
})

test.serial('an approval earns once, and an unban is no approval', async (t) => {
  const { program, referred, earned } = await referral({ type: 'flat', amountInCents: 700, config: { trigger: 'partnerApproved' } })
  const change = {
    workspaceId: program.workspace.id,
    programId: program.program.id,
    partnerId: referred.partner.id,
    enrolmentId: referred.enrolment.id,
    to: 'approved',
  }
  await runJobByName(api.resources, 'earnings.reward-approval', { ...change, from: 'banned' })
  t.deepEqual(await earned(), [])
  for (const from of ['pending', 'pending']) await runJobByName(api.resources, 'earnings.reward-approval', { ...change, from })
  t.like(await earned(), [{ earnings: 700 }])
})

test.serial('an approval and a threshold that earn nothing create no commission', async (t) => {
  const { program, referred, earned, run } = await referral({ type: 'flat', amountInCents: 0, config: { trigger: 'partnerApproved' } })
  await runJobByName(api.resources, 'earnings.reward-approval', {
    workspaceId: program.workspace.id,
    programId: program.program.id,
    partnerId: referred.partner.id,
    enrolmentId: referred.enrolment.id,
    from: 'pending',
    to: 'approved',
  })
  await program.rows(`update rewards set config = $2 where event = 'referral' and program_id = $1`, [
    program.program.id,
    { trigger: 'commissionThreshold', commissionsThresholdInCents: 300 },
  ])
  await run()
  t.deepEqual(await earned(), [])
})

test.serial('payouts that are not sent, and referrers who are banned, earn nothing', async (t) => {
  const reward = { type: 'percentage', amountInPercentage: 10, config: { trigger: 'saleRecorded' } }
  const [unsent, banned] = [await referral(reward), await referral(reward)]
  await unsent.program.rows(`update payouts set status = 'processing' where id = $1`, [unsent.payout.id])
  await banned.program.rows(`update enrolments set status = 'banned' where id = $1`, [banned.referrer.enrolment.id])
  await unsent.run()
  t.deepEqual([await unsent.earned(), await banned.earned()], [[], []])
})

test.serial('a duration of 0 allows the first sale, although a lead came before it', async (t) => {
  const { program, referred, first, run, earned } = await referral({
    type: 'percentage',
    amountInPercentage: 10,
    maxDuration: 0,
    config: { trigger: 'saleRecorded' },
  })
  const createdAt = new Date(first.createdAt.getTime() - 86_400_000)
  await api.make.commission(program.program, referred.partner, { type: 'lead', createdAt })
  await run()
  t.like(await earned(), [{ earnings: 100, invoice_id: `referral:saleRecorded:${first.id}` }])
})

test.serial('the threshold earns once for a partner whose two accounts are merged', async (t) => {
  const { program, referrer, referred, run, earned } = await referral({
    type: 'flat',
    amountInCents: 700,
    config: { trigger: 'commissionThreshold', commissionsThresholdInCents: 300 },
  })
  const { partner: target } = await program.enrol({}, { referredByPartnerId: referrer.partner.id })
  await run()
  await runJobByName(api.resources, 'partners.merge-accounts', { sourcePartnerId: referred.partner.id, targetPartnerId: target.id })
  await api.make.payout(program.program, target, { status: 'sent' })
  await run()
  t.like(await earned(), [{ earnings: 700, invoice_id: `referral:commissionThreshold:${target.id}` }])
  t.is((await earned()).length, 1)
})

test.serial('the approvals of two accounts that are merged earn nothing more', async (t) => {
  const { program, referrer, referred, earned } = await referral({
    type: 'flat',
    amountInCents: 700,
    config: { trigger: 'partnerApproved' },
  })
  const { partner: target, enrolment } = await program.enrol({}, { referredByPartnerId: referrer.partner.id })
  const approve = (partnerId: string, enrolmentId: string) =>
    runJobByName(api.resources, 'earnings.reward-approval', {
      workspaceId: program.workspace.id,
      programId: program.program.id,
      partnerId,
      enrolmentId,
      from: 'pending',
      to: 'approved',
    })
  await approve(referred.partner.id, referred.enrolment.id)
  await approve(target.id, enrolment.id)
  const before = await earned()
  t.is(before.length, 2)
  await runJobByName(api.resources, 'partners.merge-accounts', { sourcePartnerId: referred.partner.id, targetPartnerId: target.id })
  await approve(target.id, enrolment.id)
  t.deepEqual(
    (await earned()).map(({ id, invoice_id: key }) => [id, key]),
    before.map(({ id, invoice_id: key }) => [id, key]),
  )
})

const terms = (row: Partial<ReferralReward>): ReferralReward => ({
  id: 'rw_1',
  config: { trigger: 'saleRecorded' },
  amountInCents: null,
  amountInPercentage: 2.5,
  maxDuration: null,
  ...row,
})
const at = (text: string) => new Date(`${text}T00:00:00Z`)
const firstSale = { id: 'cm_1', at: at('2026-01-31') }

test('a referral reward ends after its duration', (t) => {
  const on = (maxDuration: number | null, date: string, id = 'cm_2') =>
    earningsOfSource(terms({ maxDuration }), { id, amount: 999, earnings: 0, at: at(date) }, firstSale)
  t.is(on(null, '2036-01-01'), 24)
  t.is(on(1, '2026-02-27'), 24)
  t.is(on(1, '2026-02-28'), 0)
  t.is(on(0, '2026-01-31'), 0)
  t.is(on(0, '2026-01-31', 'cm_1'), 24)
})

test('the threshold is reached exactly at its amount', (t) => {
  const reward = terms({ config: { trigger: 'commissionThreshold', commissionsThresholdInCents: 300 } })
  t.deepEqual(
    [299, 300].map((earned) => reachesThreshold(reward, earned)),
    [false, true],
  )
  t.false(reachesThreshold(terms({}), 1_000_000))
})
