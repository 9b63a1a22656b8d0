import test from 'ava'
import { conditions } from '../../../shared/customers/customer-list.queries.js'
import { generateNickname } from '../../../shared/customers/index.js'
import { cachedClickKey } from '../../../shared/tracking/click-recorder.js'
import { type TestApi, testApi } from '../../support/api.js'
import { tracker } from '../../support/conversions.js'
import { readClicks } from '../../support/events.js'
import { follow } from '../../support/figures/follow.js'
import { runJobByName, runQueuedJobsAndSubscribers } from '../../support/jobs.js'
import { eventsInPostgres } from '../../support/service.js'
import { waitUntil } from '../../support/wait-until.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
})
test.after.always(() => api?.close())

/** Creates a workspace with these customers, in this order. */
async function withCustomers(...inputs: Parameters<TestApi['make']['customer']>[1][]) {
  const caller = await api.make.caller()
  const customers = []
  for (const [index, input] of inputs.entries()) {
    const createdAt = new Date(Date.UTC(2026, 0, 1 + index))
    customers.push(
      await api.make.customer(caller.workspace, {
        id: `cus_${caller.workspace.id.slice(3, 24)}${String(index).padStart(5, '0')}`,
        createdAt,
        ...input,
      }),
    )
  }
  const get = async (path: string) => api.call(`GET ${path}`, { key: caller.key })
  const externalIds = async (query: string) =>
    (await get(`/customers${query}`)).body.map(({ externalId }: { externalId: string }) => externalId).join('')
  return { ...caller, customers, get, externalIds }
}

const visitor = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' }
const abc = ['a', 'b', 'c', 'd', 'e'].map((externalId) => ({ externalId }))

test('a customer is found by id and by external id, but not from another workspace', async (t) => {
  const {
    customers: [customer],
    get,
  } = await withCustomers({ externalId: 'u 1', email: 'ada@example.com', country: 'DE' })
  const { status, body } = await get(`/customers/${customer?.id}`)
  t.is(status, 200)
  t.deepEqual(body, {
    id: customer?.id,
    name: 'ada@example.com',
    email: 'ada@example.com',
    avatar: null,
    externalId: 'u 1',
    stripeCustomerId: null,
    country: 'DE',
    sales: 0,
    saleAmount: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
    firstSaleAt: null,
    subscriptionCanceledAt: null,
  })
  t.deepEqual((await get('/customers/ext_u%201')).body, body)
  const { key } = await api.make.caller()
  t.is((await api.call(`GET /customers/${customer?.id}`, { key })).status, 404)
})

test('expanded customers include their link', async (t) => {
  const { workspace, key } = await api.make.caller()
  const link = await api.make.link(workspace)
  const { id } = await api.make.customer(workspace, { linkId: link.id })
  for (const path of [`/customers/${id}`, '/customers']) {
    const { body } = await api.call(`GET ${path}?includeExpandedFields=true`, { key })
    t.like([body].flat()[0], {
      id,
      link: { id: link.id, domain: link.domain, key: link.key, shortLink: link.shortLink, url: link.url, programId: null },
      programId: null,
      partner: null,
      discount: null,
    })
  }
})

test('the list can be paged by cursor in both directions and both orders', async (t) => {
  const { customers, externalIds } = await withCustomers(...abc)
  const id = (index: number) => customers[index]?.id
  t.is(await externalIds(''), 'edcba')
  t.is(await externalIds('?sortOrder=asc'), 'abcde')
  t.is(await externalIds(`?pageSize=2&startingAfter=${id(3)}`), 'cb')
  t.is(await externalIds(`?pageSize=2&sortOrder=asc&startingAfter=${id(1)}`), 'cd')
  t.is(await externalIds(`?pageSize=2&endingBefore=${id(1)}`), 'dc')
  t.is(await externalIds(`?pageSize=2&sortOrder=asc&endingBefore=${id(3)}`), 'bc')
  t.is(await externalIds('?pageSize=2&page=3'), 'a')
})

