/** Histories by chance, credited live by one rule and then anew by others. */
import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import type { AttributionModel } from '../../../../shared/accounts/index.js'
import { errandResult, findErrand } from '../../../../shared/errands/index.js'
import { days } from '../../../../shared/kernel/time.js'
import { compareRange, figures as allFigures } from '../../../../shared/operations/verify/figures.queries.js'
import { verifyFigures } from '../../../../shared/operations/verify/verify-figures.js'
import { attributionNow } from '../../../../shared/tracking/attribution/attribution.queries.js'
import { customersAfter } from '../../../../shared/tracking/attribution/past.queries.js'
import { applyReckonings, reckonCustomers } from '../../../../shared/tracking/attribution/reckon-customers.js'
import { trackLeadBodySchema, trackSaleBodySchema } from '../../../../shared/tracking/conversions/conversion-input.schema.js'
import { RecomputeAttribution, recomputeAttribution, trackLead, trackRefund, trackSale } from '../../../../shared/tracking/index.js'
import { trackRefundBodySchema } from '../../../../shared/tracking/refunds/refund-input.schema.js'
import { batchOf, rawClick } from '../../../support/clicks.js'
import { runNamed, runQueued } from '../../../support/jobs.js'
import { person, type Person } from '../../../support/scope.js'
import { testService, type TestService } from '../../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

const query = async (sql: string, values: unknown[] = []) => (await service.resources.database.pool.query(sql, values)).rows

interface Rule {
  model: AttributionModel
  windowDays: number | null
}

const setRule = ({ workspace }: Person, { model, windowDays }: Rule) =>
  query('update workspaces set attribution_model = $2, attribution_window_days = $3 where id = $1', [workspace.id, model, windowDays])

/** Somebody with links, each of which was clicked so many days ago. */
async function withClicks(ages: readonly number[]) {
  const owner = await person(service)
  const links = await Promise.all(ages.map(() => service.make.link(owner.workspace)))
  const clicks = links.map((link, at) => rawClick(link, { at: Date.now() - days(ages[at] as number) - at }))
  await runNamed(service.resources, 'tracking.ingest-clicks', batchOf(clicks))
  await query('update workspaces set total_links = (select count(*) from links where workspace_id = workspaces.id) where id = $1', [
    owner.workspace.id,
  ])
  const lead = (click: number | null, eventName: string, customerExternalId = 'ada') =>
    owner.act((scope) =>
      trackLead(scope, trackLeadBodySchema.parse({ clickId: click === null ? '' : clicks[click]?.id, eventName, customerExternalId })),
    )
  const sale = (amount: number, more: object = {}) =>
    owner.act((scope) => trackSale(scope, trackSaleBodySchema.parse({ customerExternalId: 'ada', amount, ...more })))
  const refund = (invoiceId: string, amount?: number) =>
    owner.act((scope) => trackRefund(scope, trackRefundBodySchema.parse({ invoiceId, amount })))
  const nameOf = (linkId: string | null | undefined) => (linkId ? links.findIndex(({ id }) => id === linkId) : null)
  return { owner, links, clicks, lead, sale, refund, nameOf }
}
type Shop = Awaited<ReturnType<typeof withClicks>>

async function recompute(owner: Person, asked: object): Promise<string> {
  const { id } = await recomputeAttribution(await owner.scope(), RecomputeAttribution.parse(asked))
  await runQueued(service.resources)
  const scope = await owner.scope()
  const errand = await findErrand(scope, id, { page: 1, pageSize: 10 })
  if (errand.state !== 'completed') throw new Error(JSON.stringify(errand))
  let text = ''
  for await (const part of (await errandResult(scope, id)).body) text += part
  return text
}

/** Everything that says who has the credit. */
async function credits({ owner, links }: Shop) {
  const name = (column: string) => `array_position($2::text[], ${column}) - 1`
  const [leads, sales, figures, claims] = await Promise.all([
    query(
      `select event_name, ${name('link_id')} as link, click_id, named_click_id, country, key from lead_events where workspace_id = $1 order by timestamp, event_name`,
      [owner.workspace.id, links.map(({ id }) => id)],
    ),
    query(
      `select amount, ${name('link_id')} as link, click_id, recurring, sales, key from sale_events where workspace_id = $1 order by timestamp, amount`,
      [owner.workspace.id, links.map(({ id }) => id)],
    ),
    query(
      `select ${name('id')} as link, leads, conversions, sales, sale_amount, last_lead_at, last_conversion_at from links where workspace_id = $1 order by 1`,
      [owner.workspace.id, links.map(({ id }) => id)],
    ),
    query(
      `select ${name('conversion_claims.link_id')} as link from conversion_claims join customers on customers.id = customer_id where workspace_id = $1 order by 1`,
      [owner.workspace.id, links.map(({ id }) => id)],
    ),
  ])
  return { leads, sales, figures, claims }
}

