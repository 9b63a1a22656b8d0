/** Sales without a click that carry the discount code of a partner. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import test from 'ava'
import { testApi } from '../../support/api.js'
import { openInboundConnection } from '../../support/inbound-connection.js'
import { runJobByName, runQueuedJobs } from '../../support/jobs.js'
import { type ProviderEventSample, type ProviderSample, sampleOf, stripe } from '../../support/provider-samples.js'

/** Plays the API of Stripe; `answerStripe` is replaced by tests. */
let answerStripe: RequestListener = () => undefined
const stripeApi = createServer((request, response) => answerStripe(request, response)).listen(0, '127.0.0.1')
await once(stripeApi, 'listening')
const stripeUrl = `http://127.0.0.1:${(stripeApi.address() as AddressInfo).port}`

const api = await testApi({ ALLOW_PRIVATE_TARGETS: 'true', STRIPE_API_URL: stripeUrl })
const { pool } = api.resources.database
test.after.always(async () => {
  await api.close()
  stripeApi.closeAllConnections()
  stripeApi.close()
})

/** A connection of a workspace whose partner has a code; `sales` lists the sales of the partner's link with their commissions. */
async function codeOfPartner(sample: ProviderSample, options: Record<string, unknown> = {}) {
  const receiver = await openInboundConnection(api, sample, options)
  const { workspace } = receiver
  const program = await api.make.program(workspace)
  await pool.query('update workspaces set default_program_id = $1 where id = $2', [program.id, workspace.id])
  const reward = await api.make.reward(program, { event: 'sale', type: 'percentage', amountInPercentage: 20, amountInCents: null })
  const group = await api.make.partnerGroup(program, { saleRewardId: reward.id })
  const partner = await api.make.partner()
  await api.make.enrolment(program, partner, { groupId: group.id, saleRewardId: reward.id })
  const link = await api.make.link(workspace, { programId: program.id, partnerId: partner.id })
  const { code } = await api.make.discountCode(await api.make.discount(program), partner, link)
  const process = async () => {
    const errors = await receiver.processDeliveries()
    await runQueuedJobs(api.resources)
    await runJobByName(api.resources, 'earnings.compute-commissions')
    return errors
  }
  const sales = async () =>
    (
      await pool.query(
        `select s.amount::int, c.earnings::int, cu.external_id as customer, cu.partner_id as "partnerId", l.event_name as lead
         from sale_events s join customers cu on cu.id = s.customer_id join lead_events l on l.customer_id = cu.id and l.link_id = s.link_id
         left join commissions c on c.event_id = s.id where s.link_id = $1 order by s.timestamp, s.id`,
        [link.id],
      )
    ).rows
  return { ...receiver, program, partner, link, code, process, sales }
}

const order = (unique: string, code: string | null, fields: object = {}, id = `event-${unique}`): ProviderEventSample => ({
  id,
  type: 'orders/paid',
  body: {
    id: 1,
    customer: { id: 77, email: `${unique}@example.com` },
    email: `${unique}@example.com`,
    subtotal_price: '50.00',
    total_price: '55.00',
    currency: 'USD',
    billing_address: { country_code: 'DE' },
    discount_codes: code ? [{ code: 'SUMMER' }, { code }] : [],
    ...fields,
  },
})

test.serial('an order with the code of a partner belongs to the partner, and is counted once', async (t) => {
  const shop = await codeOfPartner(sampleOf('shopify'))
  const { unique } = await shop.createVisitor()
  for (const id of ['first', 'second']) await shop.send(order(unique, shop.code.toLowerCase(), {}, id))
  t.deepEqual(await shop.process(), [])
  t.deepEqual(await shop.sales(), [
    { amount: 5000, earnings: 1000, customer: 'shopify_77', partnerId: shop.partner.id, lead: 'Checkout with discount code' },
  ])
  const { rows } = await pool.query('select clicks::int, leads::int, sales::int, conversions::int from links where id = $1', [shop.link.id])
  t.deepEqual(rows, [{ clicks: 1, leads: 1, sales: 1, conversions: 1 }])
})

test.serial(
  'a repeated event of an order with a code neither creates its deleted customer again nor credits another partner',
  async (t) => {
    const shop = await codeOfPartner(sampleOf('shopify'))
    const { unique } = await shop.createVisitor()
    const guest = { id: 7, customer: null, email: null }
    for (const one of [order(unique, shop.code), order('guest', shop.code, guest)]) await shop.send(one)
    t.deepEqual(await shop.process(), [])
    const customers = await shop.customers()
    t.is(customers.length, 2)
    const named = customers.find(({ external_id: id }) => id === 'shopify_77')
    t.is((await api.call(`DELETE /customers/${named.id}`, { key: shop.key })).status, 200)
    const other = await api.make.link(shop.workspace, { programId: shop.program.id, partnerId: shop.partner.id })
    await pool.query('update discount_codes set link_id = $1 where code = $2', [other.id, shop.code])
    for (const one of [order(unique, shop.code, {}, 'again'), order('guest', shop.code, guest, 'guest-again')]) await shop.send(one)
    t.deepEqual(await shop.process(), [])
    t.is((await shop.customers()).length, 1)
    const { rows } = await pool.query('select id from links where leads > 0 and workspace_id = $1', [shop.workspace.id])
    t.deepEqual(rows, [{ id: shop.link.id }])
  },
)

