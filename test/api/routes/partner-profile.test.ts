/** What a partner sees and does in its programs, with real links, sales and commissions. Another partner sees nothing of it. */
import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { batchOf, rawClick } from '../../support/clicks.js'
import { partnerProgram } from '../../support/earnings.js'
import { emailsTo, linkIn } from '../../support/emails.js'
import { runJobByName, runQueuedJobsAndSubscribers } from '../../support/jobs.js'
import { programOwner, unique } from '../../support/program-owner.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
})
test.after.always(() => api?.close())

/** A signed-in partner of a new program. */
async function partnerOfProgram(status = 'approved') {
  const owner = await programOwner(api, { plan: 'advanced' })
  const email = owner.email()
  const user = await api.make.user({ email })
  const { headers } = await api.make.session(user)
  const call = (what: string, body?: unknown) => api.call(what, { headers, body })
  const { body: enrolled } = await owner.call(status === 'invited' ? 'POST /partners/invites' : 'POST /partners', { email })
  await call('POST /partner-profile', {})
  const partnerId: string = enrolled.partnerId ?? enrolled.id
  const path = `/partner-profile/programs/${owner.program.slug}`
  return { owner, program: owner.program, email, call, partnerId, path }
}

/** A partner with a sale of 100 dollars, of which 10 percent are earned. */
async function withSale() {
  const setup = await partnerProgram(api, { plan: 'advanced' })
  const { program, workspace } = setup
  await setup.reward({ event: 'sale', type: 'percentage', amountInPercentage: 10 })
  const email = `${unique('partner')}@example.com`
  const { link, partner, enrolment } = await setup.enrol({ email })
  const user = await api.make.user({ email })
  await api.make.partnerUser(partner, user)
  const { headers } = await api.make.session(user)
  const call = (what: string, body?: unknown) => api.call(what, { headers, body })
  const sale = { clickId: await setup.click(link), customerExternalId: unique('customer'), customerEmail: 'buyer@shop.example' }
  const tracked = await setup.track('sale', { ...sale, amount: 10_000, invoiceId: unique('invoice') })
  if (tracked.status !== 200) throw new Error(JSON.stringify(tracked.body))
  await setup.compute()
  return { call, link, program, workspace, enrolment, setup, path: `/partner-profile/programs/${program.slug}` }
}

test('counts of earnings take the filters of the list, and the series counts what is earned', async (t) => {
  const { call, path, link, program, setup, enrolment } = await withSale()
  const partner = { id: enrolment.partnerId }
  for (const status of ['canceled', 'refunded', 'hold'] as const)
    await api.make.commission(program, partner, { type: 'custom', status, earnings: 50, customerId: 'cus_other' })
  const count = async (query: string) => (await call(`GET ${path}/earnings/count?${query}`)).body
  t.deepEqual(await count('groupBy=type&status=canceled'), [{ key: 'custom', count: 1, earnings: 50 }])
  t.deepEqual(await count('groupBy=status&type=sale'), [{ key: 'pending', count: 1, earnings: 1000 }])
  t.deepEqual(await count('groupBy=linkId&type=-custom'), [{ key: link.id, count: 1, earnings: 1000 }])
  t.deepEqual(await count('groupBy=status&customerId=cus_none'), [])
  t.deepEqual(await count('groupBy=type&start=2023-01-01&end=2023-02-01'), [])
  t.deepEqual(await count(''), { count: 4, earnings: 1150 })
  const series: { earnings: number }[] = (await call(`GET ${path}/earnings/timeseries?interval=7d`)).body
  const sum = series.reduce((total, one) => total + one.earnings, 0)
  t.is(sum, 1000)
  t.is(sum, await setup.earned(enrolment))
})