test('every customer is on one page, also one that a merge made older than its id', async (t) => {
  const { customers, externalIds } = await withCustomers(...abc.map((one, at) => (at === 3 ? { ...one, createdAt: new Date(0) } : one)))
  for (const order of ['desc', 'asc']) {
    const first = await externalIds(`?pageSize=2&sortOrder=${order}`)
    const last = customers.find(({ externalId }) => externalId === first.at(-1))?.id
    const rest = await externalIds(`?sortOrder=${order}&startingAfter=${last}`)
    t.is([...first, ...rest].toSorted().join(''), 'abcde')
  }
})

test('invalid pagination is refused', async (t) => {
  const {
    customers: [one],
    get,
  } = await withCustomers(...abc)
  for (const query of [
    `startingAfter=${one?.id}&endingBefore=${one?.id}`,
    `startingAfter=${one?.id}&sortBy=saleAmount`,
    `startingAfter=${one?.id}&page=1`,
    'startingAfter=cus_missing',
    'page=1001',
    'pageSize=101',
  ]) {
    t.is((await get(`/customers?${query}`)).status, 422, query)
  }
})

test('a customer without a name and an email address is found by the generated name', async (t) => {
  const { get, externalIds, customers } = await withCustomers(
    { externalId: 'a' },
    { externalId: 'b', name: 'Named' },
    { externalId: 'c', email: 'c@example.com' },
  )
  const name: string = (await get(`/customers/${customers[0]?.id}`)).body.name
  const words = name.split(' ')
  t.is(words.length, 3)
  for (const search of [name, ...words, words.toReversed().join(' '), words.map((word) => word.slice(0, 2).toLowerCase()).join(' ')])
    t.is(await externalIds(`?search=${encodeURIComponent(search)}`), 'a', search)
  t.is((await get(`/customers/count?search=${encodeURIComponent(name)}`)).body, 1)
  for (const search of [`${name} x`, `${words[0]} named`, 'unknown'])
    t.is(await externalIds(`?search=${encodeURIComponent(search)}`), '', search)
  for (const { id } of customers.slice(1)) t.is(await externalIds(`?search=${encodeURIComponent(generateNickname(id))}`), '', 'not shown')
})

test('a search of customers by words reads indexes', async (t) => {
  const { workspace } = await withCustomers()
  const { pool, orm } = api.resources.database
  await pool.query(
    `insert into customers (id, workspace_id, external_id, name, created_at, updated_at)
     select 'cus_' || lpad(i::text, 26, '0'), $1, 'search-' || i, case when i % 2 = 0 then 'Person ' || i end, now(), now()
     from generate_series(1, 20000) i`,
    [workspace.id],
  )
  await pool.query('analyze customers')
  const { sql, params } = conditions({ workspace }, { search: generateNickname('cus_1') })
  const rows: Record<string, string>[] = await orm.em.fork().execute(`explain select * from customers where ${sql}`, params)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  t.false(plan.includes('Seq Scan'), plan)
  for (const index of ['customers_words', 'customers_nickname_codes']) t.true(plan.includes(index), plan)
})

test('customers are filtered and sorted', async (t) => {
  const { externalIds, customers } = await withCustomers(
    { externalId: 'a', name: 'Ada Lovelace', email: 'ada@example.com', country: 'GB', saleAmount: 5, linkId: 'link_1' },
    {
      externalId: 'b',
      name: 'Bob Brown',
      email: 'bob.brown@example.org',
      country: 'DE',
      saleAmount: 9,
      partnerId: 'pn_1',
      programId: 'prog_1',
    },
    { externalId: 'c', name: 'Ada Brown', country: 'DE', saleAmount: 1, firstSaleAt: new Date() },
  )
  t.is(customers.length, 3)
  t.is(await externalIds('?email=ADA@example.com'), 'a')
  t.is(await externalIds('?externalId=b'), 'b')
  t.is(await externalIds('?search=ada'), 'ca')
  t.is(await externalIds('?search=brow%20ad'), 'c')
  t.is(await externalIds('?search=example'), 'ba')
  t.is(await externalIds('?search=bob.brown@example.org'), 'b')
  t.is(await externalIds('?search=%25%27'), '')
  t.is(await externalIds('?country=DE'), 'cb')
  t.is(await externalIds('?country=de'), 'cb')
  t.is(await externalIds('?linkId=link_1'), 'a')
  t.is(await externalIds('?partnerId=pn_1&programId=prog_1'), 'b')
  t.is(await externalIds('?sortBy=saleAmount'), 'bac')
  t.is(await externalIds('?sortBy=saleAmount&sortOrder=asc'), 'cab')
  t.is(await externalIds('?sortBy=firstSaleAt'), 'cba')
})