const figures = async (shop: Shop) =>
  (await credits(shop)).figures.map(({ leads, conversions, sales, sale_amount }) => [leads, conversions, sales, sale_amount])
async function verified(t: ExecutionContext, { owner }: Shop) {
  t.deepEqual((await verifyFigures({ pool: service.resources.database.pool, now: () => new Date() }, [owner.workspace.id])).found, [])
}

test.serial('by default the click that comes with a lead has its credit, and the latest lead that of a sale', async (t) => {
  const { lead, sale, nameOf } = await withClicks([100, 1])
  const first = await lead(1, 'Sign up')
  t.deepEqual([first.attribution?.rule, nameOf(first.attribution?.linkId)], ['named_click', 1])
  const second = await lead(0, 'Demo')
  t.deepEqual([second.attribution?.rule, nameOf(second.attribution?.linkId)], ['named_click', 0])
  const third = await lead(null, 'Trial')
  t.deepEqual([third.attribution?.rule, nameOf(third.attribution?.linkId)], ['known_click', 1])
  t.is((await lead(1, 'Sign up')).attribution, null)
  const sold = await sale(500, { invoiceId: 'i' })
  t.deepEqual([sold.attribution?.rule, nameOf(sold.attribution?.linkId)], ['latest_lead', 1])
  t.deepEqual((await sale(500, { invoiceId: 'i' })).attribution, sold.attribution)
  t.is((await sale(500, { leadEventName: 'Demo' })).attribution?.rule, 'named_lead')
  t.is((await sale(500, { customerExternalId: 'new', clickId: second.click.id })).attribution?.rule, 'direct_click')
})

test.serial('the latest lead is the one that happened last, however old its click is', async (t) => {
  const { lead, sale, nameOf } = await withClicks([1, 100])
  await lead(0, 'Sign up')
  await new Promise((resolve) => setTimeout(resolve, 2))
  await lead(1, 'Demo')
  t.is(nameOf((await sale(500)).attribution?.linkId), 1)
})

test.serial('by the first click the earliest has the credit for leads and sales, within the window', async (t) => {
  const shop = await withClicks([100, 20, 1])
  await setRule(shop.owner, { model: 'first_click', windowDays: 30 })
  await shop.lead(1, 'Sign up')
  const later = await shop.lead(2, 'Demo')
  t.deepEqual([later.click.id, later.attribution?.rule, shop.nameOf(later.attribution?.linkId)], [shop.clicks[2]?.id, 'first_click', 1])
  const old = await shop.lead(0, 'Return')
  t.is(shop.nameOf(old.attribution?.linkId), 1)
  const sold = await shop.sale(900)
  t.deepEqual([sold.attribution?.rule, shop.nameOf(sold.attribution?.linkId)], ['first_lead', 1])
  t.deepEqual(await figures(shop), [
    [0, 0, 0, 0],
    [3, 1, 1, 900],
    [0, 0, 0, 0],
  ])
  await verified(t, shop)
})

test.serial(
  'a lead of which every click is older than the window is credited to no link, and so are its sales; figures of the customer count them',
  async (t) => {
    const shop = await withClicks([100])
    await setRule(shop.owner, { model: 'last_click', windowDays: 30 })
    const lead = await shop.lead(0, 'Sign up')
    t.deepEqual([lead.link, lead.attribution], [null, { rule: 'outside_window', clickId: shop.clicks[0]?.id as string, linkId: null }])
    t.deepEqual((await shop.sale(700)).attribution?.linkId, null)
    t.deepEqual(await figures(shop), [[0, 0, 0, 0]])
    t.deepEqual(await query('select sales, sale_amount from customers where workspace_id = $1', [shop.owner.workspace.id]), [
      { sales: 1, sale_amount: 700 },
    ])
    await verified(t, shop)
    await setRule(shop.owner, { model: 'last_click', windowDays: null })
    await recompute(shop.owner, { dryRun: false })
    t.deepEqual(await figures(shop), [[1, 1, 1, 700]])
    await verified(t, shop)
  },
)

test.serial('a dry run says what would move from which link to which, and moves nothing', async (t) => {
  const shop = await withClicks([10, 1])
  await shop.lead(0, 'Sign up')
  await shop.lead(1, 'Demo')
  await shop.sale(900, { invoiceId: 'a' })
  await shop.sale(300, { invoiceId: 'b' })
  await shop.refund('a', 100)
  const before = await credits(shop)
  const [from, to] = [shop.links[1], shop.links[0]]
  const report = await recompute(shop.owner, { attributionModel: 'first_click' })
  t.deepEqual(report.trim().split('\r\n'), [
    'event,from_link,from_short_link,to_link,to_short_link,events,amount_cents',
    `lead,${from?.id},${from?.shortLink},${to?.id},${to?.shortLink},1,0`,
    `sale,${from?.id},${from?.shortLink},${to?.id},${to?.shortLink},2,1100`,
  ])
  t.deepEqual(await credits(shop), before)
  await setRule(shop.owner, { model: 'first_click', windowDays: null })
  t.is(await recompute(shop.owner, { dryRun: false }), report)
  t.deepEqual(await figures(shop), [
    [2, 1, 2, 1100],
    [0, 0, 0, 0],
  ])
  t.is((await recompute(shop.owner, { dryRun: false })).trim().split('\r\n').length, 1)
  await verified(t, shop)
})

