import test from 'ava'
import { verifyAggregates } from '../../../../shared/maintenance/verify/verify-aggregates.js'
import { type TestApi, testApi } from '../../../support/api.js'
import { waitUntilBlocked } from '../../../support/blocked-connections.js'
import { batchOf, rawClick } from '../../../support/clicks.js'
import { type Tracker, tracker } from '../../../support/conversions.js'
import { runJobByName, runQueuedJobsAndSubscribers } from '../../../support/jobs.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

const pool = () => api.resources.database.pool

/** Two customers with a lead each; both paid by the first link. */
async function twoCustomers() {
  const tenant = await tracker(api)
  const other = await api.make.link(tenant.workspace, { domain: tenant.domain.slug, trackConversion: true })
  const clicks = [tenant.link, tenant.link, other].map((link) => rawClick(link))
  await runJobByName(api.resources, 'tracking.ingest-clicks', batchOf(clicks))
  await pool().query('update workspaces set total_links = (select count(*) from links where workspace_id = workspaces.id) where id = $1', [
    tenant.workspace.id,
  ])
  const lead = (click: number, customerExternalId: string, eventName = 'Sign up') =>
    tenant.track('lead', {
      clickId: clicks[click]?.id,
      eventName,
      customerExternalId,
      customerName: customerExternalId === 'web' ? null : 'Ada',
    })
  await lead(0, 'web')
  await lead(1, 'app')
  await tenant.track('sale', { customerExternalId: 'web', amount: 500, invoiceId: 'one' })
  await tenant.track('sale', { customerExternalId: 'app', amount: 300, invoiceId: 'two' })
  const [web, app] = await tenant.customers()
  return {
    tenant,
    other,
    lead,
    web,
    app,
    merge: (remaining = 'ext_web', merged = 'ext_app') =>
      api.call(`POST /customers/${remaining}/merge`, { key: tenant.key, body: { customerId: merged } }),
  }
}

const differences = async ({ workspace }: Tracker) =>
  (await verifyAggregates({ pool: pool(), config: api.config, now: () => new Date() }, [workspace.id])).found
const get = (tenant: Tracker, path: string) => api.call(`GET ${path}`, { key: tenant.key })

test.serial('a merge combines events and counters of two customers; a link by which both paid keeps one conversion', async (t) => {
  const { tenant, web, merge } = await twoCustomers()
  t.like(await tenant.counters(), { leads: 2, conversions: 2, sales: 2, saleAmount: 800 })
  const { status, body } = await merge()
  t.is(status, 200)
  t.like(body, { id: web.id, externalId: 'web', name: 'Ada', sales: 2, saleAmount: 800 })
  t.like(await tenant.counters(), { leads: 2, conversions: 1, sales: 2, saleAmount: 800 })
  t.deepEqual(
    (await tenant.sales()).map(({ customer_id, recurring }) => [customer_id, recurring]),
    [
      [web.id, false],
      [web.id, true],
    ],
  )
  t.is((await tenant.customers()).length, 1)
  t.deepEqual(await differences(tenant), [])
})

test.serial('the merged customer is found by its old names, and new events belong to the remaining one', async (t) => {
  const { tenant, web, app, merge, lead } = await twoCustomers()
  await merge()
  for (const name of [app.id, 'ext_app']) t.is((await get(tenant, `/customers/${name}`)).body.id, web.id)
  await lead(2, 'app', 'Demo')
  t.is((await tenant.track('sale', { customerExternalId: 'app', amount: 200 })).body.customer.id, web.id)
  t.is((await tenant.customers()).length, 1)
  t.like((await tenant.customers())[0], { sales: 3, sale_amount: 1000 })
  t.is((await lead(1, 'app')).body.link, null)
  t.is((await api.call('POST /customers', { key: tenant.key, body: { externalId: 'app' } })).status, 409)
  t.is((await tenant.track('refund', { invoiceId: 'two' })).status, 200)
  t.like((await tenant.customers())[0], { sales: 2, sale_amount: 700 })
  t.deepEqual(await differences(tenant), [])
})