test('customers are counted in total, by country and by link', async (t) => {
  const { workspace, get } = await withCustomers({ country: 'DE' }, { country: 'DE' }, { country: 'FR' })
  const link = await api.make.link(workspace)
  await api.make.customer(workspace, { linkId: link.id, country: 'FR' })
  t.is((await get('/customers/count')).body, 4)
  t.is((await get('/customers/count?country=DE')).body, 2)
  t.is((await get('/customers/count?country=de')).body, 2)
  t.deepEqual((await get('/customers/count?groupBy=country&country=DE')).body, [
    { country: 'DE', _count: 2 },
    { country: 'FR', _count: 2 },
  ])
  t.deepEqual((await get('/customers/count?groupBy=linkId')).body, [
    { linkId: link.id, _count: 1, shortLink: link.shortLink, url: link.url },
  ])
})

test('a customer is created and updated, and an externalId in use is refused', async (t) => {
  const { key, workspace } = await api.make.caller()
  const made = await api.call('POST /customers', { key, body: { externalId: 'u1', email: 'ada@example.com' } })
  t.is(made.status, 201)
  t.like(made.body, { externalId: 'u1', email: 'ada@example.com', sales: 0 })
  t.is((await api.call('POST /customers', { key, body: { externalId: 'u1' } })).status, 409)
  const other = await api.make.customer(workspace, { externalId: 'u2' })
  t.is((await api.call(`PATCH /customers/${other.id}`, { key, body: { externalId: 'u1' } })).status, 409)
  const changed = await api.call('PATCH /customers/ext_u1', { key, body: { name: 'Ada', externalId: 'u3', country: 'GB', email: null } })
  t.like(changed.body, { id: made.body.id, name: 'Ada', externalId: 'u3', country: 'GB', email: null })
  t.deepEqual((await api.call('GET /customers/ext_u3', { key })).body, changed.body)
})

test('the country of a customer must exist, and is stored in upper case', async (t) => {
  const { key } = await api.make.caller()
  const made = await api.call('POST /customers', { key, body: { externalId: 'u1', country: 'gb' } })
  t.is(made.body.country, 'GB')
  for (const country of ['XX', 'Germany', 'D', '']) {
    const created = await api.call('POST /customers', { key, body: { externalId: `in ${country}`, country } })
    const changed = await api.call('PATCH /customers/ext_u1', { key, body: { country } })
    t.deepEqual([created.status, changed.status], [422, 422], country)
    t.regex(changed.body.error.message, / country: /)
  }
  t.is((await api.call('GET /customers/ext_u1', { key })).body.country, 'GB')
})

test.serial('deleting a customer keeps the totals and erases personal data', async (t) => {
  const { track, key, link, leads, sales, counters, customers } = await tracker(api)
  const click = await api.make.click(link, { ip: '203.0.113.9', ua: 'Their browser', country: 'US' })
  await track('lead', { clickId: click.id, eventName: 'Sign up', customerExternalId: 'u1', metadata: { mail: 'ada@example.com' } })
  await track('sale', { customerExternalId: 'u1', amount: 100, invoiceId: 'inv_1' })
  await track('refund', { invoiceId: 'inv_1', amount: 40, metadata: { mail: 'ada@example.com' } })
  const [before] = await customers()
  t.deepEqual((await api.call('DELETE /customers/ext_u1', { key })).body, { id: before.id })
  await runQueuedJobsAndSubscribers(api.resources)
  t.deepEqual(await customers(), [])
  t.deepEqual(await counters(), { leads: 1, conversions: 1, sales: 1, saleAmount: 60 })
  const [erased] = await readClicks(api.resources.database.pool, 'id', click.id)
  for (const row of [(await leads())[0], (await sales())[0], erased]) {
    t.like(row, { ip: '', ua: '', country: 'US' })
    t.not(row.identity_hash.slice(0, 16), click.identity_hash.slice(0, 16))
  }
  t.deepEqual([(await leads())[0].metadata, (await sales())[0].metadata], [null, null])
  t.like((await sales())[1], { metadata: null, refund_metadata: null })
  t.is((await track('sale', { customerExternalId: 'u1', amount: 100, invoiceId: 'inv_1' })).body.customer, null)
  t.is((await api.call('DELETE /customers/ext_u1', { key })).status, 404)
})