test.serial('codes of nobody, disabled codes and codes of other workspaces credit no partner', async (t) => {
  const [shop, other] = [await codeOfPartner(sampleOf('shopify')), await codeOfPartner(sampleOf('shopify'))]
  await pool.query('update discount_codes set disabled_at = now() where code = $1', [shop.code])
  const { unique } = await shop.createVisitor()
  for (const [index, code] of [shop.code, other.code, 'UNKNOWN', null].entries())
    await shop.send(order(`${unique}${index}`, code, { id: index }))
  t.deepEqual(await shop.process(), [])
  t.deepEqual([await shop.sales(), await other.sales()], [[], []])
  t.true((await shop.deliveries()).every(({ state }) => state === 'ignored'))
})

test.serial('the code of a partner whose link became that of another partner credits neither', async (t) => {
  const shop = await codeOfPartner(sampleOf('shopify'))
  const other = await api.make.partner()
  await api.make.enrolment(shop.program, other, { saleRewardId: null })
  for (const partnerId of [other.id, null]) {
    const of = [partnerId && shop.program.id, partnerId, shop.link.id]
    await pool.query('update links set program_id = $1, partner_id = $2 where id = $3', of)
    await shop.send(order(`of-${partnerId}`, shop.code, { id: partnerId ? 501 : 502 }))
    t.deepEqual(await shop.process(), [])
  }
  t.deepEqual(await shop.sales(), [])
  t.true((await shop.deliveries()).every(({ state }) => state === 'ignored'))
})

test.serial('a click wins over a code', async (t) => {
  const shop = await codeOfPartner(sampleOf('shopify'))
  const { unique, clickId } = await shop.createVisitor()
  await shop.send(order(unique, shop.code, { note_attributes: [{ name: 'svc_id', value: clickId }] }))
  await shop.process()
  t.deepEqual(await shop.sales(), [])
  t.like(await shop.counters(), { sales: 1, saleAmount: 5000 })
})

for (const [owner, settings] of Object.entries({ connection: { apiUrl: stripeUrl }, installation: {} }))
  test.serial(
    `the promotion code of a Stripe checkout is fetched at the address of the ${owner}, and renewals belong to the partner`,
    async (t) => {
      const requests: string[] = []
      answerStripe = (request, response) => {
        requests.push(`${request.headers.authorization} ${request.url}`)
        response.end(JSON.stringify({ discounts: [{ coupon: 'co_1', promotion_code: { id: 'promo_1', code: shop.code } }] }))
      }
      const shop = await codeOfPartner(sampleOf('stripe'), { apiKey: 'rk_test_1', settings })
      const { unique } = await shop.createVisitor()
      await shop.send(
        stripe('checkout.session.completed', {
          id: `cs_${unique}`,
          mode: 'subscription',
          payment_status: 'paid',
          invoice: `in_${unique}`,
          customer: `cus_${unique}`,
          amount_total: 1000,
          currency: 'usd',
          discounts: [{ coupon: 'co_1', promotion_code: 'promo_1' }],
        }),
      )
      t.deepEqual(await shop.process(), [])
      t.deepEqual(requests, [`Bearer rk_test_1 /v1/checkout/sessions/cs_${unique}?expand[]=discounts.promotion_code`])
      const renewal = { id: `in_next_${unique}`, customer: `cus_${unique}`, total: 700, amount_paid: 700, currency: 'usd' }
      await shop.send(stripe('invoice.paid', renewal))
      t.deepEqual(await shop.process(), [])
      const sale = { customer: `cus_${unique}`, partnerId: shop.partner.id, lead: 'Attributed via discount code' }
      t.deepEqual(await shop.sales(), [
        { amount: 1000, earnings: 200, ...sale },
        { amount: 700, earnings: 140, ...sale },
      ])
    },
  )

