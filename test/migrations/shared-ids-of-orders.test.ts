/** The migration that gives earlier orders of WooCommerce the ids that all connections to their shop share. */
import test from 'ava'
import { migrate } from '../../shared/kernel/db/migrate.js'
import { type TestApi, testApi } from '../support/api.js'
import { openInboundConnection } from '../support/inbound-connection.js'
import { type ProviderEventSample, sampleOf } from '../support/provider-samples.js'

const migration = '20261130001040_shared_ids_of_orders'
let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
})
test.after.always(() => api?.close())

test('an order that was counted without a shared id gets that of later events, once', async (t) => {
  const sample = sampleOf('woocommerce')
  const receiver = await openInboundConnection(api, sample)
  const order = sample.sale?.(await receiver.createVisitor()) as ProviderEventSample
  await receiver.send(order, { headers: { 'x-wc-webhook-source': 'https://Shop.example/' } })
  t.deepEqual(await receiver.processDeliveries(), [])
  const { pool } = api.resources.database
  const shared = async () =>
    (
      await pool.query('select reference, sale, attributed from integration_sales where workspace_id = $1 and reference <> sale', [
        receiver.workspace.id,
      ])
    ).rows
  const current = await shared()
  t.is(current.length, 1)

  await pool.query('delete from integration_sales where reference <> sale')
  for (const run of ['first', 'second']) {
    await pool.query('delete from migrations where name = $1', [migration])
    t.deepEqual(await migrate(api.config.databaseUrl as string), [migration], run)
    t.deepEqual(await shared(), current, run)
  }
})
