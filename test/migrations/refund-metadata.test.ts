/** The migrations that store the metadata of refunds apart, on rows that the former version stored. */
import { setTimeout } from 'node:timers/promises'
import test from 'ava'
import { migrate } from '../../shared/kernel/db/migrate.js'
import { type TestApi, testApi } from '../support/api.js'
import { tracker } from '../support/conversions.js'
import { waitUntil } from '../support/wait-until.js'

const migrations = ['20261129000600_refund_metadata', '20261129000700_metadata_of_earlier_refunds']
let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api?.close())

test('earlier refunds with other values for names of their sale are deducted where it counts, and are shown as before', async (t) => {
  const { key, track, link, customers } = await tracker(api)
  const click = await api.make.click(link)
  const sale = { customerExternalId: 'u1', clickId: click.id, invoiceId: 'inv_1', amount: 1000, metadata: { plan: 'pro', status: 'paid' } }
  t.is((await track('sale', sale)).status, 200)
  t.is((await track('refund', { invoiceId: 'inv_1', metadata: { status: 'refunded', why: 'broken' } })).status, 200)
  const { pool } = api.resources.database
  await pool.query(
    `update sale_events set metadata = '{"plan": "pro", "status": "refunded", "why": "broken"}', refund_metadata = null
     where refund_of is not null`,
  )
  await pool.query('alter table sale_events drop column refund_metadata')
  await pool.query('delete from migrations where name = any ($1)', [migrations])

  const url = api.config.databaseUrl as string
  t.deepEqual(await migrate(url, migrations.slice(0, 1)), migrations.slice(0, 1))
  // As if there were so many refunds that their change took long.
  const client = await pool.connect()
  await client.query('begin')
  await client.query('select 1 from sale_events where refund_of is not null for update')
  const migrated = migrate(url)
  const refundLocked = `select from pg_stat_activity where application_name = 'tributary migrate' and wait_event = 'transactionid'
    and datname = current_database()`
  await waitUntil(async () => (await pool.query(refundLocked)).rows.length > 0)
  const unlocked = pool.query('select from sale_events').then(() => true)
  t.true(await Promise.race([unlocked, setTimeout(1000, false)]), 'sales are readable while refunds are changed')
  await client.query('rollback')
  client.release()
  t.deepEqual(await migrated, migrations.slice(1))

  const { rows } = await pool.query('select metadata, refund_metadata as own from sale_events order by refund_of is not null')
  t.deepEqual(rows, [
    { metadata: { plan: 'pro', status: 'paid' }, own: null },
    { metadata: { plan: 'pro', status: 'paid', why: 'broken' }, own: { status: 'refunded', why: 'broken' } },
  ])
  const filter = encodeURIComponent(`metadata['status']:paid`)
  t.like((await api.call(`GET /analytics?event=sales&interval=24h&query=${filter}`, { key })).body, { sales: 0, saleAmount: 0 })
  const [customer] = await customers()
  const { body } = await api.call(`GET /customers/${customer.id}/activity`, { key })
  t.deepEqual(body.events[0].metadata, { status: 'refunded', why: 'broken' })
})