test('earnings, customers, analytics and events of a partner agree with its sale, without personal data', async (t) => {
  const { call, path, link, enrolment } = await withSale()
  t.like((await call(`GET ${path}/earnings`)).body[0], { type: 'sale', amount: 10_000, earnings: 1000, currency: 'usd' })
  t.deepEqual((await call(`GET ${path}/earnings/count`)).body, { count: 1, earnings: 1000 })
  t.deepEqual((await call(`GET ${path}/earnings/count?groupBy=linkId`)).body, [{ key: link.id, count: 1, earnings: 1000 }])
  for (const filter of ['type=lead', 'status=paid', 'customerId=cus_unknown', 'payoutId=po_unknown', 'start=2023-01-01&end=2023-02-01'])
    t.deepEqual((await call(`GET ${path}/earnings/count?groupBy=linkId&${filter}`)).body, [], filter)
  const series = (await call(`GET ${path}/earnings/timeseries?interval=7d`)).body
  t.is(
    series.reduce((sum: number, one: { earnings: number }) => sum + one.earnings, 0),
    1000,
  )
  const [customer] = (await call(`GET ${path}/customers`)).body
  t.like(customer, { name: null, email: 'b****@shop.example', saleAmount: 10_000, sales: 1 })
  t.deepEqual((await call(`GET ${path}/customers/${customer.id}`)).body, customer)
  t.is((await call(`GET ${path}/customers/count`)).body, 1)
  t.is(
    String((await call(`GET ${path}/customers/export`)).body)
      .trim()
      .split('\n').length,
    2,
  )
  t.notRegex(String((await call(`GET ${path}/customers/export`)).body), /buyer@shop/)
  const found = (await call(`GET ${path}/analytics`)).body
  t.like(found, { sales: 1, saleAmount: 10_000, earnings: 1000 })
  const [event] = (await call(`GET ${path}/events?event=sales`)).body
  t.like(event, { event: 'sale', saleAmount: 10_000, customer: { email: 'b****@shop.example' } })
  const csv = (await call(`GET ${path}/events/export?event=sales`)).body
  t.regex(csv, /^timestamp,event[^\n]*\n[^\n]*,sale,[^\n]*b\*\*\*\*@shop\.example/)
  const earlier = 'event=sales&start=2023-01-01&end=2023-02-01&timezone=Asia/Tokyo'
  t.regex((await call(`GET ${path}/events/export?${earlier}`)).body, /^timestamp,event[^\n]*\n$/)
  t.deepEqual((await call(`GET ${path}/events?${earlier}`)).body, [])
  t.is((await call(`GET ${path}/analytics/export?groupBy=top_links`)).body.trim().split('\n').length, 2)
  const [{ totalSaleAmount, totalCommissions }] = (await call('GET /partner-profile/programs')).body
  t.deepEqual([totalSaleAmount, totalCommissions], [10_000, 1000])
  await api.resources.database.pool.query('update enrolments set customer_data_sharing_enabled_at = now() where id = $1', [enrolment.id])
  t.is((await call(`GET ${path}/customers/${customer.id}`)).body.email, 'buyer@shop.example')
})

