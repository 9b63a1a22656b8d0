/** Discounts and codes that Stripe and Shopify apply. */
import test from 'ava'
import { seconds } from '../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../support/api.js'
import { type DiscountPlayer, openDiscountPlayer } from '../../support/discount-player.js'
import { partnerProgram } from '../../support/earnings.js'
import { runJobByName, runQueuedJobsAndSubscribers } from '../../support/jobs.js'
import { waitUntil } from '../../support/wait-until.js'

let player: DiscountPlayer
let api: TestApi
test.before(async () => {
  player = await openDiscountPlayer()
  api = await testApi({ ALLOW_PRIVATE_TARGETS: 'true', STRIPE_API_URL: player.url, SHOPIFY_API_URL: player.url })
})
test.after.always(async () => {
  await api?.close()
  await player?.close()
})

type Provider = 'stripe' | 'shopify'

async function connected(provider: Provider, discount: object = {}, options: { webhookTriggers?: string[] } = {}) {
  const tenant = await partnerProgram(api, options)
  const connect = () =>
    tenant.call('POST /integrations/connections', { providerSlug: provider, apiKey: 'key', signingSecret: 'whsec_secret' })
  const create = (more: object = {}) =>
    tenant.call('POST /discounts', {
      amount: 30,
      type: 'percentage',
      maxDuration: 3,
      provider,
      groupId: tenant.program.defaultGroupId,
      ...discount,
      ...more,
    })
  return { ...tenant, connect, create }
}

test.serial('a discount of Stripe creates a coupon with its terms, or uses one with the same terms', async (t) => {
  const { connect, create, call } = await connected('stripe')
  const refused = await create()
  t.is(refused.status, 400)
  t.regex(refused.body.error.message, /^STRIPE_CONNECTION_REQUIRED/)
  t.is((await connect()).status, 201)

  const { status, body } = await create()
  t.is(status, 201, JSON.stringify(body))
  t.like(player.coupons.get(body.couponId), { percent_off: '30', duration: 'repeating', duration_in_months: '3' })
  t.is((await call(`DELETE /discounts/${body.id}`)).status, 200)
  t.regex((await create({ couponId: body.couponId, amount: 40 })).body.error.message, /another amount or duration/)
  t.regex((await create({ couponId: 'co_none' })).body.error.message, /does not exist in Stripe/)
  t.is((await create({ couponId: body.couponId })).body.couponId, body.couponId)
})

test.serial('a failing provider leaves no discount and no code', async (t) => {
  const { connect, create, call, enrol } = await connected('stripe')
  await connect()
  player.failWith = 401
  t.regex((await create()).body.error.message, /^STRIPE_RECONNECT_REQUIRED/)
  player.failWith = 403
  t.regex((await create()).body.error.message, /^STRIPE_APP_UPGRADE_REQUIRED/)
  player.failWith = 503
  t.is((await create()).status, 500)
  t.deepEqual((await call('GET /discounts')).body, [])
  player.failWith = null
  await create()
  const { partner, link } = await enrol()
  player.failWith = 503
  t.is((await call('POST /discount-codes', { partnerId: partner.id, linkId: link.id, code: 'LOST' })).status, 500)
  player.failWith = null
  t.deepEqual((await call('GET /discount-codes')).body, [])
})

for (const provider of ['stripe', 'shopify'] as const)
  test.serial(`a code of ${provider} is created there, varied when it is taken there, and ended when it is deleted`, async (t) => {
    const { connect, create, call, enrol } = await connected(provider)
    await connect()
    t.is((await create()).status, 201)
    const [first, second] = [await enrol({ name: `Jane ${provider}` }), await enrol({ name: 'Someone' })]
    const name = `${provider}30`
    const order = (one: typeof first, code?: string) =>
      call('POST /discount-codes', { partnerId: one.partner.id, linkId: one.link.id, code })
    const made = await order(first, name)
    t.is(made.body.code, name, JSON.stringify(made.body))
    const atProvider = () => player.codes.filter(({ code, active }) => active && code.toLowerCase() === name)
    t.is(atProvider().length, 1)
    t.is((await call(`DELETE /discount-codes/${made.body.id}`)).body.id, made.body.id)
    await runQueuedJobsAndSubscribers(api.resources)
    t.is(atProvider().length, 0)

    player.codes.push({ id: 'promo_other', code: name.toUpperCase(), active: true, owner: 'another shop' })
    t.is((await order(first, name)).status, 409)
    player.codes.push({ id: 'promo_generated', code: 'SOMEONE30OFF', active: true, owner: 'another shop' })
    t.regex((await order(second)).body.code, /^SOMEONE30OFF.{2}$/)
    player.codes.length = 0
  })

