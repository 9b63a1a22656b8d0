import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { partnerProgram } from '../../support/earnings.js'
import { runJobByName, runQueuedJobs } from '../../support/jobs.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

const daysAgo = (count: number) => new Date(Date.now() - count * 86_400_000)

async function withPartner(groupRow: object = {}) {
  const tenant = await partnerProgram(api)
  const group = await api.make.partnerGroup(tenant.program, groupRow)
  const ann = await tenant.enrol({ name: 'Ann' }, { groupId: group.id, tenantId: 'ann-1' })
  const commission = (row: object = {}, partner = ann.partner) => api.make.commission(tenant.program, partner, row)
  const aggregate = () => runJobByName(api.resources, 'earnings.aggregate-payouts', { programId: tenant.program.id })
  const payouts = () =>
    tenant.rows('select id, status, amount::int, period_start, period_end from payouts where program_id = $1', [tenant.program.id])
  const statuses = async () =>
    Object.fromEntries((await tenant.commissions()).map(({ id, status, payout_id }) => [id, [status, payout_id !== null]]))
  return { ...tenant, group, ann, commission, aggregate, payouts, statuses }
}

test('pending commissions are collected in one pending payout per partner', async (t) => {
  const { commission, aggregate, payouts, statuses, commissions, enrol, earned, ann } = await withPartner()
  const bob = await enrol()
  const first = await commission({ earnings: 300, createdAt: daysAgo(3) })
  await commission({ earnings: 200, createdAt: daysAgo(1) })
  await commission({ earnings: 50 }, bob.partner)
  const held = await commission({ earnings: 999, status: 'hold' })
  await aggregate()
  t.deepEqual((await payouts()).map(({ amount, status }) => [amount, status]).toSorted(), [
    [50, 'pending'],
    [500, 'pending'],
  ])
  t.deepEqual((await statuses())[held.id], ['hold', false])
  const payout = (await payouts()).find(({ amount }) => amount === 500)
  t.is(payout.period_start.getTime(), first.createdAt.getTime())
  t.is(await earned(ann.enrolment), 500)

  // Further commissions join the same payout, and repeating changes nothing.
  await commission({ earnings: -120 })
  await aggregate()
  await aggregate()
  t.deepEqual(
    (await payouts()).map(({ amount }) => amount).toSorted((a, b) => a - b),
    [50, 380],
  )
  t.is((await commissions()).filter(({ payout_id }) => payout_id === payout.id).length, 3)
})

test('commissions wait for the holding period of their group, except custom and referral ones', async (t) => {
  const { commission, aggregate, statuses } = await withPartner({ holdingPeriodDays: 30 })
  const young = await commission({ type: 'sale', createdAt: daysAgo(29) })
  const old = await commission({ type: 'lead', createdAt: daysAgo(31) })
  const custom = await commission({ type: 'custom', createdAt: daysAgo(1) })
  const referral = await commission({ type: 'referral', createdAt: daysAgo(1) })
  await aggregate()
  const found = await statuses()
  t.deepEqual(found[young.id], ['pending', false])
  for (const { id } of [old, custom, referral]) t.deepEqual(found[id], ['processed', true])
})

test('the partner of a payout that is being paid gets another one', async (t) => {
  const { commission, aggregate, payouts, rows, program } = await withPartner()
  await commission({ earnings: 100 })
  await aggregate()
  await rows(`update payouts set status = 'processing' where program_id = $1`, [program.id])
  await commission({ earnings: 70 })
  await aggregate()
  t.deepEqual((await payouts()).map(({ status, amount }) => `${status} ${amount}`).toSorted(), ['pending 70', 'processing 100'])
})

test('a partner without a group gets no payout', async (t) => {
  const { commission, aggregate, payouts, rows, ann } = await withPartner()
  await rows('update enrolments set group_id = null where id = $1', [ann.enrolment.id])
  await commission()
  await aggregate()
  t.deepEqual(await payouts(), [])
})

test('a request aggregates the payouts of its program only', async (t) => {
  const [mine, other] = [await withPartner(), await withPartner()]
  await mine.commission()
  await other.commission()
  const { status, body } = await mine.call('POST /payouts/aggregate')
  t.is(status, 202)
  t.deepEqual(body, { success: true })
  await runQueuedJobs(api.resources)
  t.is((await mine.payouts()).length, 1)
  t.deepEqual(await other.payouts(), [])
  await runJobByName(api.resources, 'earnings.aggregate-payouts', null)
  t.is((await other.payouts()).length, 1)
})