test('a large export of a partner is a file whose address only the partner gets', async (t) => {
  const { call, path, link, program, workspace, setup } = await withSale()
  const clicks = Array.from({ length: 1100 }, () => rawClick(link))
  await runJobByName(api.resources, 'tracking.ingest-clicks', batchOf(clicks))
  await api.resources.database.pool.query(
    `insert into customers (id, workspace_id, external_id, name, email, program_id, partner_id, link_id, created_at, updated_at)
     select 'cus_' || $1 || lpad(n::text, 6, '0'), $1, 'external ' || n, '=name', 'person-' || n || '@shop.example', $2, $3, $4, now(), now()
     from generate_series(1, 1001) n`,
    [workspace.id, program.id, link.partnerId, link.id],
  )
  const started = [await call(`GET ${path}/events/export?event=clicks`), await call(`GET ${path}/customers/export`)]
  t.deepEqual(
    started.map(({ status }) => status),
    [202, 202],
  )
  t.is((await call(`GET ${path}/events/export?event=clicks`)).status, 429, 'two exports at a time')
  await runQueuedJobsAndSubscribers(api.resources)
  const { email } = (await call('GET /user')).body
  const sent = await emailsTo(api.config.dataDir, email)
  const files = await Promise.all(
    sent.filter(({ subject }) => /export/.test(subject)).map(async (one) => (await fetch(api.url + linkIn(one))).text()),
  )
  const lines = files.map((file) => file.trim().split('\r\n'))
  t.deepEqual(lines.map(({ length }) => length).toSorted(), [1003, 1102].toSorted(), 'with headers, and the customer and click of the sale')
  t.true(files.every((file) => !/person-1@shop/.test(file)))
  const ofWorkspace = (await setup.call('GET /jobs')).body
  t.false(JSON.stringify(ofWorkspace).includes('partner.'), 'members do not see it')
  for (const { body } of started) t.is((await setup.call(`GET /jobs/${body.id}`)).status, 404)
})

test('another partner of the same program sees none of it', async (t) => {
  const { path, call, program } = await withSale()
  const [customer] = (await call(`GET ${path}/customers`)).body
  const email = `${unique('other')}@example.com`
  const user = await api.make.user({ email })
  const { headers } = await api.make.session(user)
  const other = (what: string, body?: unknown) => api.call(what, { headers, body })
  await other('POST /partner-profile', {})
  for (const part of [
    '',
    '/links',
    '/earnings',
    '/earnings/count',
    '/earnings/timeseries',
    '/customers',
    '/customers/count',
    '/analytics',
    '/events',
    '/bounties',
    '/referrals',
    '/activity-logs',
    `/customers/${customer.id}`,
  ])
    t.is((await other(`GET ${path}${part}`)).status, 404, part)
  await api.make.enrolment(program, { id: (await other('GET /partner-profile')).body.id })
  t.deepEqual((await other(`GET ${path}/earnings`)).body, [])
  const { rows } = await api.resources.database.pool.query('select external_id as id from customers where id = $1', [customer.id])
  const refused = await Promise.all([customer.id, `ext_${rows[0].id}`, 'ext_unknown'].map((id) => other(`GET ${path}/customers/${id}`)))
  t.is(new Set(refused.map(({ status, body }) => `${status} ${body.error.message}`)).size, 1, 'nothing shows which customers exist')
  t.is(refused[0]?.status, 404)
  t.is((await other(`GET ${path}/customers/count`)).body, 0)
  const [own] = (await call(`GET ${path}/links`)).body
  t.is((await other(`PATCH ${path}/links/${own.id}`, { key: 'stolen' })).status, 404)
  t.is((await other(`DELETE ${path}/links/${own.id}`)).status, 404)
  t.is((await other(`GET ${path}/groups/${program.defaultGroupId}`)).status, 200)
})

test('a partner creates links, and deletes those that counted nothing', async (t) => {
  const { call, path, owner, program } = await partnerOfProgram()
  await owner.call(`PATCH /groups/${program.defaultGroupId}`, {
    additionalLinks: [{ domain: 'acme.example', path: '', validationMode: 'domain' }],
    maxPartnerLinks: 5,
  })
  await runQueuedJobsAndSubscribers(api.resources)
  const created = await call(`POST ${path}/links`, { url: 'https://acme.example/sale', key: unique('mine') })
  t.is(created.status, 201, JSON.stringify(created.body))
  const { id, domain, key } = created.body
  t.is((await call(`PATCH ${path}/links/${id}`, { url: 'https://evil.example/' })).status, 400)
  await api.make.click({ id, domain, key, workspaceId: owner.workspace.id })
  await api.resources.database.pool.query('update links set clicks = 1 where id = $1', [id])
  t.is((await call(`DELETE ${path}/links/${id}`)).status, 400)
  const second = (await call(`POST ${path}/links`, { url: 'https://acme.example/other', key: unique('mine') })).body
  t.is((await call(`DELETE ${path}/links/${second.id}`)).status, 200)
  const links = (await call(`GET ${path}`)).body.links
  t.false(links.some((link: { id: string }) => link.id === second.id))
  const copy = links.find((link: { partnerGroupDefaultLinkId: string | null }) => link.partnerGroupDefaultLinkId)
  t.is((await call(`DELETE ${path}/links/${copy.id}`)).status, 403)
})