/** Makes inserts into the table fail, as a crash before the commit would, while `work` runs. */
async function whileFailing(table: string, work: () => Promise<unknown>): Promise<void> {
  const { pool } = api.resources.database
  await pool.query(`create function fail() returns trigger language plpgsql as $$ begin raise 'crash'; end $$`)
  await pool.query(`create trigger fail before insert on ${table} for each row execute function fail()`)
  await work().finally(() => pool.query(`drop function fail cascade`))
}

/** Settles what requests left, as if some minutes had passed. */
async function settle(): Promise<number> {
  const { pool } = api.resources.database
  await pool.query(`update discount_reservations set reserved_at = now() - interval '5 minutes'`)
  await runJobByName(api.resources, 'earnings.settle-discount-reservations')
  await runQueuedJobsAndSubscribers(api.resources)
  return (await pool.query('select 1 from discount_reservations')).rows.length
}

const openTransactions = async () => {
  const { rows } = await api.resources.database.pool.query(
    `select query from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
     and backend_type = 'client backend'`,
  )
  return rows
}

test.serial('no transaction is open while the provider answers', async (t) => {
  const { connect, create, call, enrol } = await connected('stripe')
  await connect()
  let answers = 0
  player.beforeAnswer = async () => {
    answers++
    // A short transaction of something else, such as the request log, ends by itself; one of the waiting request does not.
    await waitUntil(async () => (await openTransactions()).length === 0, seconds(2))
  }
  t.is((await create()).status, 201)
  const { partner, link } = await enrol()
  t.is((await call('POST /discount-codes', { partnerId: partner.id, linkId: link.id, code: 'OUTSIDE' })).status, 200)
  player.beforeAnswer = async () => undefined
  t.is(answers, 2)
})

test.serial('a crash after the answer of the provider leaves one code and no coupon', async (t) => {
  const { connect, create, call, enrol } = await connected('stripe', { amount: 35 })
  await connect()
  const coupons = new Set(player.coupons.keys())
  await whileFailing('discounts', async () => t.is((await create()).status, 500))
  t.is(player.coupons.size, coupons.size + 1)
  t.is(await settle(), 0)
  t.deepEqual(new Set(player.coupons.keys()), coupons)
  t.is((await create()).status, 201)

  const { partner, link } = await enrol()
  const order = { partnerId: partner.id, linkId: link.id, code: 'CRASHED' }
  await whileFailing('discount_codes', async () => t.is((await call('POST /discount-codes', order)).status, 500))
  t.deepEqual((await call('GET /discount-codes')).body, [])
  t.is((await call('POST /discount-codes', order)).status, 400)
  t.is(await settle(), 0)
  t.like((await call('GET /discount-codes')).body, [order])
  t.is(await settle(), 0)
  t.is(player.codes.filter(({ code }) => code === 'CRASHED').length, 1)
})

test.serial('a code whose partner lost the discount during a crash is ended, and that of another shop is not', async (t) => {
  const { connect, create, call, enrol } = await connected('shopify')
  await connect()
  t.is((await create()).status, 201)
  const { partner, link } = await enrol()
  const order = { partnerId: partner.id, linkId: link.id, code: 'ORPHAN' }
  await whileFailing('discount_codes', async () => t.is((await call('POST /discount-codes', order)).status, 500))
  t.is((await call('POST /partners/ban', { partnerId: partner.id, reason: 'spam' })).status, 200)
  t.is(await settle(), 0)
  t.deepEqual((await call('GET /discount-codes')).body, [])
  t.deepEqual(
    player.codes.filter(({ code }) => code === 'ORPHAN').map(({ active }) => active),
    [false],
  )

  const other = await enrol()
  player.codes.push({ id: 'gid://shopify/other', code: 'FOREIGN', active: true, owner: 'another shop' })
  player.failWith = 503
  const refused = await call('POST /discount-codes', { partnerId: other.partner.id, linkId: other.link.id, code: 'FOREIGN' })
  player.failWith = null
  t.is(refused.status, 500)
  await runQueuedJobsAndSubscribers(api.resources)
  t.true(player.codes.some(({ code, active }) => code === 'FOREIGN' && active))
})

