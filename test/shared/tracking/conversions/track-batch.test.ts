/** Leads and sales as the endpoints track them: without a transaction around them, so that concurrent ones share one. */
import test from 'ava'
import { trackLeadBodySchema, trackSaleBodySchema } from '../../../../shared/tracking/conversions/conversion-input.schema.js'
import { trackLead, trackSale } from '../../../../shared/tracking/index.js'
import { testMember } from '../../../support/callers.js'
import { type TestService, testService } from '../../../support/service.js'
import { waitUntil } from '../../../support/wait-until.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

const pool = () => service.resources.database.pool
const query = async (sql: string, values: unknown[]) => (await pool().query(sql, values)).rows

/** A workspace with a link. The scopes of `requests` requests are opened first, so that these can be concurrent. */
async function shop(requests: number, row: Parameters<typeof testMember>[1] = {}) {
  const owner = await testMember(service, row)
  const link = await service.make.link(owner.workspace)
  const click = await service.make.click(link)
  const scopes = await Promise.all(Array.from({ length: requests }, () => owner.scope()))
  const nextScope = () => {
    const scope = scopes.pop()
    if (!scope) throw new Error('the shop needs more scopes')
    return scope
  }
  const id = owner.workspace.id
  return {
    id,
    link,
    click,
    lead: (index: number, body: object = {}) =>
      trackLead(
        nextScope(),
        trackLeadBodySchema.parse({ clickId: click.id, eventName: 'Sign up', customerExternalId: `c${index}`, ...body }),
      ),
    sale: (index: number, body: object = {}) =>
      trackSale(nextScope(), trackSaleBodySchema.parse({ customerExternalId: `c${index}`, amount: 500, ...body })),
    setModel: (model: string) => query('update workspaces set attribution_model = $2 where id = $1', [id, model]),
    count: async (table: string) => (await query(`select count(*)::int as count from ${table} where workspace_id = $1`, [id]))[0].count,
    figures: async () =>
      (
        await query(
          `select leads::int, sales::int, conversions::int, sale_amount::int as amount, usage::int
           from links join workspaces on workspaces.id = workspace_id where links.id = $1`,
          [link.id],
        )
      )[0],
  }
}

type Shop = Awaited<ReturnType<typeof shop>>

const eventsOf = ({ id }: Shop, name: string) =>
  query(`select payload->>'customerId' as customer from outbox where workspace_id = $1 and name = $2`, [id, name])

test('concurrent leads and sales of several workspaces are recorded and counted once each', async (t) => {
  const [one, other] = await Promise.all([shop(40), shop(20)])
  const customers = [
    ...Array.from({ length: 20 }, (_, at) => [one, at] as const),
    ...Array.from({ length: 10 }, (_, at) => [other, at] as const),
  ]
  const leads = await Promise.all(customers.map(([{ lead }, at]) => lead(at, { eventQuantity: at === 0 ? 3 : 1 })))
  t.deepEqual(
    leads.map(({ link }) => link?.id),
    customers.map(([{ link }]) => link.id),
  )
  const sales = await Promise.all(customers.map(([{ sale }, at]) => sale(at, { invoiceId: `invoice ${at}`, amount: 100 + at })))
  t.deepEqual(
    sales.map((sale) => [sale.customer?.externalId, sale.sale?.amount, sale.attribution?.rule]),
    customers.map(([, at]) => [`c${at}`, 100 + at, 'latest_lead']),
  )
  t.deepEqual(await one.figures(), { leads: 22, sales: 20, conversions: 20, amount: 2190, usage: 42 })
  t.deepEqual(await other.figures(), { leads: 12, sales: 10, conversions: 10, amount: 1045, usage: 22 })
  for (const each of [one, other]) {
    t.is(new Set((await eventsOf(each, 'lead.recorded')).map(({ customer }) => customer)).size, await each.count('customers'))
    t.is(new Set((await eventsOf(each, 'sale.recorded')).map(({ customer }) => customer)).size, await each.count('customers'))
  }
})

test('concurrent requests of the same customer and of the same invoice are recorded once', async (t) => {
  const tracked = await shop(24)
  const { lead, sale } = tracked
  const leads = await Promise.all(
    Array.from({ length: 12 }, (_, at) => lead(at, { customerExternalId: 'ada', eventName: `event ${at % 3}` })),
  )
  t.is(leads.filter(({ link }) => link !== null).length, 3)
  const sales = await Promise.all(Array.from({ length: 12 }, (_, at) => sale(at, { customerExternalId: 'ada', invoiceId: `${at % 4}` })))
  t.deepEqual([...new Set(sales.map((each) => each.sale?.invoiceId))].toSorted(), ['0', '1', '2', '3'])
  t.deepEqual(await tracked.figures(), { leads: 3, sales: 4, conversions: 1, amount: 2000, usage: 7 })
})