for (const [status, states] of Object.entries({
  401: ['processed'],
  403: ['processed'],
  404: ['processed'],
  429: ['retrying'],
  503: ['retrying'],
}))
  test.serial(`a Stripe sale with a click whose discounts cannot be read (${status}) is ${states.join()}`, async (t) => {
    answerStripe = (_, response) => response.writeHead(Number(status)).end('{}')
    const shop = await codeOfPartner(sampleOf('stripe'), { apiKey: 'rk_test_1' })
    const { unique, clickId } = await shop.createVisitor()
    await shop.send(
      stripe('checkout.session.completed', {
        id: `cs_${unique}`,
        mode: 'payment',
        payment_status: 'paid',
        client_reference_id: `svc_id_${clickId}`,
        customer: `cus_${unique}`,
        amount_total: 1000,
        currency: 'usd',
        discounts: [{ coupon: 'co_1', promotion_code: 'promo_1' }],
      }),
    )
    await shop.processDeliveries()
    t.deepEqual(
      (await shop.deliveries()).map(({ state }) => state),
      states,
    )
    t.is((await shop.counters()).sales, states[0] === 'processed' ? 1 : 0)
    answerStripe = (_, response) => response.end('{"discounts":[]}')
    t.deepEqual(await shop.process(), [])
    t.is((await shop.counters()).sales, 1)
  })

test.serial('a guest with a click is credited to its link, with or without a code', async (t) => {
  for (const hasCode of [true, false]) {
    const shop = await codeOfPartner(sampleOf('shopify'))
    const { clickId } = await shop.createVisitor()
    const guest = { id: 98, customer: null, email: null, note_attributes: [{ name: 'svc_id', value: clickId }] }
    await shop.send(order('guest', hasCode ? shop.code : null, guest))
    t.deepEqual(await shop.process(), [])
    t.like(await shop.counters(), { leads: 1, sales: 1, saleAmount: 5000 })
    t.deepEqual(
      (await shop.customers()).map(({ external_id: id }) => id),
      ['shopify_guest_shopify_98'],
    )
    t.deepEqual(await shop.sales(), [])
  }
})

test.serial('a guest without any identifier is credited by the code of the order', async (t) => {
  const shop = await codeOfPartner(sampleOf('shopify'))
  await shop.send(order('guest', shop.code, { id: 99, customer: null, email: null }))
  t.deepEqual(await shop.process(), [])
  t.like(await shop.sales(), [{ amount: 5000, customer: 'shopify_guest_shopify_99' }])
})

test.serial(
  'a deactivated promotion code and a deleted coupon end Stripe codes in every program, and no codes of other providers',
  async (t) => {
    const shop = await codeOfPartner(sampleOf('stripe'))
    const second = await api.make.program(shop.workspace)
    const codes = async () =>
      (await pool.query('select id from discount_codes where program_id = any($1) order by id', [[shop.program.id, second.id]])).rows.map(
        ({ id }) => id,
      )
    const custom = await codes()
    const stripeCode = async (program: typeof second, couponId: string, code?: string) =>
      api.make.discountCode(
        await api.make.discount(program, { provider: 'stripe', couponId }),
        shop.partner,
        await api.make.link(shop.workspace, { programId: program.id, partnerId: shop.partner.id }),
        code ? { code } : {},
      )
    const deactivated = await stripeCode(second, 'co_1', shop.code)
    const ofCoupon = [await stripeCode(shop.program, 'co_2'), await stripeCode(second, 'co_2')].map(({ id }) => id)
    const deactivate = (active: boolean) => shop.send(stripe('promotion_code.updated', { id: 'promo_1', code: shop.code, active }))
    await deactivate(true)
    await shop.process()
    t.deepEqual(await codes(), [...custom, deactivated.id, ...ofCoupon].sort())
    await pool.query('update discount_codes set disabled_at = now() where id = $1', [deactivated.id])
    await deactivate(false)
    await shop.process()
    t.deepEqual(await codes(), [...custom, deactivated.id, ...ofCoupon].sort(), 'the code of a deactivated partner')
    await pool.query('update discount_codes set disabled_at = null where id = $1', [deactivated.id])
    const deactivateAt = (id: string, at: number) =>
      shop.send(stripe('promotion_code.updated', { id, code: shop.code, active: false }, { created: Math.floor(at / 1000) }))
    await deactivateAt('promo_0', Date.now() - 60_000)
    await shop.process()
    t.deepEqual(await codes(), [...custom, deactivated.id, ...ofCoupon].sort(), 'an earlier code of the same name')
    await deactivateAt('promo_2', Date.now() + 60_000)
    await shop.process()
    t.deepEqual(await codes(), [...custom, ...ofCoupon].sort())
    for (const id of ['co_3', 'co_2']) await shop.send(stripe('coupon.deleted', { id }))
    t.deepEqual(await shop.process(), [])
    t.deepEqual(await codes(), custom)
    t.deepEqual(
      (await shop.deliveries()).map(({ state }) => state),
      ['ignored', 'ignored', 'ignored', 'processed', 'ignored', 'processed'],
    )
  },
)
