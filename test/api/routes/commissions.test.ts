import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { partnerProgram } from '../../support/earnings.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

/** A program with two partners, the second one in a group of its own. */
async function twoPartners() {
  const program = await partnerProgram(api)
  const group = await api.make.partnerGroup(program.program)
  const [ann, bob] = [await program.enrol({ name: 'Ann' }), await program.enrol({ name: 'Bob' }, { groupId: group.id, tenantId: 'bob-1' })]
  const commission = (of: typeof ann, row: object = {}) => api.make.commission(program.program, of.partner, row)
  const ids = async (query = '') => {
    const { status, body } = await program.call(`GET /commissions?${query}`)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body.map(({ id }: { id: string }) => id) as string[]
  }
  return { ...program, group, ann, bob, commission, ids }
}

const at = (second: number) => new Date(Date.now() - 1_000_000 + second * 1000)

test('a commission is listed with its partner and its customer', async (t) => {
  const { call, ann, commission, workspace } = await twoPartners()
  const customer = await api.make.customer(workspace, { name: 'Cleo' })
  const { id } = await commission(ann, { type: 'sale', amount: 500, customerId: customer.id, invoiceId: 'inv-1', description: 'Note' })
  const { status, body } = await call('GET /commissions')
  t.is(status, 200)
  const { createdAt, updatedAt } = body[0]
  const { partner } = ann
  t.deepEqual(body, [
    {
      id,
      type: 'sale',
      amount: 500,
      earnings: 100,
      currency: 'usd',
      status: 'pending',
      invoiceId: 'inv-1',
      description: 'Note',
      quantity: 1,
      userId: null,
      createdAt,
      updatedAt,
      paidAt: null,
      metadata: null,
      partner: {
        id: partner.id,
        name: 'Ann',
        email: partner.email,
        image: null,
        payoutsEnabledAt: null,
        country: null,
        groupId: ann.enrolment.groupId,
      },
      customer: body[0].customer,
    },
  ])
  t.like(body[0].customer, { id: customer.id, name: 'Cleo', externalId: customer.externalId })
  t.deepEqual((await call(`GET /commissions/${id}`)).body, body[0])
})

test('a role without access to customers gets commissions without them', async (t) => {
  const { ann, commission, workspace } = await twoPartners()
  const { id: customerId } = await api.make.customer(workspace)
  await commission(ann, { customerId })
  const user = await api.make.user()
  await api.make.member(workspace, user, 'billing')
  const { key } = await api.make.token(user, workspace)
  const { status, body } = await api.call('GET /commissions', { key })
  t.is(status, 200)
  t.is(body.length, 1)
  t.is(body[0].customer, null)
})

test('filters select and exclude commissions', async (t) => {
  const { ann, bob, call, group, commission, ids, workspace, program } = await twoPartners()
  const { id: customerId } = await api.make.customer(workspace)
  const tag = await api.make.partnerTag(program)
  await api.resources.database.pool.query('insert into enrolment_tags (enrolment_id, tag_id, created_at) values ($1, $2, now())', [
    bob.enrolment.id,
    tag.id,
  ])
  const lead = (await commission(ann, { type: 'lead', customerId, createdAt: at(1) })).id
  const sale = (await commission(ann, { type: 'sale', status: 'hold', invoiceId: 'inv-7', createdAt: at(2) })).id
  const custom = (await commission(bob, { createdAt: at(3) })).id
  const duplicate = (await commission(bob, { status: 'duplicate', createdAt: at(4) })).id
  const none = (await commission(bob, { earnings: 0, invoiceId: 'nothing', createdAt: at(5) })).id
  const old = (await commission(bob, { createdAt: new Date('2024-03-05T10:00:00Z') })).id

  const cases: [query: string, expected: string[]][] = [
    ['', [custom, sale, lead, old]],
    ['sortOrder=asc', [old, lead, sale, custom]],
    ['type=lead', [lead]],
    ['type=lead,sale', [sale, lead]],
    ['type=-lead,sale', [duplicate, custom, old]],
    ['type=unknown', []],
    [`customerId=${customerId}`, [lead]],
    [`partnerId=${ann.partner.id}`, [sale, lead]],
    [`partnerId=-${ann.partner.id}`, [duplicate, custom, old]],
    ['tenantId=bob-1', [duplicate, custom, old]],
    [`groupId=${group.id}`, [custom, old]],
    [`groupId=-${group.id}`, [sale, lead]],
    [`partnerTagId=${tag.id}`, [custom, old]],
    [`partnerTagId=-${tag.id}`, [sale, lead]],
    ['invoiceId=inv-7&type=lead', [sale]],
    ['invoiceId=nothing', [none]],
    ['status=duplicate', [duplicate]],
    ['status=hold', [sale]],
    ['interval=24h', [custom, sale, lead]],
    ['start=2024-03-05&end=2024-03-05', [old]],
    ['start=2024-03-06&end=2024-03-07', []],
  ]
  for (const [query, expected] of cases) t.deepEqual(await ids(query), expected, query)
  t.is((await call('GET /commissions?end=2024-03-07')).status, 422, 'an end without a start is not ignored')
})