test.serial('the click of a deleted customer without a lead is erased as well', async (t) => {
  const { track, key, link } = await tracker(api)
  const click = await api.make.click(link, { ip: '203.0.113.9', ua: 'Their browser' })
  await track('lead', { clickId: click.id, eventName: 'Sign up', customerExternalId: 'u1', mode: 'deferred' })
  await api.call('DELETE /customers/ext_u1', { key })
  await runQueuedJobsAndSubscribers(api.resources)
  t.like((await readClicks(api.resources.database.pool, 'id', click.id))[0], { ip: '', ua: '' })
})

test.serial('a click that is ingested after its customer was deleted is erased as well', async (t) => {
  const { track, key, link, domain } = await tracker(api)
  const { location } = await follow(api, { domain: domain.slug, key: link.key }, { method: 'GET', query: '', headers: visitor })
  const clickId = new URL(location).searchParams.get('svc_id') as string
  const isCached = async () => (await api.resources.store.get(cachedClickKey(clickId))) !== null
  t.is((await track('lead', { clickId, eventName: 'Sign up', customerExternalId: 'u1' })).status, 200)
  await api.call('DELETE /customers/ext_u1', { key })
  await runQueuedJobsAndSubscribers(api.resources)
  t.deepEqual([await readClicks(api.resources.database.pool, 'id', clickId), await isCached()], [[], true])
  await runJobByName(api.resources, 'tracking.ingest-queued-clicks')
  await runJobByName(api.resources, 'tracking.erase-customers')
  t.like((await readClicks(api.resources.database.pool, 'id', clickId))[0], { ip: '', ua: '' })
  t.deepEqual([(await api.resources.database.pool.query('select * from customer_erasures')).rows, await isCached()], [[], false])
})

test.serial('the clicks that merges replaced are erased with the remaining customer', async (t) => {
  const { track, key, link } = await tracker(api)
  const clicks: string[] = []
  for (const [index, externalId] of ['second', 'first', 'third'].entries()) {
    const timestamp = new Date(Date.now() - [2000, 3000, 1000][index]!)
    const click = await api.make.click(link, { ip: `203.0.113.${index}`, ua: 'Their browser', timestamp })
    clicks.push(click.id)
    await track('lead', { clickId: click.id, eventName: 'Sign up', customerExternalId: externalId, mode: 'deferred' })
  }
  for (const externalId of ['first', 'third']) {
    const { id } = (await api.call(`GET /customers/ext_${externalId}`, { key })).body
    t.is((await api.call('POST /customers/ext_second/merge', { key, body: { customerId: id } })).status, 200)
  }
  await api.call('DELETE /customers/ext_second', { key })
  await runQueuedJobsAndSubscribers(api.resources)
  for (const id of clicks) t.like((await readClicks(api.resources.database.pool, 'id', id))[0], { ip: '', ua: '' })
})

