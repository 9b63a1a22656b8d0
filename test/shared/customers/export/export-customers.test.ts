import test from 'ava'
import { type TestApi, testApi } from '../../../support/api.js'
import { emailsTo, linkIn, type SentEmail } from '../../../support/emails.js'
import { runJobByName, runQueuedJobs } from '../../../support/jobs.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

const query = async (sql: string, values: unknown[] = []) => (await api.resources.database.pool.query(sql, values)).rows

const manyCustomers = (workspaceId: string, count: number) =>
  query(
    `insert into customers (id, workspace_id, external_id, created_at, updated_at)
     select 'cus_' || right($1, 10) || lpad(n::text, 16, '0'), $1, 'u' || n, now(), now() from generate_series(1, $2) as n`,
    [workspaceId, count],
  )

test.serial('matching customers are exported as CSV with the requested columns', async (t) => {
  const { workspace, key } = await api.make.caller()
  const link = await api.make.link(workspace)
  await api.make.customer(workspace, {
    externalId: '=1+1',
    name: 'Ada, "the first"',
    email: 'ada@example.com',
    country: 'GB',
    sales: 2,
    saleAmount: 1050,
    linkId: link.id,
  })
  await api.make.customer(workspace, { externalId: 'u2', country: 'DE' })
  const all = await api.call('GET /customers/export', { key })
  t.is(all.headers.get('content-type'), 'application/csv; charset=utf-8')
  t.is(all.body.split('\r\n').length, 4)
  const some = await api.call('GET /customers/export?country=GB&columns=link,name,externalId,saleAmount', { key })
  t.is(some.body, `Name,External ID,Sales (USD),Short link\r\n"Ada, ""the first""",'=1+1,10.50,${link.shortLink}\r\n`)
  t.is((await api.call('GET /customers/export?columns=shoe', { key })).status, 422)
})

test.serial('an export names the partner who referred a customer', async (t) => {
  const { workspace, key } = await api.make.caller()
  const program = await api.make.program(workspace)
  const partner = await api.make.partner({ name: 'Ann', email: 'ann@partner.example' })
  await api.make.enrolment(program, partner, { tenantId: 'tenant 1' })
  await api.make.customer(workspace, { externalId: 'u1', programId: program.id, partnerId: partner.id })
  await api.make.customer(workspace, { externalId: 'u2' })
  const { body } = await api.call('GET /customers/export?columns=externalId,partnerId,partnerName,partnerEmail,partnerTenantId', { key })
  t.is(
    body,
    `External ID,Partner ID,Partner name,Partner email,Partner tenant ID\r\nu2,,,,\r\nu1,${partner.id},Ann,ann@partner.example,tenant 1\r\n`,
  )
})

test.serial('a large export runs as a job that stores the file and sends its address once', async (t) => {
  const { workspace, user, key } = await api.make.caller()
  await manyCustomers(workspace.id, 2500)
  const started = await api.call('GET /customers/export?columns=externalId', { key })
  t.is(started.status, 202)
  await runQueuedJobs(api.resources)
  t.like((await api.call(`GET /jobs/${started.body.id}`, { key })).body, { state: 'completed', total: 2500, done: 2500 })
  const lines = (await api.call(`GET /jobs/${started.body.id}/result`, { key })).body.trim().split('\r\n')
  t.is(lines.length, 2501)
  t.is(new Set(lines).size, 2501)
  t.deepEqual([lines[0], lines[1], lines.at(-1)], ['External ID', 'u2500', 'u1'])
  await runJobByName(api.resources, 'background-operations.store-result-file', { operationId: started.body.id })
  const emails = await emailsTo(api.config.dataDir, user.email as string)
  t.is(emails.length, 1)
  t.like(emails[0], { subject: 'Your export customers.csv is ready' })
  t.regex(emails[0]?.text ?? '', /2,500 rows/)
  const signed = await api.call(`GET ${linkIn(emails[0] as SentEmail)}`)
  t.deepEqual([signed.status, signed.body.trim().split('\r\n').length], [200, 2501])
  t.is((await api.call(`GET ${linkIn(emails[0] as SentEmail).replace('signature=', 'signature=x')}`)).status, 404)
})

test.serial('the 1,001st row makes an export a job, and the permission is checked again when its file is ready', async (t) => {
  const { workspace, user, key } = await api.make.caller()
  await manyCustomers(workspace.id, 1000)
  t.is((await api.call('GET /customers/export?sortBy=saleAmount', { key })).body.trim().split('\r\n').length, 1001)
  await api.make.customer(workspace)
  const started = await api.call('GET /customers/export', { key })
  t.is(started.status, 202)
  await runJobByName(api.resources, 'customers.export', { operationId: started.body.id })
  await query('delete from members where user_id = $1', [user.id])
  await runQueuedJobs(api.resources)
  t.deepEqual(await emailsTo(api.config.dataDir, user.email as string), [])
})

test.serial('deleting a customer deletes finished export files that may contain it and restarts running exports', async (t) => {
  const { workspace, user, key } = await api.make.caller()
  await manyCustomers(workspace.id, 1100)
  const get = (path: string) => api.call(`GET ${path}`, { key })
  const {
    body: { id: finished },
  } = await get('/customers/export?columns=externalId')
  await runQueuedJobs(api.resources)
  t.regex((await get(`/jobs/${finished}/result`)).body, /u1100\r/)
  const address = linkIn((await emailsTo(api.config.dataDir, user.email as string))[0] as SentEmail)
  t.is((await api.call(`GET ${address}`)).status, 200)
  const {
    body: { id: begun },
  } = await get('/customers/export?columns=externalId')
  await query(
    `update background_operations set state = 'active', started_at = now(), done = 1000, total = 1100,
       cursor = (select id from customers where workspace_id = $2 and external_id = 'u101') where id = $1`,
    [begun, workspace.id],
  )
  await query(`insert into background_operation_results (operation_id, part, body) values ($1, 0, 'External ID, then u1100 and others')`, [
    begun,
  ])

  const {
    body: { id: customerId },
  } = await api.call('DELETE /customers/ext_u1100', { key })
  for (const _run of [1, 2]) {
    await runJobByName(api.resources, 'tracking.erase-customer', { workspaceId: workspace.id, customerId, click: null })
    await runJobByName(api.resources, 'tracking.erase-customers')
  }
  t.like((await get(`/jobs/${finished}`)).body, {
    state: 'completed',
    done: 1100,
    result: null,
    error: 'The result file was deleted because it may have contained a deleted customer. Start the job again.',
  })
  t.is((await get(`/jobs/${finished}/result`)).status, 404)
  t.is((await api.call(`GET ${address}`)).status, 404)
  await runQueuedJobs(api.resources)
  t.like((await get(`/jobs/${begun}`)).body, { state: 'completed', total: 1099, done: 1099, error: null })
  const { body } = await get(`/jobs/${begun}/result`)
  t.is(body.trim().split('\r\n').length, 1100)
  t.notRegex(body, /u1100/)
  t.deepEqual(await query('select body from background_operation_results where operation_id = $1', [finished]), [])
})

test.serial('a key that may read links only does not see a customer export of its user', async (t) => {
  const { workspace, user, key } = await api.make.caller()
  await manyCustomers(workspace.id, 1100)
  const started = await api.call('GET /customers/export', { key })
  t.is(started.status, 202)
  const narrow = await api.make.token(user, workspace, { scopes: ['links.read'] })
  t.is((await api.call(`GET /jobs/${started.body.id}`, { key: narrow.key })).status, 404)
  t.is((await api.call(`GET /jobs/${started.body.id}`, { key })).status, 200)
})