test('conditions on the metadata of the lead or sale select commissions in the list, the sums and the export', async (t) => {
  const { ann, bob, call, commission, ids } = await twoPartners()
  const metadata = { plan: 'pro', seats: 5, note: "what? it's 50%", order: { tags: 'new' } }
  const pro = (await commission(ann, { earnings: 70, metadata, createdAt: at(1) })).id
  const free = (await commission(bob, { metadata: { plan: 'free', seats: 'many' }, createdAt: at(2) })).id
  const none = (await commission(ann, { metadata: null, createdAt: at(3) })).id
  const cases: [query: string, expected: string[]][] = [
    [`metadata['plan']:pro`, [pro]],
    [`metadata['plan']!=pro`, [none, free]],
    [`metadata['seats']>=5`, [pro]],
    [`metadata['seats']<5`, []],
    [`metadata['note']:"what? it's 50%" AND metadata['order']['tags']:new`, [pro]],
    [`metadata['plan']:pro OR metadata['plan']:free`, [free, pro]],
    [' ', [none, free, pro]],
  ]
  for (const [query, expected] of cases) t.deepEqual(await ids(`query=${encodeURIComponent(query)}`), expected, query)
  const query = `query=${encodeURIComponent(`metadata['seats']>4`)}`
  t.deepEqual((await call(`GET /commissions/count?${query}`)).body.all, { count: 1, amount: 0, earnings: 70 })
  t.like((await call(`GET /commissions/analytics?groupBy=partnerId&${query}`)).body, [{ partnerId: ann.partner.id, earnings: 70 }])
  t.is((await call(`GET /commissions/export?columns=id&${query}`)).body.trim().split('\n').length, 2)
  t.is((await call('GET /commissions?query=plan:pro')).status, 422)
})

test('an end without a start is rejected, also for the whole time, and not ignored', async (t) => {
  const { call } = await twoPartners()
  for (const path of ['/commissions', '/commissions/count', '/commissions/export', '/commissions/analytics'])
    for (const interval of ['', '&interval=all', '&interval=24h']) {
      const { status, body } = await call(`GET ${path}?end=2024-03-05${interval}`)
      t.deepEqual([status, body.error?.code], [422, 'unprocessable_entity'], path + interval)
    }
})

test('the count contains every status and the sums', async (t) => {
  const { ann, commission, call } = await twoPartners()
  await commission(ann, { type: 'sale', amount: 500, earnings: 50 })
  await commission(ann, { type: 'sale', amount: 300, earnings: 30 })
  await commission(ann, { earnings: -20, status: 'paid' })
  const { body } = await call('GET /commissions/count')
  t.deepEqual(body.pending, { count: 2, amount: 800, earnings: 80 })
  t.deepEqual(body.all, { count: 3, amount: 800, earnings: 60 })
  t.deepEqual(body.hold, { count: 0, amount: 0, earnings: 0 })
  t.is(Object.keys(body).length, 9)
})

test('pages and cursors list each commission once', async (t) => {
  const { ann, commission, ids } = await twoPartners()
  const all: string[] = []
  for (let index = 0; index < 7; index++) all.unshift((await commission(ann, { createdAt: at(index), amount: index })).id)
  t.deepEqual(await ids('pageSize=3'), all.slice(0, 3))
  t.deepEqual(await ids('pageSize=3&page=3'), all.slice(6))
  t.deepEqual(await ids(`pageSize=3&startingAfter=${all[2]}`), all.slice(3, 6))
  t.deepEqual(await ids(`pageSize=3&endingBefore=${all[5]}`), all.slice(2, 5))
  t.deepEqual(await ids('sortBy=amount&sortOrder=asc'), all.toReversed())
})

