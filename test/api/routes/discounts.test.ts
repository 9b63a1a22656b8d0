import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { partnerProgram } from '../../support/earnings.js'
import { runJobByName } from '../../support/jobs.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

/** A program whose default group has a discount of 30 %, with a partner. */
async function withDiscount(options: { webhookTriggers?: string[] } = {}) {
  const tenant = await partnerProgram(api, options)
  const body = { amount: 30, type: 'percentage', maxDuration: 12, provider: 'custom', groupId: tenant.program.defaultGroupId }
  const created = await tenant.call('POST /discounts', body)
  if (created.status !== 201) throw new Error(JSON.stringify(created.body))
  const jane = await tenant.enrol({ name: 'Jane Doe' })
  const createCode = (more: object = {}, { partner, link } = jane) =>
    tenant.call('POST /discount-codes', { partnerId: partner.id, linkId: link.id, ...more })
  const events = () => tenant.rows('select trigger, data from webhook_outbox where workspace_id = $1 order by id', [tenant.workspace.id])
  return { ...tenant, body, discount: created.body, jane, createCode, events }
}

test('a discount is created for a group and its partners, read, listed, changed and deleted', async (t) => {
  const { call, discount, body, jane, rows, program } = await withDiscount()
  const { id } = discount
  t.regex(id, /^disc_/)
  const expected = {
    id,
    amount: 30,
    type: 'percentage',
    maxDuration: 12,
    couponId: null,
    couponTestId: null,
    description: null,
    provider: 'custom',
    autoProvisionEnabledAt: null,
    partnersCount: 1,
  }
  t.deepEqual((await call('GET /discounts')).body, [expected])
  t.deepEqual((await call(`GET /discounts/${id}`)).body, expected)
  t.is((await call(`PATCH /discounts/${id}`, { description: 'Launch', amount: 50 })).body.amount, 30)
  t.is((await call(`GET /discounts/${id}`)).body.description, 'Launch')
  const second = await call('POST /discounts', body)
  t.is(second.status, 400)
  t.is(second.body.error.message, 'The group already has a discount. Delete that one first.')

  t.deepEqual((await call(`DELETE /discounts/${id}`)).body, { id })
  t.is((await call(`GET /discounts/${id}`)).status, 404)
  const [terms] = await rows(
    `select e.discount_id as enrolment, g.discount_id as "group" from enrolments e join partner_groups g on g.id = e.group_id
     where e.id = $1 and g.id = $2`,
    [jane.enrolment.id, program.defaultGroupId],
  )
  t.deepEqual(terms, { enrolment: null, group: null })
})

test('a code that was created automatically and deleted does not come back until that is switched on again', async (t) => {
  const { call, discount, jane, rows, program } = await withDiscount()
  const { id: defaultLinkId } = await api.make.defaultLink(program)
  await rows('insert into partner_default_links (link_id, default_link_id) values ($1, $2)', [jane.link.id, defaultLinkId])
  const setAutoProvision = (autoProvision: boolean) => call(`PATCH /discounts/${discount.id}`, { autoProvision })
  const codes = async () => {
    await runJobByName(api.resources, 'earnings.provision-discount-codes')
    return (await call('GET /discount-codes')).body.map(({ code }: { code: string }) => code)
  }
  await setAutoProvision(true)
  t.deepEqual(await codes(), ['JANE30OFF'])
  t.is((await call('DELETE /discount-codes/JANE30OFF')).status, 200)
  t.deepEqual(await codes(), [])
  await setAutoProvision(true)
  t.deepEqual(await codes(), [], 'it was on already')
  await setAutoProvision(false)
  await setAutoProvision(true)
  t.deepEqual(await codes(), ['JANE30OFF'])
})

test('a new discount applies to the partners of its group only', async (t) => {
  const tenant = await partnerProgram(api)
  const other = await api.make.partnerGroup(tenant.program)
  const [inside, outside] = [await tenant.enrol(), await tenant.enrol({}, { groupId: other.id })]
  const { body } = await tenant.call('POST /discounts', { amount: 500, provider: 'custom', groupId: tenant.program.defaultGroupId })
  t.is(body.partnersCount, 1)
  const discountOf = async ({ enrolment }: typeof inside) =>
    (await tenant.rows('select discount_id from enrolments where id = $1', [enrolment.id]))[0].discount_id
  t.is(await discountOf(inside), body.id)
  t.is(await discountOf(outside), null)
})

const invalid: [body: object, status: number][] = [
  [{ amount: -1 }, 422],
  [{ amount: 101, type: 'percentage' }, 422],
  [{ amount: 10.5 }, 422],
  [{ amount: 10, maxDuration: 601 }, 422],
  [{ amount: 10, provider: 'stripe' }, 400],
  [{ amount: 10, provider: 'shopify' }, 400],
]
for (const [body, status] of invalid) {
  test(`a discount ${JSON.stringify(body)} is refused with ${status}`, async (t) => {
    const { call, program } = await partnerProgram(api)
    const response = await call('POST /discounts', { provider: 'custom', groupId: program.defaultGroupId, ...body })
    t.is(response.status, status)
    if (status === 400) t.regex(response.body.error.message, /^(STRIPE|SHOPIFY)_CONNECTION_REQUIRED: /)
  })
}