test.serial('a code ends at the provider when its link is deleted, and webhooks hear of it', async (t) => {
  const { connect, create, call, enrol, rows, workspace } = await connected('stripe', {}, { webhookTriggers: ['discount_code.deleted'] })
  await connect()
  await create()
  const [ann, bob] = [await enrol(), await enrol()]
  const order = ({ partner, link }: typeof ann, code: string) => ({ partnerId: partner.id, linkId: link.id, code })
  t.is((await call('POST /discount-codes', order(ann, 'GONE'))).status, 200)
  t.is((await call(`DELETE /links/${ann.link.id}`)).status, 200)
  await runQueuedJobsAndSubscribers(api.resources)
  const active = (name: string) => player.codes.filter(({ code, active: isActive }) => code === name && isActive).length
  t.is(active('GONE'), 0)
  t.like(await rows(`select data::jsonb ->> 'code' as code from webhook_outbox where workspace_id = $1`, [workspace.id]), [
    { code: 'GONE' },
  ])

  // The link disappears while the provider creates the code.
  player.beforeAnswer = async () => void (await call(`DELETE /links/${bob.link.id}`))
  t.is((await call('POST /discount-codes', order(bob, 'LATE'))).status, 400)
  player.beforeAnswer = async () => undefined
  t.is(await settle(), 0)
  t.is(active('LATE'), 0)
  t.deepEqual((await call('GET /discount-codes')).body, [])
})

test.serial('a code ends at the provider when its link is transferred to another workspace, and webhooks hear of it', async (t) => {
  const { connect, create, call, enrol, rows, workspace, user, program } = await connected(
    'stripe',
    {},
    { webhookTriggers: ['discount_code.deleted'] },
  )
  await connect()
  await create()
  const { partner } = await enrol()
  await api.make.domain(null, { slug: api.config.shortDomain })
  const shared = await api.make.link(workspace, { domain: api.config.shortDomain, programId: program.id, partnerId: partner.id })
  t.is((await call('POST /discount-codes', { partnerId: partner.id, linkId: shared.id, code: 'MOVED' })).status, 200)
  const target = await api.make.workspace()
  await api.make.member(target, user, 'owner')
  t.is((await call(`POST /links/${shared.id}/transfer`, { newWorkspaceId: target.id })).status, 200)
  t.deepEqual((await call('GET /discount-codes')).body, [])
  await runQueuedJobsAndSubscribers(api.resources)
  t.deepEqual(
    player.codes.filter(({ code }) => code === 'MOVED').map(({ active }) => active),
    [false],
  )
  t.like(await rows(`select data::jsonb ->> 'code' as code from webhook_outbox where workspace_id = $1`, [workspace.id]), [
    { code: 'MOVED' },
  ])
})

test.serial('a code that the provider has already for the same link is taken over', async (t) => {
  const { connect, create, call, enrol } = await connected('stripe')
  await connect()
  const { couponId } = (await create()).body
  const { partner, link } = await enrol()
  player.codes.push({ id: 'promo_before', code: 'AGAIN', active: true, owner: link.id, coupon: couponId })
  t.is((await call('POST /discount-codes', { partnerId: partner.id, linkId: link.id, code: 'AGAIN' })).body.code, 'AGAIN')
})

test.serial('the terms of a Shopify discount reach every code', async (t) => {
  const { connect, create, call, enrol } = await connected('shopify', { amount: 550, type: 'flat', maxDuration: null })
  await connect()
  t.is((await create()).body.couponId, null)
  const { partner, link } = await enrol()
  await call('POST /discount-codes', { partnerId: partner.id, linkId: link.id, code: 'FLAT' })
  t.like(player.codes.find(({ code }) => code === 'FLAT')?.input, {
    recurringCycleLimit: 0,
    customerGets: { items: { all: true }, value: { discountAmount: { amount: '5.50', appliesOnEachItem: false } } },
  })
})

test.serial('default links of active partners get a code by themselves, once', async (t) => {
  const { connect, create, call, rows, program, enrol } = await connected('stripe')
  await connect()
  const { body: discount } = await create()
  const { partner, link } = await enrol({ name: 'Ann Lee' })
  await enrol({ name: 'Bob without default link' })
  const archived = await enrol({ name: 'Eve Hidden' }, { status: 'archived' })
  const invited = await enrol({ name: 'Ira Invited' }, { status: 'invited' })
  const { id: defaultLinkId } = await api.make.defaultLink(program)
  for (const { id } of [link, archived.link, invited.link])
    await rows('insert into partner_default_links (link_id, default_link_id) values ($1, $2)', [id, defaultLinkId])
  const codes = () => rows('select code, partner_id from discount_codes where program_id = $1 order by code', [program.id])
  await runJobByName(api.resources, 'earnings.provision-discount-codes')
  t.deepEqual(await codes(), [])
  const changed = await call(`PATCH /discounts/${discount.id}`, { autoProvision: true })
  t.truthy(changed.body.autoProvisionEnabledAt, JSON.stringify(changed.body))
  for (let run = 0; run < 2; run++) await runJobByName(api.resources, 'earnings.provision-discount-codes')
  t.deepEqual(await codes(), [
    { code: 'ANN30OFF', partner_id: partner.id },
    { code: 'EVE30OFF', partner_id: archived.partner.id },
  ])
  t.is((await call(`PATCH /discounts/${discount.id}`, { autoProvision: false })).body.autoProvisionEnabledAt, null)
})
