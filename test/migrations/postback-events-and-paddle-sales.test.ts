/** The migration that gives postback events ids by time and takes taxes from Paddle sales, on rows that the former version stored. */
import test from 'ava'
import { migrate } from '../../shared/kernel/db/migrate.js'
import { derivedId, newClickId, newId } from '../../shared/kernel/ids.js'
import { type TestApi, testApi } from '../support/api.js'

const migration = '20261129000500_postback_events_and_paddle_sales'
let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api?.close())

const query = async (sql: string, params: unknown[] = []) => (await api.resources.database.pool.query(sql, params)).rows
async function migrateAgain(): Promise<string[]> {
  await query('delete from migrations where name = $1', [migration])
  return migrate(api.config.databaseUrl as string)
}

test.serial('sales of Paddle and their refunds lose their share of taxes, and those of others do not', async (t) => {
  const { workspace } = await api.make.caller()
  for (const provider of ['paddle', 'stripe'])
    await query(
      `insert into integration_sales (workspace_id, provider, reference, sale, attributed, amount, gross, refunded, created_at)
       values ($1, $2, 'sale', 'sale', true, 10000, 12000, 6000, now()), ($1, $2, 'reference', 'sale', null, 0, 0, 0, now())`,
      [workspace.id, provider],
    )
  t.deepEqual(await migrateAgain(), [migration])
  const sales = await query(
    `select provider, gross::int, refunded::int from integration_sales where workspace_id = $1 and reference = 'sale' order by provider`,
    [workspace.id],
  )
  t.deepEqual(sales, [
    { provider: 'paddle', gross: 10_000, refunded: 5000 },
    { provider: 'stripe', gross: 12_000, refunded: 6000 },
  ])
})

test.serial('former events of postbacks, their deliveries and batches get the ids that they would get now', async (t) => {
  const at = Date.parse('2026-11-20T10:11:12.345Z')
  const [cause, commission] = [newClickId(at), newId('evt_', at + 1)]
  const former = `evt_${cause}`
  const body = (id: string) => `{"id":"${id}","event":"sale.created","data":{"link":{"id":"link_1"}}}`
  for (const id of [former, commission]) {
    await query(`insert into webhook_events (id, event, body, created_at) values ($1, 'sale.created', $2, now())`, [id, body(id)])
    await query(
      `insert into webhook_deliveries (webhook_id, event_id, event, state, give_up_at, created_at)
       values ('pb_1', $1, 'sale.created', 'succeeded', now(), now())`,
      [id],
    )
  }
  await query(
    `insert into webhook_event_batches (webhook_id, event_ids, size, first_event, last_event, created_at)
     values ('pb_1', $1, 2, $2, $3, now())`,
    [[former, commission], commission, former],
  )
  t.deepEqual(await migrateAgain(), [migration])

  const renamed = derivedId('evt_', at, cause)
  t.deepEqual(await query('select id, body from webhook_events where id = any ($1) order by id', [[renamed, commission, former]]), [
    { id: renamed, body: body(renamed) },
    { id: commission, body: body(commission) },
  ])
  const deliveries = await query(`select event_id from webhook_deliveries where webhook_id = 'pb_1' order by event_id`)
  t.deepEqual(
    deliveries.map(({ event_id }) => event_id),
    [renamed, commission],
  )
  t.deepEqual(await query(`select event_ids, first_event, last_event from webhook_event_batches where webhook_id = 'pb_1'`), [
    { event_ids: [renamed, commission], first_event: renamed, last_event: commission },
  ])
})
