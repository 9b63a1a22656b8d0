/** Recomputes attribution while clicks, leads, sales and refunds arrive. The test records the expected figures itself. */
import test, { type ExecutionContext } from 'ava'
import type pg from 'pg'
import { hours, minutes } from '../../../../shared/kernel/time.js'
import type { Link } from '../../../../shared/links/link.entity.js'
import { verifyAggregates } from '../../../../shared/maintenance/verify/verify-aggregates.js'
import { cachedClickKey } from '../../../../shared/tracking/click-recorder.js'
import { trackLeadBodySchema, trackSaleBodySchema } from '../../../../shared/tracking/conversions/conversion-input.schema.js'
import { RecomputeAttribution, recomputeAttribution, trackLead, trackRefund, trackSale } from '../../../../shared/tracking/index.js'
import { trackRefundBodySchema } from '../../../../shared/tracking/refunds/refund-input.schema.js'
import { testMember, type TestMember } from '../../../support/callers.js'
import { batchOf, rawClick } from '../../../support/clicks.js'
import { runJobByName } from '../../../support/jobs.js'
import { testService, type TestService } from '../../../support/service.js'
import { waitUntil } from '../../../support/wait-until.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

const pool = () => service.resources.database.pool
const query = async (sql: string, values: unknown[] = []) => (await pool().query(sql, values)).rows

type Model = 'last_click' | 'first_click'
const setModel = (owner: TestMember, model: Model) =>
  query('update workspaces set attribution_model = $2 where id = $1', [owner.workspace.id, model])

async function shop(linkCount: number) {
  const owner = await testMember(service)
  const links = await Promise.all(Array.from({ length: linkCount }, () => service.make.link(owner.workspace)))
  await query('update workspaces set total_links = $2 where id = $1', [owner.workspace.id, linkCount])
  return { owner, links, ...tracking(owner) }
}

const tracking = (owner: TestMember) => ({
  lead: (clickId: string, customerExternalId: string, eventName: string) =>
    owner.scope().then((scope) => trackLead(scope, trackLeadBodySchema.parse({ clickId, customerExternalId, eventName }))),
  sale: (customerExternalId: string, amount: number, invoiceId: string) =>
    owner.scope().then((scope) => trackSale(scope, trackSaleBodySchema.parse({ customerExternalId, amount, invoiceId }))),
  refund: (invoiceId: string, amount: number) =>
    owner.run((scope) => trackRefund(scope, trackRefundBodySchema.parse({ invoiceId, amount }))),
})

/** A click that is answered but not ingested: a lead can name it. `arrive` ingests it. */
async function queuedClick(link: Link, at: number) {
  const click = rawClick(link, { at })
  await service.resources.store.set(cachedClickKey(click.id), JSON.stringify(click), hours(1))
  return { id: click.id, ingest: () => runJobByName(service.resources, 'tracking.ingest-clicks', batchOf([click])) }
}

/** Starts the background operation; `work` runs its job. */
async function begin(owner: TestMember) {
  const { id: operationId } = await recomputeAttribution(await owner.scope(), RecomputeAttribution.parse({ dryRun: false }))
  return { work: () => runJobByName(service.resources, 'tracking.recompute-attribution', { operationId }) }
}

/** Retries the job until it succeeds. */
async function recompute(owner: TestMember): Promise<void> {
  const { work } = await begin(owner)
  await waitUntil(() =>
    work().then(
      () => true,
      () => false,
    ),
  )
}

const creditOf = async (table: 'lead_events' | 'sale_events', { workspace }: TestMember) =>
  query(
    `select link_id as link, sum(${table === 'lead_events' ? 0 : 'amount'})::int as amount, count(*)::int as count from ${table}
     where workspace_id = $1 group by 1 order by 1`,
    [workspace.id],
  )

async function assertVerified(t: ExecutionContext, { workspace }: TestMember) {
  t.deepEqual((await verifyAggregates({ pool: pool(), config: service.config, now: () => new Date() }, [workspace.id])).found, [])
}

