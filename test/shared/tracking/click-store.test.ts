/** Clicks, leads and sales with ClickHouse: nothing is lost or doubled, whichever server is away. */
import { withTransaction } from '../../../shared/kernel/db/pool.js'
import { UnavailableError } from '../../../shared/kernel/unavailable-error.js'
import { verifyAggregates } from '../../../shared/maintenance/verify/verify-aggregates.js'
import { lockConversionRollUp, lockSegmentBuildSql } from '../../../shared/rollups/index.js'
import { readClickBlock } from '../../../shared/tracking/click-store/click-rows.js'
import { insertStoredClicks } from '../../../shared/tracking/click-store/stored-clicks.js'
import {
  applyPendingConversions,
  flushClickBlocks,
  type RawClick,
  trackLead,
  trackLeadBodySchema,
  trackSale,
  trackSaleBodySchema,
  writeClickBlocks,
} from '../../../shared/tracking/index.js'
import { testMember } from '../../support/callers.js'
import { clickHouseService, withEngine } from '../../support/clickhouse-service.js'
import { rawClick } from '../../support/clicks.js'
import { runJobByName } from '../../support/jobs.js'
import { waitUntil } from '../../support/wait-until.js'

const { service, server, clickHouse: store, scope, ingest } = clickHouseService('click_store')
const query = async (sql: string, values: unknown[] = []) => (await scope().pool.query(sql, values)).rows

async function shop() {
  const owner = await testMember(service())
  const { id, domain, key, workspaceId } = await service().make.link(owner.workspace)
  const click = (overrides: Partial<RawClick> = {}) => rawClick({ id, workspaceId, domain, key }, overrides)
  return {
    id: owner.workspace.id,
    click,
    lead: async (clickId: string, customer: string) =>
      trackLead(
        await owner.scope(),
        trackLeadBodySchema.parse({ clickId, eventName: 'Sign up', customerExternalId: customer, metadata: { plan: 'pro' } }),
      ),
    sale: async (customer: string, amount: number) =>
      trackSale(await owner.scope(), trackSaleBodySchema.parse({ customerExternalId: customer, amount })),
    counters: async () =>
      (await query('select clicks::int, leads::int, sales::int, sale_amount::int as amount from links where id = $1', [id]))[0],
    stored: <Row = { count: number }>(table: 'clicks' | 'leads' | 'sales', columns = 'count() as count') =>
      store().query<Row>({
        text: `select ${columns} from ${table} ${table === 'clicks' ? '' : 'final'} where workspace_id = {workspace:String}`,
        values: { workspace: owner.workspace.id },
      }),
  }
}

withEngine('clicks are counted in PostgreSQL and stored in ClickHouse only, each once', async (t) => {
  const { click, counters, stored } = await shop()
  const clicks = Array.from({ length: 50 }, () => click())
  const repeated = click({ id: (clicks[0] as RawClick).id, returning: true })
  await ingest(clicks, 'batch_of_fifty')
  await ingest(clicks, 'batch_of_fifty')
  await ingest([repeated, click({ ip: (clicks[1] as RawClick).ip, ua: (clicks[1] as RawClick).ua })])
  await flushClickBlocks(scope())
  t.deepEqual([await counters(), await stored('clicks')], [{ clicks: 50, leads: 0, sales: 0, amount: 0 }, [{ count: 50 }]])
  t.deepEqual(await query('select reason, count::int from excluded_requests where link_id = $1', [repeated.linkId]), [
    { reason: 'duplicate', count: 2 },
  ])
  t.deepEqual(await query('select 1 from click_events'), [])
  t.is((await query('select sum(cardinality(ids))::int as count from event_arrivals where kind = $1', ['clicks']))[0].count, 50)
})

withEngine('a block whose first attempt was not confirmed is stored once', async (t) => {
  const { click, stored } = await shop()
  await ingest([click(), click()])
  const [block] = await query('select id, content from click_blocks')
  await insertStoredClicks(store(), readClickBlock(block.content), block.id)
  await server().stop('SIGKILL')
  await server().start()
  await Promise.all([1, 2, 3].map(() => writeClickBlocks(scope())))
  t.deepEqual([await stored('clicks'), await query('select id from click_blocks')], [[{ count: 2 }], []])
})

withEngine('a block that ClickHouse refuses stays and does not delay the others', async (t) => {
  const { click, stored } = await shop()
  await query(
    `insert into click_blocks (id, first, last, workspaces, ids, content) values ('a_refused', now(), now(), '{}', '{}', '["id"]\n[broken')`,
  )
  await ingest([click()])
  await writeClickBlocks(scope())
  t.deepEqual([await stored('clicks'), await query('delete from click_blocks returning id')], [[{ count: 1 }], [{ id: 'a_refused' }]])
})

withEngine('while ClickHouse is away, clicks, leads and sales are counted, and reach it afterwards', async (t) => {
  const { click, counters, lead, sale, stored } = await shop()
  const [first, second] = [click(), click()]
  await ingest([first])
  await flushClickBlocks(scope())
  await server().stop('SIGKILL')
  await ingest([second])
  t.is((await lead(second.id, 'ann')).link?.id, second.linkId)
  await sale('ann', 500)
  await t.throwsAsync(lead(first.id, 'bob'), { instanceOf: UnavailableError })
  await t.throwsAsync(writeClickBlocks(scope()), { instanceOf: UnavailableError })
  await t.throwsAsync(applyPendingConversions(scope()), { instanceOf: UnavailableError })
  t.deepEqual(await counters(), { clicks: 2, leads: 1, sales: 1, amount: 500 })
  await server().start()
  await flushClickBlocks(scope())
  await applyPendingConversions(scope())
  await lead(first.id, 'bob')
  await applyPendingConversions(scope())
  t.deepEqual(
    [await stored('clicks'), await stored('leads'), await stored('sales', 'amount')],
    [[{ count: 2 }], [{ count: 2 }], [{ amount: 500 }]],
  )
})