test('invalid pagination is refused', async (t) => {
  const { ann, commission, call } = await twoPartners()
  const { id } = await commission(ann)
  const other = await twoPartners()
  const foreign = await other.commission(other.ann)
  for (const query of [
    `startingAfter=${id}&endingBefore=${id}`,
    `startingAfter=${id}&page=1`,
    `startingAfter=${id}&sortBy=amount`,
    'page=1001',
    'startingAfter=cm_unknown',
    `startingAfter=${foreign.id}`,
    'pageSize=101',
  ])
    t.is((await call(`GET /commissions?${query}`)).status, 422, query)
  t.is((await call('GET /commissions?tenantId=nobody')).status, 404)
})

/** A sale commission of 5000 with 20 %. */
async function saleCommission() {
  const tenant = await partnerProgram(api)
  const reward = await tenant.reward({ event: 'sale', type: 'percentage', amountInPercentage: 20 })
  const { partner, enrolment } = await tenant.enrol()
  const row = { type: 'sale' as const, amount: 5000, earnings: 1000, rewardId: reward.id }
  const commission = await api.make.commission(tenant.program, partner, row)
  const patch = (body: object, id = commission.id) => tenant.call(`PATCH /commissions/${id}`, body)
  return { ...tenant, partner, enrolment, commission, patch }
}

const changes: [body: object, expected: object][] = [
  [{ earnings: 700 }, { amount: 5000, earnings: 700, status: 'pending' }],
  [{ saleAmount: 2000 }, { amount: 2000, earnings: 400, status: 'pending' }],
  [{ amount: 2000 }, { amount: 2000, earnings: 400 }],
  [{ modifySaleAmount: 1000 }, { amount: 6000, earnings: 1200 }],
  [{ modifySaleAmount: -1000 }, { amount: 4000, earnings: 800 }],
  [{ modifyAmount: 1000 }, { amount: 6000, earnings: 1200 }],
  [
    { saleAmount: 2000, earnings: 5 },
    { amount: 2000, earnings: 5 },
  ],
  [{ saleAmount: 0 }, { amount: 5000, earnings: 1000, status: 'refunded' }],
  [{ modifySaleAmount: -9000 }, { amount: 5000, earnings: 1000, status: 'refunded' }],
  [{ earnings: 0 }, { amount: 5000, earnings: 1000, status: 'refunded' }],
  [{ status: 'fraud' }, { amount: 5000, earnings: 1000, status: 'fraud' }],
]
for (const [body, expected] of changes) {
  test(`${JSON.stringify(body)} changes a sale commission accordingly`, async (t) => {
    const { patch, enrolment, earned } = await saleCommission()
    const response = await patch(body)
    t.is(response.status, 200)
    t.like(response.body, { currency: 'usd', ...expected })
    t.is(await earned(enrolment), ['refunded', 'fraud'].includes(response.body.status) ? 0 : response.body.earnings)
  })
}

test('the earnings of an imported sale without an amount can be changed', async (t) => {
  const { program, partner, patch } = await saleCommission()
  const { id } = await api.make.commission(program, partner, { type: 'sale', earnings: 500 })
  t.like((await patch({ earnings: 600 }, id)).body, { amount: 0, earnings: 600, status: 'pending' })
  t.like((await patch({ earnings: 0 }, id)).body, { amount: 0, earnings: 600, status: 'refunded' })
})

test('amounts in another currency are converted to dollars', async (t) => {
  const { patch } = await saleCommission()
  const { status, body } = await patch({ saleAmount: 10_000, currency: 'JPY' })
  t.is(status, 200)
  t.is(body.currency, 'usd')
  t.true(body.amount > 3000 && body.amount < 20_000, `${body.amount}`)
  t.is(body.earnings, Math.round(body.amount / 5))
})

test('amounts that sums could not contain exactly are refused', async (t) => {
  const { call, ann, commission } = await twoPartners()
  const { id } = await commission(ann, { type: 'sale', amount: 999_999_999_999, eventAmount: 999_999_999_999 })
  for (const name of ['saleAmount', 'modifySaleAmount', 'amount', 'modifyAmount', 'earnings']) {
    const { status, body } = await call(`PATCH /commissions/${id}`, { [name]: 1e19 })
    t.is(status, 422, name)
    t.regex(body.error.message, /must not exceed/)
  }
  t.is((await call(`PATCH /commissions/${id}`, { modifySaleAmount: 2, earnings: 5 })).status, 400)
  t.like((await call(`GET /commissions/${id}`)).body, { amount: 999_999_999_999, earnings: 100 })
})