test.serial('a customer merged twice is found by all names; deletion frees the names', async (t) => {
  const { tenant, web, merge } = await twoCustomers()
  await api.call('POST /customers', { key: tenant.key, body: { externalId: 'phone' } })
  await merge()
  await merge('ext_phone', web.id)
  for (const name of ['ext_web', 'ext_app', web.id]) t.is((await get(tenant, `/customers/${name}`)).body.externalId, 'phone')
  t.is((await api.call('DELETE /customers/ext_app', { key: tenant.key })).status, 200)
  t.is((await get(tenant, '/customers/ext_web')).status, 404)
  t.is((await api.call('POST /customers', { key: tenant.key, body: { externalId: 'app' } })).status, 201)
  t.deepEqual(await differences(tenant), [])
})

test.serial('rejects merging a customer with itself or one of another workspace, also concurrently', async (t) => {
  const { tenant, web, merge } = await twoCustomers()
  const [foreignTenant, customer] = await Promise.all([tracker(api), api.make.customer((await tracker(api)).workspace)])
  t.is((await merge('ext_web', web.id)).status, 400)
  t.is((await merge('ext_web', customer.id)).status, 404)
  t.is((await api.call(`POST /customers/${web.id}/merge`, { key: foreignTenant.key, body: { customerId: 'ext_app' } })).status, 404)
  const responses = await Promise.all([merge('ext_web', 'ext_app'), merge('ext_app', 'ext_web')])
  t.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 400])
  t.is((await tenant.customers()).length, 1)
  t.deepEqual(await differences(tenant), [])
})

test.serial('a lead tracked during a merge belongs to the remaining customer', async (t) => {
  const { tenant, web, merge, lead } = await twoCustomers()
  const [merged, ...leads] = await Promise.all([merge(), lead(2, 'app', 'Demo'), lead(2, 'app', 'Trial'), lead(2, 'app', 'Return')])
  t.deepEqual([merged.status, ...leads.map(({ status }) => status)], [200, 200, 200, 200])
  t.is((await tenant.customers()).length, 1)
  t.deepEqual(new Set((await tenant.leads()).map(({ customer_id }) => customer_id)), new Set([web.id]))
  t.is((await tenant.leads()).length, 5)
  t.deepEqual(await differences(tenant), [])
})

test.serial('memories of the merged customer belong to the remaining one', async (t) => {
  const { tenant, web, app, merge } = await twoCustomers()
  const memory = await api.make.memory(tenant.workspace)
  await pool().query('update memories set customer_id = $1 where id = $2', [app.id, memory.id])
  await merge()
  await runQueuedJobsAndSubscribers(api.resources)
  t.is((await pool().query('select customer_id from memories where id = $1', [memory.id])).rows[0].customer_id, web.id)
})

test.serial('an external id that a merge takes meanwhile is refused to new and changed customers', async (t) => {
  for (const [request, body] of [
    ['POST /customers', { externalId: 'app' }],
    ['PATCH /customers/ext_other', { externalId: 'app' }],
  ] as const) {
    const { tenant, web, app } = await twoCustomers()
    const other = await api.make.customer(tenant.workspace, { externalId: 'other' })
    const merge = await pool().connect()
    await merge.query('begin')
    await merge.query('delete from customers where id = $1', [app.id])
    await merge.query('insert into customer_aliases (workspace_id, alias, customer_id) values ($1, $2, $3)', [
      tenant.workspace.id,
      'ext_app',
      web.id,
    ])
    const response = api.call(request, { key: tenant.key, body })
    await waitUntilBlocked(pool(), merge)
    await merge.query('commit')
    merge.release()
    t.is((await response).status, 409, request)
    t.deepEqual((await tenant.customers()).map(({ external_id: id }) => id).toSorted(), [other.externalId, 'web'])
  }
})