withEngine(
  'deleted customers are erased from clicks, leads and sales by one change of each table, including replaced versions',
  async (t) => {
    const { id, click, lead, sale, stored } = await shop()
    const clicks = ['203.0.113.7', '203.0.113.8'].map((ip) => click({ ip }))
    await ingest(clicks)
    for (const [index, name] of ['eve', 'mallory'].entries()) {
      await lead(clicks[index]?.id as string, name)
      await sale(name, 100)
    }
    await applyPendingConversions(scope())
    const changes = async () => (await store().query({ text: 'select 1 from system.mutations where database = currentDatabase()' })).length
    const changesBefore = await changes()
    for (const customer of await query('select id, click_id, clicked_at from customers where workspace_id = $1', [id]))
      await runJobByName(service().resources, 'tracking.erase-customer', {
        workspaceId: id,
        customerId: customer.id,
        click: { id: customer.click_id, at: customer.clicked_at.toISOString() },
      })
    await runJobByName(service().resources, 'tracking.erase-customers')
    t.is((await changes()) - changesBefore, 3)
    const ofVisitor = 'ip || ua || latitude || longitude'
    const visitor = 'toString(visitor) as visitor'
    const personal = `${ofVisitor} || ifNull(toString(metadata), '') || arrayStringConcat(mapValues(metadata_texts)) as data, ${visitor}`
    const versions = await store().query<{ data: string }>({
      text: `select ${personal} from leads where workspace_id = {id:String} union all select ${personal} from sales where workspace_id = {id:String}`,
      values: { id },
    })
    t.deepEqual([...new Set(versions.map(({ data }) => data))], [''])
    const erased = [
      await stored<{ data: string; visitor: string }>('leads', personal),
      await stored<{ data: string; visitor: string }>('sales', personal),
      await stored<{ data: string; visitor: string }>('clicks', `${ofVisitor} as data, ${visitor}`),
    ]
    t.deepEqual(
      erased.map((rows) => rows.map(({ data }) => data)),
      [
        ['', ''],
        ['', ''],
        ['', ''],
      ],
    )
    t.is(new Set(erased.flat().map(({ visitor }) => visitor)).size, 2, 'each customer stays one visitor')
  },
)

withEngine('the events of a deleted workspace disappear', async (t) => {
  const { id, click, lead, sale, stored } = await shop()
  const clicked = click()
  await ingest([clicked])
  await lead(clicked.id, 'eve')
  await sale('eve', 100)
  await applyPendingConversions(scope())
  await query('insert into closed_workspaces (workspace_id, closed_at) values ($1, now()) on conflict do nothing', [id])
  await runJobByName(service().resources, 'maintenance.delete-workspace-data', { workspaceId: id })
  t.deepEqual([await stored('clicks'), await stored('leads'), await stored('sales')], [[{ count: 0 }], [{ count: 0 }], [{ count: 0 }]])
})

withEngine('a workspace and a customer are deleted at the same time without a deadlock', async (t) => {
  const { id } = await shop()
  await query('insert into closed_workspaces (workspace_id, closed_at) values ($1, now()) on conflict do nothing', [id])
  const { deletion } = await withTransaction(scope().pool, async (client) => {
    // In the order of the erasure of a customer.
    await lockConversionRollUp(client)
    const deletion = runJobByName(service().resources, 'maintenance.delete-workspace-data', { workspaceId: id })
    await waitUntil(
      async () => (await query(`select from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`))[0],
    )
    await client.query(lockSegmentBuildSql)
    return { deletion }
  })
  await t.notThrowsAsync(deletion)
})

withEngine('the verification compares both stores and names what differs', async (t) => {
  const { id, click, lead, sale, stored } = await shop()
  const clicks = [click(), click(), click({ url: '' })]
  await ingest(clicks)
  await lead((clicks[0] as RawClick).id, 'ann')
  await sale('ann', 700)
  const verify = async () => {
    const { found } = await verifyAggregates({ ...scope() }, [id])
    // The factory of links does not count them.
    return found.filter(({ table }) => table !== 'workspaces').map(({ table, expected, found: other }) => [table, expected, other])
  }
  t.deepEqual(await verify(), [])
  t.deepEqual([await stored('clicks'), await stored('leads')], [[{ count: 3 }], [{ count: 1 }]])

  await store().mutate('clicks', 'delete where id = {id:String}', { id: (clicks[2] as RawClick).id })
  await store().mutate('sales', 'update amount = 1 where workspace_id = {id:String}', { id })
  await query('update workspaces set total_clicks = 5 where id = $1', [id])
  const found = await verify()
  t.deepEqual(
    found.map(([table]) => table),
    ['clicks_of_links', 'clicks_of_workspaces', 'copied_sales'],
  )
  t.like(found[0]?.[1], { clicks: 2 })
  t.deepEqual(found[1]?.slice(1), [{ total_clicks: 2 }, { total_clicks: 5 }])
})