test('an archived partner creates and changes links: the program only hides it', async (t) => {
  const { call, path, owner, partnerId } = await partnerOfProgram()
  t.is((await owner.call(`POST /partners/${partnerId}/archive`)).status, 200)
  const created = await call(`POST ${path}/links`, { key: unique('mine') })
  t.is(created.status, 201, JSON.stringify(created.body))
  t.is((await call(`PATCH ${path}/links/${created.body.id}`, { key: unique('ours') })).status, 200)
  t.is((await call(`DELETE ${path}/links/${created.body.id}`)).status, 200)
})

test('a program that is not the default one of its workspace is served, too', async (t) => {
  const { call, path, owner, partnerId } = await partnerOfProgram()
  const links = (await call(`GET ${path}/links`)).body
  const domain = await api.make.domain(owner.workspace, { slug: `${unique('go')}.example` })
  await owner.call('POST /programs', { name: unique('Second '), domain: domain.slug, url: 'https://second.example/' })
  await owner.call('POST /partners', { email: (await call('GET /partner-profile')).body.email })
  t.deepEqual((await call(`GET ${path}/links`)).body, links)
  t.is((await call('GET /partner-profile/programs/count')).body, 2)
  t.is((await call(`GET ${path}/analytics`)).body.clicks, 0)
  t.truthy(partnerId)
})

test('a partner accepts an invite from its profile, once', async (t) => {
  const { call, path } = await partnerOfProgram('invited')
  t.is((await call(`GET ${path}`)).body.status, 'invited')
  t.is((await call(`POST ${path}/accept-invite`)).status, 200)
  t.is((await call(`GET ${path}`)).body.status, 'approved')
  t.is((await call(`POST ${path}/decline-invite`)).status, 400)
  t.true((await call(`GET ${path}/activity-logs`)).body.every((entry: object) => Object.keys(entry).join() === 'id,action,createdAt'))
})

test('an archived partner takes part like an approved one: it creates, changes and deletes links', async (t) => {
  const { call, path, owner, partnerId } = await partnerOfProgram()
  await owner.call(`PATCH /groups/${owner.program.defaultGroupId}`, {
    additionalLinks: [{ domain: 'acme.example', path: '', validationMode: 'domain' }],
  })
  t.is((await owner.call('POST /partners/archive/bulk', { partnerIds: [partnerId] })).status, 200)
  t.is((await call(`GET ${path}`)).body.status, 'archived')
  const created = await call(`POST ${path}/links`, { url: 'https://acme.example/sale', key: unique('mine') })
  t.is(created.status, 201, JSON.stringify(created.body))
  t.is((await call(`PATCH ${path}/links/${created.body.id}`, { url: 'https://acme.example/other' })).status, 200)
  t.is((await call(`DELETE ${path}/links/${created.body.id}`)).status, 200)
})

test('a program that has ended takes no partners whom it invited before', async (t) => {
  const { call, path, owner } = await partnerOfProgram('invited')
  t.is((await owner.call(`POST /programs/${owner.program.id}/deactivate`)).status, 200)
  t.is((await call(`POST ${path}/accept-invite`)).status, 403)
  t.is((await call(`GET ${path}`)).body.status, 'invited')
  t.is((await call(`POST ${path}/decline-invite`)).status, 200)
})

