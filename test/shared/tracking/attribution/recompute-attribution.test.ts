/** Random histories, attributed live by one rule and recomputed by others. */
import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import type { AttributionModel } from '../../../../shared/accounts/index.js'
import { getBackgroundOperationResult, findBackgroundOperation } from '../../../../shared/background-operations/index.js'
import { days } from '../../../../shared/kernel/time.js'
import { compareRange } from '../../../../shared/maintenance/verify/counter-table.queries.js'
import { earningsCounters } from '../../../../shared/maintenance/verify/earnings-counters.queries.js'
import { eventCounters } from '../../../../shared/maintenance/verify/event-counters.queries.js'
import { verifyAggregates } from '../../../../shared/maintenance/verify/verify-aggregates.js'
import { currentAttribution } from '../../../../shared/tracking/attribution/attribution.queries.js'
import { listCustomersAfter } from '../../../../shared/tracking/attribution/history.queries.js'
import { applyAttributionChanges, recomputeCustomers } from '../../../../shared/tracking/attribution/recompute-customers.js'
import { trackLeadBodySchema, trackSaleBodySchema } from '../../../../shared/tracking/conversions/conversion-input.schema.js'
import { RecomputeAttribution, recomputeAttribution, trackLead, trackRefund, trackSale } from '../../../../shared/tracking/index.js'
import { trackRefundBodySchema } from '../../../../shared/tracking/refunds/refund-input.schema.js'
import { testMember, type TestMember } from '../../../support/callers.js'
import { batchOf, rawClick } from '../../../support/clicks.js'
import { runJobByName, runQueuedJobs } from '../../../support/jobs.js'
import { eventsInPostgres, testService, type TestService } from '../../../support/service.js'
import { nextMillisecond } from '../../../support/wait-until.js'

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

const setRule = ({ workspace }: TestMember, { model, windowDays }: Rule) =>
  query('update workspaces set attribution_model = $2, attribution_window_days = $3 where id = $1', [workspace.id, model, windowDays])

/** A workspace with links, each of which was clicked the given number of days ago. */
async function withClicks(ages: readonly number[]) {
  const owner = await testMember(service)
  const links = await Promise.all(ages.map(() => service.make.link(owner.workspace)))
  const clicks = links.map((link, at) => rawClick(link, { at: Date.now() - days(ages[at] as number) - at }))
  await runJobByName(service.resources, 'tracking.ingest-clicks', batchOf(clicks))
  await query('update workspaces set total_links = (select count(*) from links where workspace_id = workspaces.id) where id = $1', [
    owner.workspace.id,
  ])
  const lead = (click: number | null, eventName: string, customerExternalId = 'ada') =>
    owner.run((scope) =>
      trackLead(scope, trackLeadBodySchema.parse({ clickId: click === null ? '' : clicks[click]?.id, eventName, customerExternalId })),
    )
  const sale = (amount: number, extra: object = {}) =>
    owner.run((scope) => trackSale(scope, trackSaleBodySchema.parse({ customerExternalId: 'ada', amount, ...extra })))
  const refund = (invoiceId: string, amount?: number) =>
    owner.run((scope) => trackRefund(scope, trackRefundBodySchema.parse({ invoiceId, amount })))
  const indexOf = (linkId: string | null | undefined) => (linkId ? links.findIndex(({ id }) => id === linkId) : null)
  return { owner, links, clicks, lead, sale, refund, indexOf }
}
type Shop = Awaited<ReturnType<typeof withClicks>>

async function recompute(owner: TestMember, input: object): Promise<string> {
  const { id } = await recomputeAttribution(await owner.scope(), RecomputeAttribution.parse(input))
  await runQueuedJobs(service.resources)
  const scope = await owner.scope()
  const operation = await findBackgroundOperation(scope, id, { page: 1, pageSize: 10 })
  if (operation.state !== 'completed') throw new Error(JSON.stringify(operation))
  let text = ''
  for await (const part of (await getBackgroundOperationResult(scope, id)).body) text += part
  return text
}

/** All data that depends on attribution. */
async function attributionState({ owner, links }: Shop) {
  const name = (column: string) => `array_position($2::text[], ${column}) - 1`
  const [leads, sales, figures, claims] = await Promise.all([
    query(
      `select event_name, ${name('link_id')} as link, click_id, named_click_id, country, key from lead_events where workspace_id = $1
       order by timestamp, event_name`,
      [owner.workspace.id, links.map(({ id }) => id)],
    ),
    query(
      `select amount, ${name('link_id')} as link, click_id, recurring, sales, key from sale_events where workspace_id = $1
       order by timestamp, amount`,
      [owner.workspace.id, links.map(({ id }) => id)],
    ),
    query(
      `select ${name('id')} as link, leads, conversions, sales, sale_amount, last_lead_at, last_conversion_at from links
       where workspace_id = $1 order by 1`,
      [owner.workspace.id, links.map(({ id }) => id)],
    ),
    query(
      `select ${name('conversion_claims.link_id')} as link from conversion_claims join customers on customers.id = customer_id
       where workspace_id = $1 order by 1`,
      [owner.workspace.id, links.map(({ id }) => id)],
    ),
  ])
  return { leads, sales, figures, claims }
}