test('a further sale of a customer is recurring', async (t) => {
  const { lead, sale, figures, id } = await shop(3)
  await lead(0)
  for (const invoiceId of ['a', 'b']) await sale(0, { invoiceId })
  t.deepEqual(await figures(), { leads: 1, sales: 2, conversions: 1, amount: 1000, usage: 3 })
  t.deepEqual(await query('select recurring from sale_events where workspace_id = $1 order by timestamp', [id]), [
    { recurring: false },
    { recurring: true },
  ])
  const [customer] = await query(
    'select sales, sale_amount::int as amount, first_sale_at is not null as sold from customers where workspace_id = $1',
    [id],
  )
  t.deepEqual(customer, { sales: 2, amount: 1000, sold: true })
})

test('a request that waits for its customer does not delay the others', async (t) => {
  const { lead, sale, id } = await shop(7)
  await Promise.all([lead(0), lead(1)])
  const client = await pool().connect()
  try {
    await client.query('begin')
    await client.query(`select from customers where workspace_id = $1 and external_id = 'c0' for no key update`, [id])
    let isDone = false
    const waiting = Promise.all([lead(0, { eventName: 'Demo' }), sale(0)]).then(() => (isDone = true))
    await Promise.all([lead(1, { eventName: 'Demo' }), lead(2), sale(1)])
    t.false(isDone)
    await client.query('commit')
    await waiting
  } finally {
    await client.query('rollback')
    client.release()
  }
  t.is((await query(`select 1 from lead_events where workspace_id = $1 and event_name = 'Demo'`, [id])).length, 2)
})

test('a request that the database refuses fails alone', async (t) => {
  const { lead, sale, figures, count } = await shop(7)
  await lead(3)
  const refused = { metadata: { note: '\u0000' } }
  const results = await Promise.allSettled([lead(0), lead(1, refused), lead(2)])
  t.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  t.is(await count('customers'), 3)
  const sales = await Promise.allSettled([sale(0), sale(2, refused), sale(3)])
  t.deepEqual(
    sales.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  t.deepEqual(await figures(), { leads: 3, sales: 2, conversions: 2, amount: 1000, usage: 5 })
})

test('the rule at the time of the transaction applies, not that at the beginning of the request', async (t) => {
  const { lead, sale, setModel, link, click } = await shop(4)
  const later = await service.make.click(link, { timestamp: new Date(click.timestamp.getTime() + 1) })
  await lead(0)
  await setModel('first_click')
  const { attribution } = await lead(0, { clickId: later.id, eventName: 'Demo' })
  t.deepEqual(attribution, { rule: 'first_click', clickId: click.id, linkId: link.id })
  t.is((await lead(1)).attribution?.rule, 'first_click')
  t.is((await sale(0)).attribution?.rule, 'first_lead')
})

test('a lead fills missing fields of its customer and keeps known ones', async (t) => {
  const { lead, id } = await shop(3)
  await lead(0, { customerName: 'Ada' })
  const { customer } = await lead(0, { eventName: 'Demo', customerName: 'Bob', customerEmail: 'ada@example.com' })
  t.like(customer, { name: 'Ada', email: 'ada@example.com' })
  t.deepEqual(await query('select name, email from customers where workspace_id = $1', [id]), [{ name: 'Ada', email: 'ada@example.com' }])
})

test('subscribers of webhooks get the event of each concurrent lead and sale', async (t) => {
  const { lead, sale, id } = await shop(8, { webhookTriggers: ['lead.created', 'sale.created'] })
  await Promise.all([0, 1, 2, 3].map((at) => lead(at)))
  await Promise.all([0, 1, 2, 3].map((at) => sale(at)))
  const published = await query(
    'select trigger, count(*)::int as count from webhook_outbox where workspace_id = $1 group by 1 order by 1',
    [id],
  )
  t.deepEqual(published, [
    { trigger: 'lead.created', count: 4 },
    { trigger: 'sale.created', count: 4 },
  ])
})

test('other currencies are converted, and an unknown one is refused without affecting the others', async (t) => {
  const { lead, sale, id } = await shop(4)
  await Promise.all([lead(0), lead(1)])
  const [euros, unknown] = await Promise.allSettled([sale(0, { currency: 'eur' }), sale(1, { currency: 'xyz' })])
  t.is(euros.status === 'fulfilled' && euros.value.sale?.currency, 'usd')
  t.is(unknown.status === 'rejected' && unknown.reason.code, 'unprocessable_entity')
  const [row] = await query(
    'select original_currency, original_amount::int, rate_day is not null as rated from sale_events where workspace_id = $1',
    [id],
  )
  t.deepEqual(row, { original_currency: 'eur', original_amount: 500, rated: true })
})

test('live streams learn of every event that shares a transaction', async (t) => {
  const { lead, sale, id } = await shop(10)
  const all = [0, 1, 2, 3, 4]
  await Promise.all(all.map((at) => lead(at)))
  await Promise.all(all.map((at) => sale(at)))
  await waitUntil(async () => {
    const rows = await query('select kind, cardinality(ids) as ids from event_arrivals where workspace_id = $1', [id])
    const sum = (kind: string) => rows.filter((row) => row.kind === kind).reduce((total, row) => total + row.ids, 0)
    return sum('leads') === 5 && sum('sales') === 5
  })
  t.pass()
})