test('the address of a customer is masked, also one that an import read from another field', async (t) => {
  const { call, path, workspace } = await withSale()
  for (const [email, masked] of [
    ['Grace Hopper', 'G****'],
    ['@grace', '@****'],
    ['grace@home@shop.example', 'g****@shop.example'],
  ]) {
    await api.resources.database.pool.query('update customers set email = $2 where workspace_id = $1', [workspace.id, email])
    t.is((await call(`GET ${path}/customers`)).body[0].email, masked)
  }
})

test('payout settings need an address, belong to one partner, and payouts name their program', async (t) => {
  const { call, program, partnerId } = await partnerOfProgram()
  const settings = '/partner-profile/payouts/settings'
  t.is((await call(`PATCH ${settings}`, { defaultPayoutMethod: 'paypal' })).status, 400)
  const paypalEmail = `${unique('paypal')}@example.com`
  const chosen = (await call(`PATCH ${settings}`, { defaultPayoutMethod: 'paypal', paypalEmail })).body
  t.like(chosen, { defaultPayoutMethod: 'paypal', paypalEmail })
  t.truthy(chosen.payoutsEnabledAt)
  const other = await partnerOfProgram()
  t.is((await other.call(`PATCH ${settings}`, { defaultPayoutMethod: 'paypal', paypalEmail })).status, 409)
  await api.make.payout(program, { id: partnerId }, { status: 'completed', amount: 5000 })
  t.like((await call('GET /partner-profile/payouts')).body[0], { amount: 5000, program: { id: program.id } })
  t.deepEqual((await call('GET /partner-profile/payouts/count')).body, [{ status: 'completed', count: 1, amount: 5000 }])
  t.deepEqual((await other.call('GET /partner-profile/payouts')).body, [])
  t.is((await call(`PATCH ${settings}`, { defaultPayoutMethod: null })).body.payoutsEnabledAt, null)
})

test('payout settings that are changed at the same time belong together', async (t) => {
  const { call, partnerId } = await partnerOfProgram()
  const settings = '/partner-profile/payouts/settings'
  for (let round = 0; round < 5; round++) {
    await call(`PATCH ${settings}`, { paypalEmail: `${unique('first')}@example.com`, defaultPayoutMethod: 'paypal' })
    const changes = [
      { paypalEmail: `${unique('second')}@example.com` },
      { stripeAccountId: `acct_${unique('')}`, defaultPayoutMethod: 'connect' },
    ]
    await Promise.all(changes.map((change) => call(`PATCH ${settings}`, change)))
    const { rows } = await api.resources.database.pool.query(
      `select payout_method_hash = encode(sha256(convert_to('connect:' || stripe_connect_id, 'UTF8')), 'hex') as "isOfMethod"
       from partners where id = $1 and default_payout_method = 'connect'`,
      [partnerId],
    )
    t.deepEqual(rows, [{ isOfMethod: true }])
  }
})

test('referred partners are listed with what they brought', async (t) => {
  const { call, path, program, partnerId, owner } = await partnerOfProgram()
  const referred = await owner.partner()
  await api.resources.database.pool.query('update enrolments set referred_by_partner_id = $2 where partner_id = $1', [
    referred.id,
    partnerId,
  ])
  await api.make.commission(program, { id: partnerId }, { type: 'referral', earnings: 250, sourcePartnerId: referred.id })
  await api.make.commission(
    program,
    { id: partnerId },
    { type: 'referral', earnings: 900, sourcePartnerId: referred.id, status: 'canceled' },
  )
  t.like((await call(`GET ${path}/referrals`)).body[0], { partnerId: referred.id, earnings: 250, status: 'approved' })
  t.is((await call(`GET ${path}/referrals/count`)).body, 1)
  t.like((await call('GET /partner-profile/referrals')).body[0], { partnerId: referred.id, earnings: 250 })
  t.deepEqual((await call('GET /partner-profile/referrals/stats')).body, { partners: 1, commissions: 1, earnings: 250 })
  const elsewhere = await programOwner(api)
  for (const email of [referred.email, (await owner.call(`GET /partners/${partnerId}`)).body.email]) await elsewhere.partner({ email })
  await elsewhere.call(`PATCH /partners/${referred.id}`, { referredByPartnerId: partnerId })
  t.is((await call('GET /partner-profile/referrals')).body.length, 1, 'a partner who was referred to two programs is listed once')
  t.is((await call('GET /partner-profile/referrals/stats')).body.partners, 1)
  const days = (await call('GET /partner-profile/referrals/timeseries?days=7')).body
  t.deepEqual([days.length, days.at(-1).earnings], [7, 250])
})

