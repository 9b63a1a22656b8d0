import test from 'ava'
import { type TestApi, testApi } from '../../../support/api.js'
import { runQueued } from '../../../support/jobs.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

test('customers are exported as CSV, with the columns that were asked for, and only those that match', async (t) => {
  const { workspace, key } = await api.make.caller()
  const link = await api.make.link(workspace)
  await api.make.customer(workspace, { externalId: '=1+1', name: 'Ada, "the first"', email: 'ada@example.com', country: 'GB', sales: 2, saleAmount: 1050, linkId: link.id })
  await api.make.customer(workspace, { externalId: 'u2', country: 'DE' })
  const all = await api.call('GET /customers/export', { key })
  t.is(all.headers.get('content-type'), 'application/csv; charset=utf-8')
  t.is(all.body.split('\r\n').length, 4)
  const some = await api.call('GET /customers/export?country=GB&columns=link,name,externalId,saleAmount', { key })
  t.is(some.body, `Name,External ID,Sales (USD),Short link\r\n"Ada, ""the first""",'=1+1,10.50,${link.shortLink}\r\n`)
  t.is((await api.call('GET /customers/export?columns=shoe', { key })).status, 422)
})

test('more customers than fit into an answer become a job that makes the file', async (t) => {
  const { workspace, key } = await api.make.caller()
  await api.resources.database.pool.query(
    `insert into customers (id, workspace_id, external_id, created_at, updated_at) select 'cus_' || lpad(at::text, 26, '0'), $1, 'u' || at, now(), now() from generate_series(1, 2500) as at`,
    [workspace.id],
  )
  const started = await api.call('GET /customers/export?columns=externalId', { key })
  t.is(started.status, 202)
  await runQueued(api.resources)
  t.like((await api.call(`GET /jobs/${started.body.id}`, { key })).body, { state: 'completed', total: 2500, done: 2500 })
  const lines = (await api.call(`GET /jobs/${started.body.id}/result`, { key })).body.trim().split('\r\n')
  t.is(lines.length, 2501)
  t.is(new Set(lines).size, 2501)
  t.deepEqual([lines[0], lines[1], lines.at(-1)], ['External ID', 'u2500', 'u1'])
})
