/** Who gets the credit is reckoned anew while clicks, leads, sales and refunds go on to arrive. The books are kept here. */
import test, { type ExecutionContext } from 'ava'
import type pg from 'pg'
import { hours, minutes } from '../../../../shared/kernel/time.js'
import type { Link } from '../../../../shared/links/link.entity.js'
import { verifyFigures } from '../../../../shared/operations/verify/verify-figures.js'
import { clickFactsKey } from '../../../../shared/tracking/click-recorder.js'
import { trackLeadBodySchema, trackSaleBodySchema } from '../../../../shared/tracking/conversions/conversion-input.schema.js'
import { RecomputeAttribution, recomputeAttribution, trackLead, trackRefund, trackSale } from '../../../../shared/tracking/index.js'
import { trackRefundBodySchema } from '../../../../shared/tracking/refunds/refund-input.schema.js'
import { batchOf, rawClick } from '../../../support/clicks.js'
import { runNamed } from '../../../support/jobs.js'
import { person, type Person } from '../../../support/scope.js'
import { testService, type TestService } from '../../../support/service.js'
import { until } from '../../../support/until.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

const pool = () => service.resources.database.pool
const query = async (sql: string, values: unknown[] = []) => (await pool().query(sql, values)).rows

type Model = 'last_click' | 'first_click'
const setModel = (owner: Person, model: Model) =>
  query('update workspaces set attribution_model = $2 where id = $1', [owner.workspace.id, model])

async function shop(linkCount: number) {
  const owner = await person(service)
  const links = await Promise.all(Array.from({ length: linkCount }, () => service.make.link(owner.workspace)))
  await query('update workspaces set total_links = $2 where id = $1', [owner.workspace.id, linkCount])
  return { owner, links, ...tracking(owner) }
}

const tracking = (owner: Person) => ({
  lead: (clickId: string, customerExternalId: string, eventName: string) =>
    owner.act((scope) => trackLead(scope, trackLeadBodySchema.parse({ clickId, customerExternalId, eventName }))),
  sale: (customerExternalId: string, amount: number, invoiceId: string) =>
    owner.act((scope) => trackSale(scope, trackSaleBodySchema.parse({ customerExternalId, amount, invoiceId }))),
  refund: (invoiceId: string, amount: number) =>
    owner.act((scope) => trackRefund(scope, trackRefundBodySchema.parse({ invoiceId, amount }))),
})

/** An answered click: a lead may name it from now on. `arrive` makes it a row. */
async function answeredClick(link: Link, at: number) {
  const click = rawClick(link, { at })
  await service.resources.store.set(clickFactsKey(click.id), JSON.stringify(click), hours(1))
  return { id: click.id, arrive: () => runNamed(service.resources, 'tracking.ingest-clicks', batchOf([click])) }
}

/** Begins it once, for all that is there; `work` is what its job does. */
async function begin(owner: Person) {
  const { id: errandId } = await recomputeAttribution(await owner.scope(), RecomputeAttribution.parse({ dryRun: false }))
  return { work: () => runNamed(service.resources, 'tracking.credit-anew', { errandId }) }
}

/** A job that cannot do it yet is tried again. */
async function recompute(owner: Person): Promise<void> {
  const { work } = await begin(owner)
  await until(() =>
    work().then(
      () => true,
      () => false,
    ),
  )
}

const creditOf = async (table: 'lead_events' | 'sale_events', { workspace }: Person) =>
  query(
    `select link_id as link, sum(${table === 'lead_events' ? 0 : 'amount'})::int as amount, count(*)::int as count from ${table} where workspace_id = $1 group by 1 order by 1`,
    [workspace.id],
  )

async function verified(t: ExecutionContext, { workspace }: Person) {
  t.deepEqual((await verifyFigures({ pool: pool(), now: () => new Date() }, [workspace.id])).found, [])
}

