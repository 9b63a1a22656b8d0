import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { partnerProgram } from '../../support/earnings.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

const modifiers = [
  {
    type: 'flat',
    amountInCents: 900,
    conditions: [{ entity: 'customer', attribute: 'country', operator: 'in', value: ['US', 'GB'] }],
  },
]

test('a reward is created for a group and its partners, read, listed, changed and deleted', async (t) => {
  const { call, program, rows, enrol } = await partnerProgram(api)
  const { enrolment } = await enrol()
  const banned = await enrol({}, { status: 'banned' })
  const rewardOf = async ({ id }: { id: string }) =>
    (await rows('select sale_reward_id from enrolments where id = $1', [id]))[0].sale_reward_id

  const created = await call('POST /rewards', {
    event: 'sale',
    type: 'percentage',
    amountInPercentage: 12.5,
    maxDuration: 12,
    groupId: program.defaultGroupId,
  })
  t.is(created.status, 201)
  const { id } = created.body
  t.deepEqual(created.body, {
    id,
    event: 'sale',
    description: null,
    tooltipDescription: null,
    type: 'percentage',
    amountInCents: null,
    amountInPercentage: 12.5,
    maxDuration: 12,
    modifiers: null,
    config: null,
    spendLimitAmount: null,
    spendLimitInterval: null,
    updatedAt: created.body.updatedAt,
  })
  t.regex(id, /^rw_/)
  t.is(await rewardOf(enrolment), id)
  t.is(await rewardOf(banned.enrolment), null)
  t.deepEqual((await call(`GET /rewards/${id}`)).body, created.body)
  t.deepEqual((await call('GET /rewards')).body, [created.body])

  const changed = await call(`PATCH /rewards/${id}`, { type: 'flat', amountInCents: 500, modifiers })
  t.is(changed.status, 200)
  t.like(changed.body, { type: 'flat', amountInCents: 500, amountInPercentage: null, maxDuration: 12 })
  t.is(changed.body.modifiers[0].operator, 'AND')

  t.deepEqual((await call(`DELETE /rewards/${id}`)).body, { id })
  t.is((await call(`GET /rewards/${id}`)).status, 404)
  t.deepEqual((await call('GET /rewards')).body, [])
  t.is(await rewardOf(enrolment), null)
})

test('a group has one reward per event', async (t) => {
  const { call, program } = await partnerProgram(api)
  const body = { event: 'lead', amountInCents: 100, groupId: program.defaultGroupId }
  t.is((await call('POST /rewards', body)).status, 201)
  const second = await call('POST /rewards', body)
  t.is(second.status, 400)
  t.is(second.body.error.message, 'The group already has a lead reward. Change or delete that one.')
  t.is((await call('POST /rewards', { ...body, event: 'click' })).status, 201)
})

test('click and lead rewards are paid once, whatever duration is sent', async (t) => {
  const { call, program } = await partnerProgram(api)
  const created = await call('POST /rewards', { event: 'lead', amountInCents: 100, maxDuration: 12, groupId: program.defaultGroupId })
  t.is(created.body.maxDuration, 0)
})

test('a change that contradicts the type or the event is refused', async (t) => {
  const { call, reward } = await partnerProgram(api)
  const { id } = await reward({ event: 'sale', amountInCents: 100 })
  const refused = await call(`PATCH /rewards/${id}`, { amountInPercentage: 10 })
  t.is(refused.status, 400)
  t.is(refused.body.error.message, 'amountInPercentage is not allowed for type flat. Send only amountInCents.')
  t.is((await call(`PATCH /rewards/${id}`, { amountInCents: null })).status, 400)
  t.is((await call(`GET /rewards/${id}`)).body.amountInCents, 100)
})

const invalid: [body: object, status: number][] = [
  [{ event: 'view', amountInCents: 1 }, 422],
  [{ event: 'sale', amountInCents: 1.5 }, 422],
  [{ event: 'sale', amountInCents: -1 }, 422],
  [{ event: 'sale', type: 'percentage', amountInPercentage: 101 }, 422],
  [{ event: 'sale', type: 'percentage', amountInPercentage: 2.005 }, 422],
  [{ event: 'sale', amountInCents: 1, maxDuration: 601 }, 422],
  [{ event: 'sale', amountInCents: 1, modifiers: [] }, 422],
  [{ event: 'sale' }, 400],
  [{ event: 'lead', type: 'percentage', amountInPercentage: 5 }, 400],
]
for (const [body, status] of invalid) {
  test(`${JSON.stringify(body)} is answered with ${status}`, async (t) => {
    const { call, program } = await partnerProgram(api)
    t.is((await call('POST /rewards', { ...body, groupId: program.defaultGroupId })).status, status)
  })
}

test('modifiers need plan Advanced, a spend limit needs plan Enterprise', async (t) => {
  const business = await partnerProgram(api, { plan: 'business' })
  const body = { event: 'sale', amountInCents: 1 }
  const create = ({ call, program }: typeof business, more: object) =>
    call('POST /rewards', { ...body, ...more, groupId: program.defaultGroupId })
  t.is((await create(business, { modifiers })).status, 403)
  t.is((await create(business, {})).status, 201)
  const advanced = await partnerProgram(api, { plan: 'advanced' })
  t.is((await create(advanced, { spendLimitAmount: 5, spendLimitInterval: 'day' })).status, 403)
  t.is((await create(advanced, { modifiers })).status, 201)
})

test('rewards and groups of other programs are not found', async (t) => {
  const [mine, other] = [await partnerProgram(api), await partnerProgram(api)]
  const { id } = await other.reward({ event: 'sale', amountInCents: 100 })
  t.is((await mine.call(`GET /rewards/${id}`)).status, 404)
  t.is((await mine.call(`PATCH /rewards/${id}`, { amountInCents: 1 })).status, 404)
  t.is((await mine.call(`DELETE /rewards/${id}`)).status, 404)
  t.is((await mine.call('POST /rewards', { event: 'sale', amountInCents: 1, groupId: other.program.defaultGroupId })).status, 404)
  t.like((await other.call('GET /rewards')).body, [{ id, amountInCents: 100 }])
})

test('a workspace without a program has no rewards', async (t) => {
  const { key } = await api.make.caller()
  const { status, body } = await api.call('GET /rewards', { key })
  t.is(status, 404)
  t.is(body.error.message, 'This workspace has no partner program. Create one with POST /programs.')
})

test('a preview computes the earnings of an example, by the highest amount whose conditions hold, and stores nothing', async (t) => {
  const { call } = await partnerProgram(api)
  const terms = { event: 'sale', type: 'percentage', amountInPercentage: 20, modifiers }
  const preview = async (context: object) => (await call('POST /rewards/preview', { ...terms, context })).body
  t.deepEqual(await preview({ sale: { amount: 10_000 } }), { earnings: 2000, modifierIndex: null })
  t.deepEqual(await preview({ sale: { amount: 10_000 }, customer: { country: 'GB' } }), { earnings: 900, modifierIndex: 0 })
  t.deepEqual(await preview({}), { earnings: 0, modifierIndex: null })
  t.deepEqual((await call('POST /rewards/preview', { event: 'lead', amountInCents: 300 })).body, { earnings: 300, modifierIndex: null })
  const invalid = await call('POST /rewards/preview', { event: 'lead', type: 'percentage', amountInPercentage: 20 })
  t.is(invalid.status, 400)
  t.deepEqual((await call('GET /rewards')).body, [])
})