/** Locks the customer until `begin` waits for it; `meanwhile` commits before it continues. */
async function whileLocked<Result>(
  customerExternalId: string,
  begin: () => Promise<Result>,
  meanwhile: (client: pg.PoolClient) => Promise<unknown>,
): Promise<Result> {
  const client = await pool().connect()
  try {
    await client.query('begin')
    const holder = (
      await client.query('select pg_backend_pid() as pid from customers where external_id = $1 for no key update', [customerExternalId])
    ).rows[0].pid
    const waiting = begin()
    await waitUntil(async () => (await query('select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [holder])).length > 0)
    await meanwhile(client)
    await client.query('commit')
    return await waiting
  } finally {
    client.release()
  }
}

test.serial('a refund that waits for its customer follows the sale to its new link', async (t) => {
  const {
    owner,
    links: [before, after],
    lead,
    sale,
    refund,
  } = await shop(2)
  const click = await queuedClick(before as Link, Date.now() - 1000)
  await click.ingest()
  await lead(click.id, 'ada', 'Sign up')
  await sale('ada', 900, 'invoice')
  await whileLocked(
    'ada',
    () => refund('invoice', 100),
    (client) => client.query('update sale_events set link_id = $1 where link_id = $2', [after?.id, before?.id]),
  )
  t.deepEqual(await creditOf('sale_events', owner), [{ link: after?.id, amount: 800, count: 2 }])
})

test.serial('a lead or sale that waits for its customer is credited by the rule at the time it continues', async (t) => {
  const {
    owner,
    links: [first, second],
    lead,
    sale,
  } = await shop(2)
  const clicks = await Promise.all([
    queuedClick(first as Link, Date.now() - minutes(2)),
    queuedClick(second as Link, Date.now() - minutes(1)),
  ])
  for (const { ingest } of clicks) await ingest()
  await lead(clicks[0].id, 'bob', 'Sign up')
  const { attribution } = await whileLocked(
    'bob',
    () => lead(clicks[1].id, 'bob', 'Demo'),
    () => setModel(owner, 'first_click'),
  )
  t.deepEqual(attribution, { rule: 'first_click', clickId: clicks[0].id, linkId: first?.id as string })
  await setModel(owner, 'last_click')
  await lead(clicks[1].id, 'bob', 'Trial')
  const sold = await whileLocked(
    'bob',
    () => sale('bob', 500, 'of bob'),
    () => setModel(owner, 'first_click'),
  )
  t.is(sold.attribution?.rule, 'first_lead')
})

test.serial('recomputation waits for the ingestion of clicks that leads have named', async (t) => {
  const {
    owner,
    links: [first, second],
    lead,
  } = await shop(2)
  const clicks = await Promise.all([
    queuedClick(first as Link, Date.now() - minutes(2)),
    queuedClick(second as Link, Date.now() - minutes(1)),
  ])
  await lead(clicks[0].id, 'cem', 'Sign up')
  await lead(clicks[1].id, 'cem', 'Demo')
  await setModel(owner, 'first_click')
  await clicks[1].ingest()
  const { work } = await begin(owner)
  await t.throwsAsync(work, { message: /not ingested yet/ })
  await clicks[0].ingest()
  await work()
  t.deepEqual(await creditOf('lead_events', owner), [{ link: first?.id, amount: 0, count: 2 }])
  await assertVerified(t, owner)
})

interface Entry {
  /** Links of the customer's leads so far, oldest first. */
  leads: number[]
  amount: number
}

test.serial('every change of the rule, recomputed once while events arrive, results in the expected figures', async (t) => {
  const { owner, links, lead, sale, refund } = await shop(4)
  const expected: { leads: Entry[]; sales: Entry[] } = { leads: [], sales: [] }
  let eventCount = 0
  const runShopper = async (customer: string) => {
    const leads: number[] = []
    const begin = Date.now() - minutes(5)
    for (const [turn, name] of ['Sign up', 'Demo', 'Trial'].entries()) {
      const at = (customer.length * 7 + eventCount++) % links.length
      const click = await queuedClick(links[at] as Link, begin + turn * 1000)
      await lead(click.id, customer, name)
      const ingested = click.ingest()
      leads.push(at)
      expected.leads.push({ leads: [...leads], amount: 0 })
      const [amount, invoice] = [1000 + eventCount, `${customer} ${turn}`]
      await sale(customer, amount, invoice)
      if (turn === 1) await refund(invoice, 300)
      expected.sales.push({ leads: [...leads], amount: turn === 1 ? amount - 300 : amount })
      await ingested
    }
  }
  let isOpen = true
  const shoppers = Array.from({ length: 3 }, async (_, shopper) => {
    for (let turn = 0; isOpen; turn++) await runShopper(`${'x'.repeat(shopper + 1)}${turn}`)
  })
  for (const model of ['first_click', 'last_click', 'first_click', 'last_click'] as const) {
    await setModel(owner, model)
    await recompute(owner)
    const before = expected.sales.length
    await waitUntil(() => expected.sales.length > before + 6)
  }
  const byLast = ({ leads }: Entry) => leads.at(-1) as number
  isOpen = false
  await Promise.all(shoppers)
  const sums = (entries: Entry[], linkOf: (entry: Entry) => number) =>
    Object.fromEntries(
      links.map(({ id }, at) => [id, entries.filter((one) => linkOf(one) === at).reduce((sum, { amount }) => sum + amount, 0)]),
    )
  const counts = (entries: Entry[], linkOf: (entry: Entry) => number) =>
    Object.fromEntries(links.map(({ id }, at) => [id, entries.filter((one) => linkOf(one) === at).length]))
  const figures = async (column: string) =>
    Object.fromEntries(
      (await query(`select id, ${column} as figure from links where workspace_id = $1`, [owner.workspace.id])).map(({ id, figure }) => [
        id,
        Number(figure),
      ]),
    )
  t.true(expected.sales.length > 20)
  t.deepEqual(await figures('leads'), counts(expected.leads, byLast))
  t.deepEqual(await figures('sales'), counts(expected.sales, byLast))
  t.deepEqual(await figures('sale_amount'), sums(expected.sales, byLast))
  await assertVerified(t, owner)

  const byFirst = ({ leads }: Entry) => leads[0] as number
  await setModel(owner, 'first_click')
  await recompute(owner)
  t.deepEqual(await figures('leads'), counts(expected.leads, byFirst))
  t.deepEqual(await figures('sale_amount'), sums(expected.sales, byFirst))
  await assertVerified(t, owner)
})