if (eventsInPostgres)
  test.serial('the user agent and place of a deleted customer are deleted everywhere, unless another visitor has the same', async (t) => {
    const { track, key, link } = await tracker(api)
    const shared = { ua: 'Browser of many', latitude: '48.1', longitude: '11.5' }
    const own = { ua: 'Their own browser', latitude: '48.2', longitude: '11.6' }
    const other = await api.make.click(link, shared)
    for (const [index, visitor] of [shared, own].entries()) {
      const click = await api.make.click(link, visitor)
      await track('lead', { clickId: click.id, eventName: `Sign up ${index}`, customerExternalId: 'u1' })
    }
    const { pool } = api.resources.database
    const texts = async () =>
      (
        await pool.query(`select parts from dimension_values where parts[1] = any ($1) order by parts`, [
          [shared.ua, own.ua, shared.latitude, own.latitude],
        ])
      ).rows.map(({ parts }) => parts[0])
    t.is((await texts()).length, 4)
    await api.call('DELETE /customers/ext_u1', { key })
    await runQueuedJobsAndSubscribers(api.resources)
    await runJobByName(api.resources, 'tracking.delete-erased-texts')
    t.deepEqual(await texts(), [shared.latitude, shared.ua])
    t.is((await pool.query('select ua from clicks where id = $1', [other.id])).rows[0].ua, shared.ua)
    t.deepEqual((await pool.query('select * from erased_values')).rows, [])
  })

test.serial('a click sent with a lead of a deleted customer is erased even if another click has the attribution', async (t) => {
  const { workspace, track, key, link } = await tracker(api)
  await api.call(`PATCH /workspaces/${workspace.id}`, { key, body: { attributionModel: 'first_click' } })
  const first = await api.make.click(link, { timestamp: new Date(Date.now() - 60_000) })
  const second = await api.make.click(link, { ip: '203.0.113.9', ua: 'Their browser' })
  await track('lead', { clickId: first.id, eventName: 'Sign up', customerExternalId: 'u1' })
  t.like((await track('lead?expand=attribution', { clickId: second.id, eventName: 'Demo', customerExternalId: 'u1' })).body, {
    click: { id: second.id },
    attribution: { rule: 'first_click', clickId: first.id },
  })
  await api.call('DELETE /customers/ext_u1', { key })
  await runQueuedJobsAndSubscribers(api.resources)
  t.like((await readClicks(api.resources.database.pool, 'id', second.id))[0], { ip: '', ua: '' })
})

test.serial('a deleted customer is erased from memories and request logs', async (t) => {
  const { workspace, track, key, link, customers } = await tracker(api)
  const click = await api.make.click(link)
  await track('lead', { clickId: click.id, eventName: 'Sign up', customerExternalId: 'grace', customerEmail: 'grace@example.com' })
  await track('lead', { clickId: click.id, eventName: 'Sign up', customerExternalId: 'alan', customerEmail: 'alan@example.com' })
  const [grace, alan] = (await customers()).toSorted((a, b) => (a.external_id > b.external_id ? -1 : 1))
  for (const [customer, text] of [
    [grace, 'likes tea'],
    [alan, 'likes coffee'],
  ])
    await api.call('POST /memories', { key, body: { user_id: 'shop', customer_id: customer.id, messages: text } })
  const query = async (sql: string) => (await api.resources.database.pool.query(sql, [workspace.id])).rows
  await api.call('PATCH /customers/ext_grace', { key, body: { name: 'Grace' } })
  const unknownClick = {
    clickId: 'unknownUnknown00',
    eventName: 'Sign up',
    customerExternalId: 'other',
    customerEmail: 'Grace@Example.COM',
  }
  t.is((await api.call('POST /track/lead', { key, body: unknownClick })).status, 404)
  await waitUntil(async () => (await query('select 1 from request_logs where workspace_id = $1')).length >= 6)
  await api.call('DELETE /customers/ext_grace', { key })
  await runQueuedJobsAndSubscribers(api.resources)
  t.deepEqual(
    (await query('select text from memories where workspace_id = $1')).map(({ text }) => text),
    ['likes coffee'],
  )
  const stored = JSON.stringify([
    await query('select * from memory_changes where workspace_id = $1'),
    await query('select path, request_body, response_body, query_params from request_logs where workspace_id = $1'),
  ])
  t.notRegex(stored, /likes tea|grace@example.com|"grace"|ext_grace/i)
  t.regex(stored, /likes coffee/)
  t.regex(stored, /alan@example.com/)
})

