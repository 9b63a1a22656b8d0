/** The migration that stores the metadata of refunds apart, on rows that the former version stored. */
import test from 'ava'
import { migrate } from '../../shared/kernel/db/migrate.js'
import { type TestApi, testApi } from '../support/api.js'
import { tracker } from '../support/conversions.js'

const migration = '20261129000600_refund_metadata'
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
  await pool.query('delete from migrations where name = $1', [migration])
  t.deepEqual(await migrate(api.config.databaseUrl as string), [migration])

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
