import test from 'ava'
import { verifyFigures } from '../../../../shared/operations/verify/verify-figures.js'
import { type TestApi, testApi } from '../../../support/api.js'
import { batchOf, rawClick } from '../../../support/clicks.js'
import { type Tracker, tracker } from '../../../support/conversions.js'
import { runNamed, workOff } from '../../../support/jobs.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

const pool = () => api.resources.database.pool

/** Two people known by one link each; both paid by the first link. */
async function two() {
  const by = await tracker(api)
  const other = await api.make.link(by.workspace, { domain: by.domain.slug, trackConversion: true })
  const clicks = [by.link, by.link, other].map((link) => rawClick(link))
  await runNamed(api.resources, 'tracking.ingest-clicks', batchOf(clicks))
  await pool().query('update workspaces set total_links = (select count(*) from links where workspace_id = workspaces.id) where id = $1', [
    by.workspace.id,
  ])
  const lead = (click: number, customerExternalId: string, eventName = 'Sign up') =>
    by.track('lead', {
      clickId: clicks[click]?.id,
      eventName,
      customerExternalId,
      customerName: customerExternalId === 'web' ? null : 'Ada',
    })
  await lead(0, 'web')
  await lead(1, 'app')
  await by.track('sale', { customerExternalId: 'web', amount: 500, invoiceId: 'one' })
  await by.track('sale', { customerExternalId: 'app', amount: 300, invoiceId: 'two' })
  const [web, app] = await by.customers()
  return {
    by,
    other,
    lead,
    web,
    app,
    merge: (kept = 'ext_web', gone = 'ext_app') => api.call(`POST /customers/${kept}/merge`, { key: by.key, body: { customerId: gone } }),
  }
}

const differences = async ({ workspace }: Tracker) => (await verifyFigures({ pool: pool(), now: () => new Date() }, [workspace.id])).found
const get = (by: Tracker, path: string) => api.call(`GET ${path}`, { key: by.key })

test.serial(
  'two customers become one, with the events and figures of both; a link by which both had paid has one conversion',
  async (t) => {
    const { by, web, merge } = await two()
    t.like(await by.figures(), { leads: 2, conversions: 2, sales: 2, saleAmount: 800 })
    const { status, body } = await merge()
    t.is(status, 200)
    t.like(body, { id: web.id, externalId: 'web', name: 'Ada', sales: 2, saleAmount: 800 })
    t.like(await by.figures(), { leads: 2, conversions: 1, sales: 2, saleAmount: 800 })
    t.deepEqual(
      (await by.sales()).map(({ customer_id, recurring }) => [customer_id, recurring]),
      [
        [web.id, false],
        [web.id, true],
      ],
    )
    t.is((await by.customers()).length, 1)
    t.deepEqual(await differences(by), [])
  },
)

test.serial("the one who went is found by the old names, and what is told of them is the other's", async (t) => {
  const { by, web, app, merge, lead } = await two()
  await merge()
  for (const name of [app.id, 'ext_app']) t.is((await get(by, `/customers/${name}`)).body.id, web.id)
  await lead(2, 'app', 'Demo')
  t.is((await by.track('sale', { customerExternalId: 'app', amount: 200 })).body.customer.id, web.id)
  t.is((await by.customers()).length, 1)
  t.like((await by.customers())[0], { sales: 3, sale_amount: 1000 })
  t.is((await lead(1, 'app')).body.link, null)
  t.is((await api.call('POST /customers', { key: by.key, body: { externalId: 'app' } })).status, 409)
  t.is((await by.track('refund', { invoiceId: 'two' })).status, 200)
  t.like((await by.customers())[0], { sales: 2, sale_amount: 700 })
  t.deepEqual(await differences(by), [])
})

test.serial('who was merged twice is found by all names; deleting them frees the names', async (t) => {
  const { by, web, merge } = await two()
  await api.call('POST /customers', { key: by.key, body: { externalId: 'phone' } })
  await merge()
  await merge('ext_phone', web.id)
  for (const name of ['ext_web', 'ext_app', web.id]) t.is((await get(by, `/customers/${name}`)).body.externalId, 'phone')
  t.is((await api.call('DELETE /customers/ext_app', { key: by.key })).status, 200)
  t.is((await get(by, '/customers/ext_web')).status, 404)
  t.is((await api.call('POST /customers', { key: by.key, body: { externalId: 'app' } })).status, 201)
  t.deepEqual(await differences(by), [])
})

test.serial('a customer is not merged with itself or a stranger, also when two merge at once', async (t) => {
  const { by, web, merge } = await two()
  const [stranger, customer] = await Promise.all([tracker(api), api.make.customer((await tracker(api)).workspace)])
  t.is((await merge('ext_web', web.id)).status, 400)
  t.is((await merge('ext_web', customer.id)).status, 404)
  t.is((await api.call(`POST /customers/${web.id}/merge`, { key: stranger.key, body: { customerId: 'ext_app' } })).status, 404)
  const answers = await Promise.all([merge('ext_web', 'ext_app'), merge('ext_app', 'ext_web')])
  t.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400])
  t.is((await by.customers()).length, 1)
  t.deepEqual(await differences(by), [])
})

test.serial("a lead of somebody who is just being merged is the one's who stays", async (t) => {
  const { by, web, merge, lead } = await two()
  const [merged, ...leads] = await Promise.all([merge(), lead(2, 'app', 'Demo'), lead(2, 'app', 'Trial'), lead(2, 'app', 'Return')])
  t.deepEqual([merged.status, ...leads.map(({ status }) => status)], [200, 200, 200, 200])
  t.is((await by.customers()).length, 1)
  t.deepEqual(new Set((await by.leads()).map(({ customer_id }) => customer_id)), new Set([web.id]))
  t.is((await by.leads()).length, 5)
  t.deepEqual(await differences(by), [])
})

test.serial('memories about the one who went are about the other', async (t) => {
  const { by, web, app, merge } = await two()
  const memory = await api.make.memory(by.workspace)
  await pool().query('update memories set customer_id = $1 where id = $2', [app.id, memory.id])
  await merge()
  await workOff(api.resources)
  t.is((await pool().query('select customer_id from memories where id = $1', [memory.id])).rows[0].customer_id, web.id)
})