test.serial('the address of a merged customer and its ids at providers are erased from the request log', async (t) => {
  const { workspace, key } = await tracker(api)
  const identities = [
    { externalId: 'web', email: 'ada@work.example', stripeCustomerId: 'cus_work' },
    { externalId: 'app', email: 'ada@home.example', stripeCustomerId: 'cus_home' },
  ]
  for (const body of identities) t.is((await api.call('POST /customers', { key, body })).status, 201)
  t.is((await api.call('POST /customers/ext_web/merge', { key, body: { customerId: 'ext_app' } })).status, 200)
  const logs = async () =>
    (
      await api.resources.database.pool.query('select request_body, response_body from request_logs where workspace_id = $1', [
        workspace.id,
      ])
    ).rows
  await waitUntil(async () => (await logs()).length >= 3)
  await api.call('DELETE /customers/ext_web', { key })
  await runQueuedJobsAndSubscribers(api.resources)
  t.notRegex(JSON.stringify(await logs()), /ada@|cus_work|cus_home/)
})

test('the activity of a customer lists sales, leads and clicks, newest first', async (t) => {
  const { track, key, link } = await tracker(api)
  const click = await api.make.click(link, { timestamp: new Date(Date.now() - 60_000) })
  await track('lead', { clickId: click.id, eventName: 'Sign up', customerExternalId: 'u1', metadata: { a: 1 } })
  await track('sale', { customerExternalId: 'u1', amount: 100, invoiceId: 'inv_1' })
  const { status, body } = await api.call('GET /customers/ext_u1/activity', { key })
  t.is(status, 200, JSON.stringify(body))
  t.deepEqual(
    body.events.map(({ event }: { event: string }) => event),
    ['sale', 'lead', 'click'],
  )
  t.like(body.events[0], { eventName: 'Purchase', sale: { amount: 100, invoiceId: 'inv_1' }, click: { id: click.id } })
  t.like(body.events[1], { eventName: 'Sign up', metadata: { a: 1 }, link: { id: link.id } })
  t.like(body.events[2], { click: { id: click.id }, timestamp: click.timestamp.toISOString() })
  t.deepEqual(body.link, { id: link.id, domain: link.domain, key: link.key, shortLink: link.shortLink })
  await track('lead', { clickId: click.id, eventName: 'x', customerExternalId: 'u2', mode: 'deferred' })
  const deferred = await api.call('GET /customers/ext_u2/activity', { key })
  t.deepEqual([deferred.body.events.map(({ event }: { event: string }) => event), deferred.body.link.id], [['click'], link.id])
})

test('customers require a plan that includes them, and writing requires a writing role', async (t) => {
  const proCaller = await api.make.caller({ plan: 'pro' })
  t.is((await api.call('GET /customers', { key: proCaller.key })).status, 403)
  const viewer = await api.make.caller({ role: 'viewer' })
  t.is((await api.call('GET /customers', { key: viewer.key })).status, 200)
  t.is((await api.call('POST /customers', { key: viewer.key, body: { externalId: 'x' } })).status, 403)
})

const scopedRequests = [
  ['GET', '/customers', 'customers.read'],
  ['GET', '/customers/count', 'customers.read'],
  ['GET', '/customers/export', 'customers.read'],
  ['DELETE', '/customers/ext_u1', 'customers.write'],
  ['POST', '/track/sale', 'conversions.write'],
] as const
for (const [method, path, permission] of scopedRequests)
  test(`a key without the scope ${permission} is refused ${method} ${path}`, async (t) => {
    const { workspace, key } = await api.make.caller({ scopes: ['tags.read'] })
    await api.make.customer(workspace, { externalId: 'u1' })
    const body = path === '/track/sale' ? { customerExternalId: 'u1', amount: 100 } : undefined
    const { status, body: error } = await api.call(`${method} ${path}`, { key, body })
    t.is(status, 403)
    t.true(error.error.message.includes(permission), error.error.message)
  })

test('the billing role cannot read or export customers', async (t) => {
  const { key } = await api.make.caller({ role: 'billing' })
  t.is((await api.call('GET /customers', { key })).status, 403)
  t.is((await api.call('GET /customers/export', { key })).status, 403)
})