test('a refund reduces the pending payout of its commission', async (t) => {
  const tenant = await withPartner()
  await tenant.reward({ event: 'sale', type: 'percentage', amountInPercentage: 20, groupId: tenant.group.id })
  const clickId = await tenant.click(tenant.ann.link)
  await tenant.track('sale', { clickId, customerExternalId: 'cleo', amount: 1000, invoiceId: 'paid' })
  await tenant.compute()
  await tenant.aggregate()
  t.like(await tenant.payouts(), [{ amount: 200 }])
  await tenant.track('refund', { invoiceId: 'paid', amount: 250 })
  await tenant.compute()
  t.like(await tenant.payouts(), [{ amount: 150 }])
  await tenant.track('refund', { invoiceId: 'paid' })
  await tenant.compute()
  t.deepEqual(await tenant.payouts(), [])
  t.like(
    (await tenant.commissions()).filter(({ type }) => type === 'sale'),
    [{ status: 'refunded', payout_id: null }],
  )
})

test('payouts are listed with their partner, filtered and sorted', async (t) => {
  const { call, ann, program, enrol, group } = await withPartner()
  const bob = await enrol({ payoutsEnabledAt: new Date() })
  const first = (await api.make.payout(program, ann.partner, { amount: 300 })).id
  const second = (await api.make.payout(program, bob.partner, { amount: 700, status: 'completed' })).id
  const list = async (query = '') => (await call(`GET /payouts?${query}`)).body as { id: string }[]
  const ids = async (query: string) => (await list(query)).map(({ id }) => id)
  const [, payout] = await list()
  const { partner } = ann
  t.deepEqual(payout, {
    id: first,
    invoiceId: null,
    amount: 300,
    currency: 'USD',
    status: 'pending',
    description: null,
    periodStart: null,
    periodEnd: null,
    createdAt: (payout as any).createdAt,
    updatedAt: (payout as any).updatedAt,
    initiatedAt: null,
    paidAt: null,
    failureReason: null,
    mode: 'internal',
    method: null,
    traceId: null,
    partner: {
      id: partner.id,
      name: 'Ann',
      email: partner.email,
      image: null,
      defaultPayoutMethod: null,
      payoutsEnabledAt: null,
      country: null,
      groupId: group.id,
      tenantId: 'ann-1',
    },
    user: null,
  } as never)
  t.deepEqual((await call(`GET /payouts/${first}`)).body, payout)
  const cases: [query: string, expected: string[]][] = [
    ['', [second, first]],
    ['sortOrder=asc', [first, second]],
    ['status=completed', [second]],
    [`partnerId=${partner.id}`, [first]],
    ['tenantId=ann-1', [first]],
    [`groupId=${group.id}`, [first]],
    [`groupId=-${group.id}`, [second]],
    ['invoiceId=inv_unknown', []],
    ['pageSize=1&page=2', [first]],
    ['limit=5', [second, first]],
  ]
  for (const [query, expected] of cases) t.deepEqual(await ids(query), expected, query)
  t.is((await call('GET /payouts?tenantId=nobody')).status, 404)
})

test('the mode of a payout follows the program, and in hybrid mode the partner', async (t) => {
  const { call, ann, program, enrol, rows } = await withPartner()
  const bob = await enrol({ payoutsEnabledAt: new Date() })
  await api.make.payout(program, ann.partner, { amount: 1 })
  await api.make.payout(program, bob.partner, { amount: 2 })
  const modes = async (mode: string) => {
    await rows('update programs set payout_mode = $2 where id = $1', [program.id, mode])
    return ((await call('GET /payouts?sortOrder=asc')).body as { mode: string }[]).map((payout) => payout.mode)
  }
  t.deepEqual(await modes('internal'), ['internal', 'internal'])
  t.deepEqual(await modes('external'), ['external', 'external'])
  t.deepEqual(await modes('hybrid'), ['external', 'internal'])
})

test('payouts of other programs are not found', async (t) => {
  const [mine, other] = [await withPartner(), await withPartner()]
  const { id } = await api.make.payout(other.program, other.ann.partner)
  t.is((await mine.call(`GET /payouts/${id}`)).status, 404)
  t.deepEqual((await mine.call('GET /payouts')).body, [])
})