test('a code is created as sent, listed and deleted by id and by code', async (t) => {
  const { createCode, call, discount, jane } = await withDiscount()
  const { status, body } = await createCode({ code: ' Jane-Special_1 ' })
  t.is(status, 200)
  t.deepEqual(body, {
    id: body.id,
    code: 'Jane-Special_1',
    discountId: discount.id,
    partnerId: jane.partner.id,
    linkId: jane.link.id,
    disabledAt: null,
  })
  t.regex(body.id, /^dcode_/)
  t.deepEqual((await call('GET /discount-codes')).body, [body])
  t.deepEqual((await call(`DELETE /discount-codes/${body.id}`)).body, { id: body.id })
  t.is((await call(`DELETE /discount-codes/${body.id}`)).status, 404)
  const again = await createCode({ code: 'AGAIN' })
  t.deepEqual((await call('DELETE /discount-codes/again')).body, { id: again.body.id })
  t.is((await call('DELETE /discount-codes/again')).status, 404)
  t.deepEqual((await call('GET /discount-codes')).body, [])
})

test('a code that is omitted or blank is generated, and differs for partners of the same first name', async (t) => {
  const { createCode, enrol } = await withDiscount()
  t.is((await createCode()).body.code, 'JANE30OFF')
  const other = await enrol({ name: 'Jane Roe' })
  t.regex((await createCode({ code: ' ' }, other)).body.code, /^JANE30OFF[A-Z2-9]{2}$/)
})

test('concurrent requests for the same first name get different codes', async (t) => {
  const { createCode, enrol } = await withDiscount()
  const partners = await Promise.all([1, 2, 3].map(() => enrol({ name: 'Jane' })))
  const codes = (await Promise.all(partners.map((partner) => createCode({}, partner)))).map(({ body }) => body.code)
  t.is(new Set(codes).size, 3, JSON.stringify(codes))
})

test('a code is refused for a link with a code, for a taken code and for other links', async (t) => {
  const { createCode, enrol, jane, link, rows } = await withDiscount()
  const other = await enrol({ name: 'Otto' })
  t.is((await createCode({ code: 'FIRST' })).status, 200)
  const message = async (more: object, of?: typeof jane) => {
    const { status, body } = await createCode(more, of)
    return `${status} ${body.error?.message}`
  }
  t.is(await message({ code: 'SECOND' }), '400 The link already has the discount code FIRST.')
  t.is(await message({ code: 'first' }, other), '409 The discount code first is already taken in this program.')
  t.is(await message({ linkId: jane.link.id }, other), `400 Link ${jane.link.id} is not a link of this partner.`)
  t.is(await message({ linkId: link.id }, other), `400 Link ${link.id} is not a link of this partner.`)
  t.regex(await message({ partnerId: 'pn_unknown' }), /^404 /)
  t.regex(await message({ code: 'with space' }), /^422 .*code: Use letters, digits, hyphens and underscores\.$/)
  await rows('update enrolments set discount_id = null where id = $1', [other.enrolment.id])
  t.regex(await message({}, other), /^400 Partner pn_\w+ has no discount\./)
})

for (const body of [{ code: 'with space' }, { code: 'x'.repeat(101) }, { code: 'ümlaut' }, { partnerId: null }, { linkId: null }]) {
  test(`a code request with ${JSON.stringify(body).slice(0, 40)} is refused with 422`, async (t) => {
    const { createCode } = await withDiscount()
    t.is((await createCode(body)).status, 422)
  })
}

test('codes are filtered by partner, discount and code, and paged', async (t) => {
  const { createCode, call, enrol, jane, discount } = await withDiscount()
  const otto = await enrol({ name: 'Otto' })
  const first = (await createCode()).body
  const second = (await createCode({}, otto)).body
  const cases: [query: string, expected: object[]][] = [
    ['', [second, first]],
    [`partnerId=${jane.partner.id}`, [first]],
    [`discountId=${discount.id}`, [second, first]],
    ['code=otto30off', [second]],
    ['code=unknown', []],
    ['pageSize=1', [second]],
    ['pageSize=1&page=2', [first]],
  ]
  for (const [query, expected] of cases) t.deepEqual((await call(`GET /discount-codes?${query}`)).body, expected, query)
  t.is((await call('GET /discount-codes?partnerId=pn_unknown')).status, 404)
  t.is((await call('GET /discount-codes?discountId=disc_unknown')).status, 404)
})

test('the codes of a deleted discount are deleted, and webhooks are told so', async (t) => {
  const { createCode, call, discount, events, jane } = await withDiscount({
    webhookTriggers: ['discount_code.created', 'discount_code.deleted'],
  })
  const code = (await createCode()).body
  await call(`DELETE /discounts/${discount.id}`)
  t.deepEqual((await call('GET /discount-codes')).body, [])
  t.deepEqual(
    (await events()).map(({ trigger }) => trigger),
    ['discount_code.created', 'discount_code.deleted'],
  )
  for (const { data } of await events())
    t.deepEqual(typeof data === 'string' ? JSON.parse(data) : data, {
      id: code.id,
      code: 'JANE30OFF',
      partnerId: jane.partner.id,
      linkId: jane.link.id,
      disabledAt: null,
      discount: { id: discount.id, amount: 30, type: 'percentage', maxDuration: 12, provider: 'custom' },
    })
})

test('discounts and codes of other programs are not found', async (t) => {
  const [mine, other] = [await withDiscount(), await withDiscount()]
  const code = (await other.createCode()).body
  for (const path of [
    `GET /discounts/${other.discount.id}`,
    `DELETE /discounts/${other.discount.id}`,
    `DELETE /discount-codes/${code.id}`,
    `DELETE /discount-codes/${code.code}`,
  ])
    t.is((await mine.call(path)).status, 404, path)
  t.is((await mine.call(`GET /discount-codes?discountId=${other.discount.id}`)).status, 404)
  t.is((await mine.createCode({ code: code.code })).status, 200, 'another program may use the same code')
})