test('changes of paid commissions, of those being paid, and without effect are refused', async (t) => {
  const { program, partner, patch, call } = await saleCommission()
  const make = (row: object) => api.make.commission(program, partner, row)
  const paid = await make({ status: 'paid' })
  const processing = await make({ status: 'processed', payoutId: (await api.make.payout(program, partner, { status: 'processing' })).id })
  const lead = await make({ type: 'lead' })
  const refused = async (id: string, body: object) => {
    const { status, body: answer } = await patch(body, id)
    return [status, answer.error?.message]
  }
  t.deepEqual(await refused(paid.id, { status: 'fraud' }), [400, `Paid commissions cannot be changed: ${paid.id}.`])
  t.deepEqual(await refused(processing.id, { earnings: 5 }), [
    400,
    `Commissions whose payout is being paid cannot be changed: ${processing.id}.`,
  ])
  t.deepEqual(await refused(lead.id, { status: 'pending' }), [400, `Commissions that already have the status pending: ${lead.id}.`])
  t.deepEqual(await refused(lead.id, { saleAmount: 5 }), [400, 'Only sale commissions have a sale amount, and this is a lead commission.'])
  t.is((await patch({ earnings: 5 }, 'cm_unknown')).status, 404)
  t.is((await patch({ earnings: -5 })).status, 422)
  t.is((await call('PATCH /commissions/cm_unknown', { status: 'paid' })).status, 422)
})

test('a commission whose status is set leaves its payout, which shrinks or disappears', async (t) => {
  const { program, partner, patch, rows } = await saleCommission()
  const payout = await api.make.payout(program, partner)
  const row = { status: 'processed' as const, payoutId: payout.id }
  const [first, second] = [
    await api.make.commission(program, partner, row),
    await api.make.commission(program, partner, { ...row, earnings: 40 }),
  ]
  await patch({ status: 'duplicate' }, first.id)
  const payouts = () => rows('select amount::int from payouts where id = $1', [payout.id])
  t.deepEqual(await payouts(), [{ amount: 40 }])
  await patch({ earnings: 30 }, second.id)
  t.deepEqual(await payouts(), [{ amount: 30 }])
  await patch({ status: 'canceled' }, second.id)
  t.deepEqual(await payouts(), [])
})

test('several commissions change together or not at all', async (t) => {
  const { ann, bob, commission, call, earned } = await twoPartners()
  const [first, second, third] = [await commission(ann), await commission(bob), await commission(ann)]
  const paid = await commission(bob, { status: 'paid' })
  const update = (commissionIds: string[], status = 'duplicate') => call('PATCH /commissions/bulk', { commissionIds, status })
  t.is((await update([first.id, first.id])).status, 422)
  t.is((await update([])).status, 422)
  t.is((await update([first.id, 'cm_unknown'])).status, 404)
  const refused = await update([first.id, paid.id])
  t.is(refused.status, 400)
  t.regex(refused.body.error.message, new RegExp(paid.id))
  t.is((await update([first.id], 'pending')).status, 400)
  t.is(await earned(ann.enrolment), 200)

  const { status, body } = await update([second.id, first.id])
  t.is(status, 200)
  t.deepEqual(
    body,
    [first.id, second.id].toSorted().map((id) => ({ id, status: 'duplicate' })),
  )
  t.is(await earned(ann.enrolment), third.earnings)
  t.is(await earned(bob.enrolment), paid.earnings)
})

test('commissions of other programs cannot be read or changed', async (t) => {
  const [mine, other] = [await twoPartners(), await twoPartners()]
  const { id } = await other.commission(other.ann)
  t.is((await mine.call(`GET /commissions/${id}`)).status, 404)
  t.is((await mine.call(`PATCH /commissions/${id}`, { earnings: 1 })).status, 404)
  t.is((await mine.call('PATCH /commissions/bulk', { commissionIds: [id], status: 'fraud' })).status, 404)
  t.deepEqual(await mine.ids(), [])
  t.deepEqual(await mine.ids(`partnerId=${other.ann.partner.id}`), [])
  t.deepEqual(await other.ids(), [id])
})