/** Holds the customer while something waits for it; what `meanwhile` does is committed before the other goes on. */
async function whileHeld<Result>(
  customerExternalId: string,
  begin: () => Promise<Result>,
  meanwhile: (client: pg.PoolClient) => Promise<unknown>,
): Promise<Result> {
  const client = await pool().connect()
  try {
    await client.query('begin')
    const held = (
      await client.query('select pg_backend_pid() as pid from customers where external_id = $1 for no key update', [customerExternalId])
    ).rows[0].pid
    const waiting = begin()
    await until(async () => (await query('select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [held])).length > 0)
    await meanwhile(client)
    await client.query('commit')
    return await waiting
  } finally {
    client.release()
  }
}

test.serial('a refund that waits for its customer goes where the sale went meanwhile', async (t) => {
  const {
    owner,
    links: [before, after],
    lead,
    sale,
    refund,
  } = await shop(2)
  const click = await answeredClick(before as Link, Date.now() - 1000)
  await click.arrive()
  await lead(click.id, 'ada', 'Sign up')
  await sale('ada', 900, 'invoice')
  await whileHeld(
    'ada',
    () => refund('invoice', 100),
    (client) => client.query('update sale_events set link_id = $1 where link_id = $2', [after?.id, before?.id]),
  )
  t.deepEqual(await creditOf('sale_events', owner), [{ link: after?.id, amount: 800, count: 2 }])
})

test.serial('a lead or sale that waits for its customer is credited by the rule that holds when it goes on', async (t) => {
  const {
    owner,
    links: [first, second],
    lead,
    sale,
  } = await shop(2)
  const clicks = await Promise.all([
    answeredClick(first as Link, Date.now() - minutes(2)),
    answeredClick(second as Link, Date.now() - minutes(1)),
  ])
  for (const { arrive } of clicks) await arrive()
  await lead(clicks[0].id, 'bob', 'Sign up')
  const { attribution } = await whileHeld(
    'bob',
    () => lead(clicks[1].id, 'bob', 'Demo'),
    () => setModel(owner, 'first_click'),
  )
  t.deepEqual(attribution, { rule: 'first_click', clickId: clicks[0].id, linkId: first?.id as string })
  await setModel(owner, 'last_click')
  await lead(clicks[1].id, 'bob', 'Trial')
  const sold = await whileHeld(
    'bob',
    () => sale('bob', 500, 'of bob'),
    () => setModel(owner, 'first_click'),
  )
  t.is(sold.attribution?.rule, 'first_lead')
})

test.serial('credit waits for clicks that leads named before they were rows', async (t) => {
  const {
    owner,
    links: [first, second],
    lead,
  } = await shop(2)
  const clicks = await Promise.all([
    answeredClick(first as Link, Date.now() - minutes(2)),
    answeredClick(second as Link, Date.now() - minutes(1)),
  ])
  await lead(clicks[0].id, 'cem', 'Sign up')
  await lead(clicks[1].id, 'cem', 'Demo')
  await setModel(owner, 'first_click')
  await clicks[1].arrive()
  const { work } = await begin(owner)
  await t.throwsAsync(work, { message: /on their way/ })
  await clicks[0].arrive()
  await work()
  t.deepEqual(await creditOf('lead_events', owner), [{ link: first?.id, amount: 0, count: 2 }])
  await verified(t, owner)
})

interface Entry {
  /** The links of the customer's leads so far, from the first to the latest. */
  leads: number[]
  amount: number
}

test.serial('every change of the rule, reckoned once beside all that arrives, leaves what the books say', async (t) => {
  const { owner, links, lead, sale, refund } = await shop(4)
  const books: { leads: Entry[]; sales: Entry[] } = { leads: [], sales: [] }
  let acts = 0
  const liveOn = async (customer: string) => {
    const leads: number[] = []
    const begin = Date.now() - minutes(5)
    for (const [turn, name] of ['Sign up', 'Demo', 'Trial'].entries()) {
      const at = (customer.length * 7 + acts++) % links.length
      const click = await answeredClick(links[at] as Link, begin + turn * 1000)
      await lead(click.id, customer, name)
      const arrived = click.arrive()
      leads.push(at)
      books.leads.push({ leads: [...leads], amount: 0 })
      const [amount, invoice] = [1000 + acts, `${customer} ${turn}`]
      await sale(customer, amount, invoice)
      if (turn === 1) await refund(invoice, 300)
      books.sales.push({ leads: [...leads], amount: turn === 1 ? amount - 300 : amount })
      await arrived
    }
  }
  let isOpen = true
  const shoppers = Array.from({ length: 3 }, async (_, shopper) => {
    for (let turn = 0; isOpen; turn++) await liveOn(`${'x'.repeat(shopper + 1)}${turn}`)
  })
  for (const model of ['first_click', 'last_click', 'first_click', 'last_click'] as const) {
    await setModel(owner, model)
    await recompute(owner)
    const before = books.sales.length
    await until(() => books.sales.length > before + 6)
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
  t.true(books.sales.length > 20)
  t.deepEqual(await figures('leads'), counts(books.leads, byLast))
  t.deepEqual(await figures('sales'), counts(books.sales, byLast))
  t.deepEqual(await figures('sale_amount'), sums(books.sales, byLast))
  await verified(t, owner)

  const byFirst = ({ leads }: Entry) => leads[0] as number
  await setModel(owner, 'first_click')
  await recompute(owner)
  t.deepEqual(await figures('leads'), counts(books.leads, byFirst))
  t.deepEqual(await figures('sale_amount'), sums(books.sales, byFirst))
  await verified(t, owner)
})