test('the year in review has totals and a place among the partners', async (t) => {
  const { call } = await withSale()
  const { body } = await call('GET /partner-profile/rewind')
  t.like(body, { year: new Date().getUTCFullYear(), totals: { leads: 0, sales: 1, saleAmount: 10_000, earnings: 1000 } })
  t.true(body.percentiles.earnings >= 0 && body.percentiles.earnings < 100)
  t.is((await call('GET /partner-profile/rewind?year=2001')).body.percentiles, null)
})

test('a year in the distant future has no earnings, and the year 9999 is refused', async (t) => {
  const { call } = await withSale()
  t.like((await call('GET /partner-profile/rewind?year=9998')).body, { year: 9998, totals: { sales: 0 } })
  t.is((await call('GET /partner-profile/rewind?year=9999')).status, 422)
})

test('a partner submits to a bounty and sees its submission', async (t) => {
  const { call, path, owner } = await partnerOfProgram()
  const bounty = await owner.call('POST /bounties', {
    type: 'submission',
    name: 'Write about us',
    rewardAmount: 5000,
    startsAt: new Date(Date.now() - 60_000).toISOString(),
    submissionRequirements: { url: {} },
  })
  t.is(bounty.status, 200, JSON.stringify(bounty.body))
  const bountyPath = `${path}/bounties/${bounty.body.id}`
  t.is((await call(`GET ${path}/bounties`)).body.length, 1)
  const submitted = await call(`POST ${bountyPath}/submissions`, { urls: ['https://blog.example/acme'], description: 'A post' })
  t.is(submitted.status, 201, JSON.stringify(submitted.body))
  t.is((await call(`GET ${bountyPath}`)).body.submissions[0].id, submitted.body.id)
})

/** Columns whose texts the service compares or interprets: callers cannot put a formula there. */
const interpreted =
  /(^|_)(ids?|key|slug|domain|status|type|kind|currency|mode|role|event|hash|number|duration|structure|cadence|processor)$|^sealed_/

/** Puts formulas into every other text column of the tables, where constraints permit it. Returns how many columns took them. */
async function fillWithFormulas(tables: readonly string[], formulas: readonly string[]): Promise<number> {
  const { pool } = api.resources.database
  const { rows } = await pool.query<{ table: string; column: string }>(
    `select attrelid::regclass::text as "table", quote_ident(attname) as column from pg_attribute
     where attrelid = any ($1::regclass[]) and attnum > 0 and not attisdropped and attgenerated = '' and atttypid = 'text'::regtype`,
    [tables],
  )
  const taken = await Promise.all(
    rows
      .filter(({ column }) => !interpreted.test(column))
      .map(({ table, column }, index) =>
        pool
          .query(`update ${table} set ${column} = $1 || coalesce(left(${column}, 30), '')`, [formulas[index % formulas.length]])
          .then(() => 1)
          .catch(() => 0),
      ),
  )
  return taken.reduce<number>((sum, one) => sum + one, 0)
}

const formulas = ['=1+1', '+1', '-1+1', '@SUM(1)', '\t=1', '\r=1', '\n=1', "'=1"]
const exportedTables = ['links', 'tags', 'customers', 'partners', 'enrolments', 'partner_groups', 'partner_tags', 'partner_platforms']
const exportedRecords = ['commissions', 'payouts', 'program_applications', 'lead_events', 'sale_events', 'background_operation_errors']