const figures = async (shop: Shop) =>
  (await attributionState(shop)).figures.map(({ leads, conversions, sales, sale_amount }) => [leads, conversions, sales, sale_amount])
async function assertVerified(t: ExecutionContext, { owner }: Shop) {
  t.deepEqual(
    (await verifyAggregates({ pool: service.resources.database.pool, config: service.config, now: () => new Date() }, [owner.workspace.id]))
      .found,
    [],
  )
}

test.serial('by default credits a lead to the named click and a sale to the latest lead', async (t) => {
  const { lead, sale, indexOf } = await withClicks([100, 1])
  const first = await lead(1, 'Sign up')
  t.deepEqual([first.attribution?.rule, indexOf(first.attribution?.linkId)], ['named_click', 1])
  const second = await lead(0, 'Demo')
  t.deepEqual([second.attribution?.rule, indexOf(second.attribution?.linkId)], ['named_click', 0])
  const third = await lead(null, 'Trial')
  t.deepEqual([third.attribution?.rule, indexOf(third.attribution?.linkId)], ['known_click', 1])
  t.is((await lead(1, 'Sign up')).attribution, null)
  const sold = await sale(500, { invoiceId: 'i' })
  t.deepEqual([sold.attribution?.rule, indexOf(sold.attribution?.linkId)], ['latest_lead', 1])
  t.deepEqual((await sale(500, { invoiceId: 'i' })).attribution, sold.attribution)
  t.is((await sale(500, { leadEventName: 'Demo' })).attribution?.rule, 'named_lead')
  t.is((await sale(500, { customerExternalId: 'new', clickId: second.click.id })).attribution?.rule, 'direct_click')
})

test.serial('credits a sale to the lead that happened last, regardless of the age of its click', async (t) => {
  const { lead, sale, indexOf } = await withClicks([1, 100])
  await lead(0, 'Sign up')
  await nextMillisecond()
  await lead(1, 'Demo')
  t.is(indexOf((await sale(500)).attribution?.linkId), 1)
})

test.serial('first_click credits leads and sales to the earliest click within the window', async (t) => {
  const shop = await withClicks([100, 20, 1])
  await setRule(shop.owner, { model: 'first_click', windowDays: 30 })
  await shop.lead(1, 'Sign up')
  const second = await shop.lead(2, 'Demo')
  t.deepEqual([second.click.id, second.attribution?.rule, shop.indexOf(second.attribution?.linkId)], [shop.clicks[2]?.id, 'first_click', 1])
  const old = await shop.lead(0, 'Return')
  t.is(shop.indexOf(old.attribution?.linkId), 1)
  const sold = await shop.sale(900)
  t.deepEqual([sold.attribution?.rule, shop.indexOf(sold.attribution?.linkId)], ['first_lead', 1])
  t.deepEqual(await figures(shop), [
    [0, 0, 0, 0],
    [3, 1, 1, 900],
    [0, 0, 0, 0],
  ])
  await assertVerified(t, shop)
})

test.serial(
  'a lead whose clicks are all older than the window is credited to no link, like its sales, which still count for the customer',
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
    await assertVerified(t, shop)
    await setRule(shop.owner, { model: 'last_click', windowDays: null })
    await recompute(shop.owner, { dryRun: false })
    t.deepEqual(await figures(shop), [[1, 1, 1, 700]])
    await assertVerified(t, shop)
  },
)

test.serial('a dry run reports what would move between links, and changes nothing', async (t) => {
  const shop = await withClicks([10, 1])
  await shop.lead(0, 'Sign up')
  await shop.lead(1, 'Demo')
  await shop.sale(900, { invoiceId: 'a' })
  await shop.sale(300, { invoiceId: 'b' })
  await shop.refund('a', 100)
  const before = await attributionState(shop)
  const [from, to] = [shop.links[1], shop.links[0]]
  const report = await recompute(shop.owner, { attributionModel: 'first_click' })
  t.deepEqual(report.trim().split('\r\n'), [
    'event,from_link,from_short_link,to_link,to_short_link,events,amount_cents',
    `lead,${from?.id},${from?.shortLink},${to?.id},${to?.shortLink},1,0`,
    `sale,${from?.id},${from?.shortLink},${to?.id},${to?.shortLink},2,1100`,
  ])
  t.deepEqual(await attributionState(shop), before)
  await setRule(shop.owner, { model: 'first_click', windowDays: null })
  t.is(await recompute(shop.owner, { dryRun: false }), report)
  t.deepEqual(await figures(shop), [
    [2, 1, 2, 1100],
    [0, 0, 0, 0],
  ])
  t.is((await recompute(shop.owner, { dryRun: false })).trim().split('\r\n').length, 1)
  await assertVerified(t, shop)
})