test.serial('another model than the workspace has can only be tried', async (t) => {
  const { owner } = await withClicks([1])
  await t.throwsAsync(recompute(owner, { dryRun: false, attributionModel: 'first_click' }), { message: /tried only/ })
})

const someRule: fc.Arbitrary<Rule> = fc.record({
  model: fc.constantFrom('last_click' as const, 'first_click' as const),
  windowDays: fc.constantFrom(null, 5, 30),
})
const someStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('lead' as const),
      click: fc.nat(3),
      name: fc.constantFrom('Sign up', 'Demo', 'Trial', 'Return'),
      customer: fc.constantFrom('ada', 'bob'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('sale' as const),
      amount: fc.integer({ min: 1, max: 999 }),
      lead: fc.constantFrom(null, 'Demo'),
      customer: fc.constantFrom('ada', 'bob'),
      click: fc.nat(3),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('refund' as const), of: fc.nat(5), isFull: fc.boolean() }) },
)
type Step = typeof someStep extends fc.Arbitrary<infer T> ? T : never

async function take(shop: Shop, step: Step, number: number): Promise<void> {
  const [invoiceId, customerExternalId] = [`invoice ${number}`, 'customer' in step ? step.customer : '']
  if (step.does === 'lead') await shop.lead(step.click, step.name, customerExternalId)
  else if (step.does === 'sale')
    await shop.sale(step.amount, { customerExternalId, invoiceId, leadEventName: step.lead, clickId: shop.clicks[step.click]?.id })
  else await shop.refund(`invoice ${step.of}`, step.isFull ? undefined : 1)
  await new Promise((resolve) => setTimeout(resolve, 2)) // what happens in one millisecond has no order
}

/** Refused is what concerns a sale that was not made, or one that is given back already. */
const isRefusal = (error: unknown) => error instanceof Error && /no such sale|given back in full|larger than/.test(error.message)

/** What a step of the errand does, without the errand. */
const reckonAnew = (owner: Person) =>
  owner.act(async (scope) =>
    applyReckonings(scope, await reckonCustomers(scope, await attributionNow(scope), await customersAfter(scope, '', 100, true))),
  )

/** A recount without what is added up ahead, which nothing is here. */
async function wrongFigures({ owner }: Shop) {
  const parts = await Promise.all(allFigures.map((one) => compareRange(service.resources.database.pool, one, owner.workspace.id, '', 1000)))
  return parts.flatMap(({ named }) => named)
}

test.serial(
  'reckoned anew by the same rule nothing changes; by another, all is as if that had been the rule from the beginning',
  async (t) => {
    const story = fc.record({ steps: fc.array(someStep, { minLength: 2, maxLength: 8 }), live: someRule, later: someRule })
    await fc.assert(
      fc.asyncProperty(story, async ({ steps, live, later }) => {
        const [shop, model] = await Promise.all([withClicks([100, 20, 10, 1]), withClicks([100, 20, 10, 1])])
        await Promise.all([setRule(shop.owner, live), setRule(model.owner, later)])
        for (const [number, step] of steps.entries()) {
          for (const one of [shop, model])
            await take(one, step, number).catch((error: unknown) => {
              if (!isRefusal(error)) throw error
            })
        }
        const before = await credits(shop)
        await reckonAnew(shop.owner)
        t.deepEqual(await credits(shop), before)
        await setRule(shop.owner, later)
        await reckonAnew(shop.owner)
        t.deepEqual(comparable(await credits(shop)), comparable(await credits(model)))
        t.deepEqual(await wrongFigures(shop), [])
      }),
      { numRuns: 15, endOnFailure: true },
    )
  },
)

/** Without ids and times, which two workspaces don't share. */
const comparable = ({ leads, sales, figures, claims }: Awaited<ReturnType<typeof credits>>) => ({
  leads: leads.map(({ event_name, link, named_click_id }) => [event_name, link, named_click_id !== null]),
  sales: sales.map(({ amount, link, recurring, sales }) => [amount, link, recurring, sales]),
  figures: figures.map(({ last_lead_at, last_conversion_at, ...counts }) => [counts, last_lead_at !== null, last_conversion_at !== null]),
  claims,
})