test.serial('no export has a cell that a spreadsheet evaluates, whatever callers put into texts', async (t) => {
  const { call, path, link, program, workspace, enrolment, setup } = await withSale()
  const { pool } = api.resources.database
  const partner = { id: link.partnerId as string }
  const invoice = await api.make.invoice(workspace, program)
  await api.make.payout(program, partner, { status: 'processing', invoiceId: invoice.id })
  await api.make.application(program, partner)
  await pool.query('update enrolments set tenant_id = $2 where id = $1', [enrolment.id, 'tenant'])
  await pool.query(
    `insert into admin_audit_entries (id, operation, path, role, address, input, created_at)
     values ('aud_formula', '=1', '@1', 'owner', '-1', '{}', now())`,
  )
  t.true((await fillWithFormulas([...exportedTables, ...exportedRecords], formulas)) > 60)
  await pool.query(
    `update dimension_values set parts = array(select '=' || part from unnest(parts) with ordinality as one(part, at) order by at)
     where dimension not in (5, 12) and workspace = (select no from workspace_numbers where workspace_id = $1)`,
    [workspace.id],
  )
  const key = { headers: { Authorization: `Bearer ${setup.key}` } }
  const admin = { headers: { Authorization: `Bearer ${api.config.adminApiKey}` } }
  const own = async (what: string) => String((await call(`GET ${path}/${what}`)).body)
  const columns = {
    links: 'link,url,tags,id,archived',
    customers: 'id,name,email,avatar,externalId,stripeCustomerId,country,link',
    partners: 'id,name,email,country,status,group,tenantId,companyName,description,tags,website,youtube,twitter,linkedin,instagram,tiktok',
    commissions:
      'id,type,status,invoiceId,description,partnerName,partnerEmail,partnerTenantId,customerName,customerEmail,customerExternalId,stripeCustomerId',
    payouts: 'id,status,description,failureReason,invoiceId,method,traceId,partnerName,partnerEmail,partnerCountry,partnerTenantId',
    events: 'trigger,eventName,link,url,country,customer,invoiceId,continent,region,city,device,browser,os,referer,refererUrl,ip',
  }
  const of = (name: keyof typeof columns, query = '') => `/${name}/export?columns=${columns[name]}${query}`
  const files: Record<string, string> = {
    ownEvents: await own('events/export?event=sales'),
    ownCustomers: await own('customers/export'),
    ownAnalytics: await own('analytics/export'),
  }
  for (const [address, request] of [
    ...(['links', 'customers', 'partners', 'commissions', 'payouts'] as const).map((name) => [of(name), key] as const),
    ...['clicks', 'leads', 'sales'].map((event) => [of('events', `&event=${event}&interval=30d`), key] as const),
    ['/program-applications/export', key] as const,
    [`/invoices/${invoice.id}/payout-file`, key] as const,
    ['/admin/audit-entries/export', admin] as const,
  ]) {
    const response = await fetch(api.url + address, request)
    files[address] = await response.text()
    t.is(response.status, 200, `${address}: ${files[address]}`)
  }
  for (const [name, text] of Object.entries(files)) {
    const cells = [...parsedCsv(text)]
    t.true(cells.length > 5, name)
    t.deepEqual(
      cells.filter((cell) => /^[=+\-@\t\r\n]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell)),
      [],
      name,
    )
  }
  const all = Object.values(files).join('')
  for (const formula of formulas.slice(0, 4)) t.true(all.includes(`'${formula}`), formula)
})

/** The cells of a file, read as a spreadsheet does. */
function* parsedCsv(text: string): Generator<string> {
  for (const [, quoted, plain] of text.matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^,\r\n]*))/g))
    yield quoted?.replaceAll('""', '"') ?? plain ?? ''
}