test.serial('a sale stays with its link if the link of the lead that it would follow was deleted', async (t) => {
  const shop = await withClicks([10, 1])
  await shop.lead(0, 'Sign up')
  await shop.lead(1, 'Demo')
  await shop.sale(900)
  await query('delete from links where id = $1', [shop.links[0]?.id])
  await setRule(shop.owner, { model: 'first_click', windowDays: null })
  await recompute(shop.owner, { dryRun: false })
  t.deepEqual(await figures(shop), [[1, 1, 1, 900]])
  t.deepEqual(await query('select link_id from sale_events where workspace_id = $1', [shop.owner.workspace.id]), [
    { link_id: shop.links[1]?.id },
  ])
})

test.serial('another model than that of the workspace is only accepted with dryRun', async (t) => {
  const { owner } = await withClicks([1])
  await t.throwsAsync(recompute(owner, { dryRun: false, attributionModel: 'first_click' }), { message: /only accepted with dryRun/ })
})

const ruleArbitrary: fc.Arbitrary<Rule> = fc.record({
  model: fc.constantFrom('last_click' as const, 'first_click' as const),
  windowDays: fc.constantFrom(null, 5, 30),
})
const stepArbitrary = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('lead' as const),
      click: fc.nat(3),
      name: fc.constantFrom('Sign up', 'Demo', 'Trial', 'Return'),
      customer: fc.constantFrom('ada', 'bob'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('sale' as const),
      amount: fc.integer({ min: 1, max: 999 }),
      lead: fc.constantFrom(null, 'Demo'),
      customer: fc.constantFrom('ada', 'bob'),
      click: fc.nat(3),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('refund' as const), of: fc.nat(5), isFull: fc.boolean() }) },
)
type Step = typeof stepArbitrary extends fc.Arbitrary<infer T> ? T : never

async function runStep(shop: Shop, step: Step, number: number): Promise<void> {
  const [invoiceId, customerExternalId] = [`invoice ${number}`, 'customer' in step ? step.customer : '']
  if (step.type === 'lead') await shop.lead(step.click, step.name, customerExternalId)
  else if (step.type === 'sale')
    await shop.sale(step.amount, { customerExternalId, invoiceId, leadEventName: step.lead, clickId: shop.clicks[step.click]?.id })
  else await shop.refund(`invoice ${step.of}`, step.isFull ? undefined : 1)
  await nextMillisecond() // events of the same millisecond have no order
}

/** Refunds of a sale that does not exist or is already refunded are rejected, and sales that name a lead which the customer lacks. */
const isExpectedError = (error: unknown) =>
  error instanceof Error && /Sale not found|already fully refunded|exceeds what is left|no lead named/.test(error.message)

/** What a step of the background operation does, without the operation. */
const recomputeDirectly = (owner: TestMember) =>
  owner.run(async (scope) =>
    applyAttributionChanges(
      scope,
      await recomputeCustomers(scope, await currentAttribution(scope), await listCustomersAfter(scope, '', 100, true)),
    ),
  )

/** Verification without aggregates, which these tests do not build. */
async function counterMismatches({ owner }: Shop) {
  const counters = [...eventCounters(eventsInPostgres), ...earningsCounters]
  const parts = await Promise.all(counters.map((one) => compareRange(service.resources.database.pool, one, owner.workspace.id, '', 1000)))
  return parts.flatMap(({ samples }) => samples)
}

test.serial(
  'recomputation by the same rule changes nothing; by another rule, the result is as if it had applied from the start',
  async (t) => {
    const scenario = fc.record({
      steps: fc.array(stepArbitrary, { minLength: 2, maxLength: 8 }),
      liveRule: ruleArbitrary,
      laterRule: ruleArbitrary,
    })
    await fc.assert(
      fc.asyncProperty(scenario, async ({ steps, liveRule, laterRule }) => {
        const [shop, model] = await Promise.all([withClicks([100, 20, 10, 1]), withClicks([100, 20, 10, 1])])
        await Promise.all([setRule(shop.owner, liveRule), setRule(model.owner, laterRule)])
        for (const [number, step] of steps.entries()) {
          for (const one of [shop, model])
            await runStep(one, step, number).catch((error: unknown) => {
              if (!isExpectedError(error)) throw error
            })
        }
        const before = await attributionState(shop)
        await recomputeDirectly(shop.owner)
        t.deepEqual(await attributionState(shop), before)
        await setRule(shop.owner, laterRule)
        await recomputeDirectly(shop.owner)
        t.deepEqual(comparable(await attributionState(shop)), comparable(await attributionState(model)))
        t.deepEqual(await counterMismatches(shop), [])
      }),
      { numRuns: 15, endOnFailure: true },
    )
  },
)

/** Without ids and times, which differ between two workspaces. */
const comparable = ({ leads, sales, figures, claims }: Awaited<ReturnType<typeof attributionState>>) => ({
  leads: leads.map(({ event_name, link, named_click_id }) => [event_name, link, named_click_id !== null]),
  sales: sales.map(({ amount, link, recurring, sales }) => [amount, link, recurring, sales]),
  figures: figures.map(({ last_lead_at, last_conversion_at, ...counts }) => [counts, last_lead_at !== null, last_conversion_at !== null]),
  claims,
})
