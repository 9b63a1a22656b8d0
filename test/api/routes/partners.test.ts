import test from 'ava'
import { days } from '../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../support/api.js'
import { runQueuedJobs } from '../../support/jobs.js'
import { programOwner as createProgramOwner, unique } from '../../support/program-owner.js'
import { visitShortLink } from '../../support/visit-short-link.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
})
test.after.always(() => api?.close())

const sync = () => runQueuedJobs(api.resources)

const programOwner = (overrides = {}) => createProgramOwner(api, overrides)

test('a new program has a default group, a default folder and a default link, and becomes the default of its workspace', async (t) => {
  const { call, program, workspace, domain } = await programOwner()
  t.like(program, { domain, url: 'https://acme.example/', primaryRewardEvent: 'sale', payoutMode: 'internal', deactivatedAt: null })
  t.is((await call(`GET /workspaces/${workspace.slug}`)).body.defaultProgramId, program.id)
  t.like((await call('GET /groups/default')).body, { id: program.defaultGroupId, name: 'Default Group', color: null, maxPartnerLinks: 10 })
  t.like((await call(`GET /groups/default/default-links`)).body, [{ domain, url: 'https://acme.example/' }])
  t.like((await call(`GET /folders/${program.defaultFolderId}`)).body, { name: 'Partner Links' })
})

test('a program needs a domain of its workspace, and its domain and slug are unique', async (t) => {
  const { call, domain, program } = await programOwner()
  const other = await programOwner()
  const create = (body: object) => call('POST /programs', { name: 'Two', url: 'https://acme.example', ...body })
  t.is((await create({ domain: other.domain })).status, 404)
  t.is((await create({ domain })).status, 409)
  t.is((await create({ slug: program.slug })).status, 409)
  t.is((await create({ url: 'acme' })).status, 422)
})

test('a partner gets an approved enrolment with a link on the domain of the program', async (t) => {
  const { call, program, domain, email } = await programOwner()
  const address = email()
  const { status, body } = await call('POST /partners', {
    email: ` ${address.toUpperCase()} `,
    name: 'Ada Lovelace',
    username: 'ada',
    tenantId: 'tenant-1',
    country: 'gb',
    description: 'Mathematician',
    image: 'https://images.example/ada.png',
    linkProps: { prefix: '/c/', externalId: 'link-1' },
  })
  t.is(status, 201)
  t.like(body, {
    name: 'Ada Lovelace',
    email: address.toLowerCase(),
    status: 'approved',
    programId: program.id,
    groupId: program.defaultGroupId,
    tenantId: 'tenant-1',
    country: 'GB',
    image: null,
    totalClicks: 0,
    totalCommissions: 0,
    netRevenue: 0,
    bannedAt: null,
  })
  t.is(body.id, body.partnerId)
  t.deepEqual(
    body.links.map(({ key, domain: host, url }: Record<string, string>) => [host, key, url]),
    [[domain, 'c/ada', 'https://acme.example/']],
  )
  t.like((await call(`GET /links/${body.links[0].id}`)).body, {
    programId: program.id,
    partnerId: body.id,
    tenantId: 'tenant-1',
    externalId: 'link-1',
    trackConversion: true,
    folderId: program.defaultFolderId,
  })
})

test('a taken key gets a suffix', async (t) => {
  const { partner } = await programOwner()
  t.is((await partner({ username: 'same' })).links[0].key, 'same')
  t.regex((await partner({ username: 'same' })).links[0].key, /^same-[0-9a-z]{4}$/)
  t.regex((await partner({ name: 'Ünïcode Näme' })).links[0].key, /^unicode-name$/)
})

test.serial('a key that is reserved gets a suffix, too', async (t) => {
  const { call, partner, program } = await programOwner()
  t.regex((await partner({ name: 'API' })).links[0].key, /^API-[0-9a-z]{4}$/)
  const applicants = [await api.make.partner({ name: 'Api' }), await api.make.partner({ name: 'Grace Hopper' })]
  for (const applicant of applicants) await api.make.enrolment(program, applicant, { status: 'pending' })
  await call('POST /partners/approve/bulk', { partnerIds: applicants.map(({ id }) => id) })
  await sync()
  const [reserved, other] = await Promise.all(applicants.map(async ({ id }) => (await call(`GET /partners/${id}`)).body.links))
  t.regex(reserved[0].key, /^api-[0-9a-z]{4}$/)
  t.is(other[0].key, 'grace-hopper')
})

test('an enrolled partner is returned as it is, and only its tenantId changes', async (t) => {
  const { call, email } = await programOwner()
  const address = email()
  const first = await call('POST /partners', { email: address, name: 'First' })
  const again = await call('POST /partners', { email: address, name: 'Second', tenantId: 'mine' })
  t.is(again.status, 201)
  t.like(again.body, { id: first.body.id, name: 'First', tenantId: 'mine' })
  t.is((await call('POST /partners', { email: address })).body.tenantId, 'mine')
  const withNewAddress = await call('POST /partners', { email: email(), tenantId: 'mine' })
  t.is(withNewAddress.status, 201)
  t.like(withNewAddress.body, { id: first.body.id, email: address })
  const other = await call('POST /partners', { email: email(), tenantId: 'theirs' })
  t.is(other.status, 201)
  t.is((await call('POST /partners', { email: address, tenantId: 'theirs' })).status, 409)
})

test('concurrent requests for one partner enrol it once', async (t) => {
  const { call, email, workspace } = await programOwner()
  const address = email()
  const answers = await Promise.all(Array.from({ length: 5 }, () => call('POST /partners', { email: address })))
  t.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  t.is(new Set(answers.map(({ body }) => body.id)).size, 1)
  t.is((await call(`GET /workspaces/${workspace.slug}`)).body.partnersUsage, 1)
})

test('invalid partners are refused before anything is created', async (t) => {
  const { call, email } = await programOwner()
  const statusOf = async (body: object) => (await call('POST /partners', body)).status
  t.is(await statusOf({}), 422)
  t.is(await statusOf({ email: 'nobody' }), 422)
  t.is(await statusOf({ email: email(), username: 'not a username' }), 422)
  t.is(await statusOf({ email: email(), country: 'XX' }), 422)
  t.is(await statusOf({ email: email(), groupId: 'grp_unknown' }), 404)
})

test('a program without partners left refuses further ones, but returns those it has', async (t) => {
  const { call, email, workspace } = await programOwner()
  await api.resources.database.pool.query('update workspaces set partners_limit = 1 where id = $1', [workspace.id])
  t.is((await call('POST /partners', { email: email() })).status, 201)
  const refused = await call('POST /partners', { email: email() })
  t.is(refused.status, 403)
  t.is(refused.body.error.code, 'forbidden')
  t.is((await call('GET /partners/count')).body, 1)
})

test('a workspace without a program has no partners', async (t) => {
  const { key } = await api.make.caller()
  t.is((await api.call('GET /partners', { key })).status, 404)
  t.is((await api.call('POST /partners', { key, body: { email: 'a@example.com' } })).status, 404)
})

test('partners are filtered and sorted', async (t) => {
  const { call, partner, program } = await programOwner()
  const [ann, bob] = [await partner({ name: 'Ann Smith', country: 'US', tenantId: 't-ann' }), await partner({ name: 'Bob', country: 'DE' })]
  await api.resources.database.pool.query(
    `update links set clicks = 10, leads = 5, conversions = 2, sales = 2, sale_amount = 4000 where partner_id = $1`,
    [ann.id],
  )
  const ids = async (query: string) => (await call(`GET /partners?${query}`)).body.map(({ id }: { id: string }) => id)
  t.deepEqual(await ids(''), [ann.id, bob.id])
  t.deepEqual(await ids('sortBy=createdAt&sortOrder=asc'), [ann.id, bob.id])
  t.deepEqual(await ids('sortBy=clicks&sortOrder=asc'), [bob.id, ann.id])
  t.deepEqual(await ids('country=US'), [ann.id])
  t.deepEqual(await ids('country=-US'), [bob.id])
  t.deepEqual(await ids('country=US,DE&sortBy=createdAt&sortOrder=asc'), [ann.id, bob.id])
  t.deepEqual(await ids(`groupId=-${program.defaultGroupId}`), [])
  t.deepEqual(await ids('tenantId=t-ann'), [ann.id])
  t.deepEqual(await ids(`email=${ann.email}&search=bob`), [ann.id])
  t.deepEqual(await ids('search=smi'), [ann.id])
  t.deepEqual(await ids(`search=${bob.email}`), [bob.id])
  t.deepEqual(await ids(`search=${bob.id}`), [bob.id])
  t.deepEqual(await ids('status=banned'), [])
  t.deepEqual(await ids('totalClicksMin=20&totalClicksMax=5'), [ann.id])
  t.deepEqual(await ids('pageSize=1&page=2'), [bob.id])
  t.is((await call('GET /partners?page=0')).status, 422)
  t.is((await call('GET /partners?pageSize=101')).status, 422)
  t.is((await call('GET /partners?totalClicksMax=')).status, 422)
  t.like((await call(`GET /partners?tenantId=t-ann`)).body[0], {
    totalClicks: 10,
    totalSaleAmount: 4000,
    netRevenue: 4000,
    earningsPerClick: 400,
    clickToLeadRate: 0.5,
    leadToConversionRate: 0.4,
    returnOnAdSpend: 0,
    averageLifetimeValue: 2000,
  })
})

test('every sort key sorts in both directions', async (t) => {
  const { call, partner } = await programOwner()
  const keys =
    'createdAt totalClicks totalLeads totalConversions totalSaleAmount totalCommissions netRevenue earningsPerClick averageLifetimeValue ' +
    'clickToLeadRate clickToConversionRate leadToConversionRate returnOnAdSpend'
  const few = await partner()
  const many = await partner()
  const { pool } = api.resources.database
  await pool.query('update links set clicks = 10, leads = 2, conversions = 1, sales = 1, sale_amount = 100 where partner_id = $1', [few.id])
  await pool.query('update links set clicks = 20, leads = 10, conversions = 8, sales = 9, sale_amount = 9000 where partner_id = $1', [
    many.id,
  ])
  await pool.query('update enrolments set total_commissions = 50 where partner_id = $1', [few.id])
  await pool.query('update enrolments set total_commissions = 100 where partner_id = $1', [many.id])
  for (const key of keys.split(' ')) {
    const ids = async (order: string) =>
      (await call(`GET /partners?sortBy=${key}&sortOrder=${order}`)).body.map(({ id }: { id: string }) => id)
    t.deepEqual(await ids('asc'), [few.id, many.id], key)
    t.deepEqual(await ids('desc'), [many.id, few.id], key)
  }
})

test('counts are grouped by status with zeros, and by country', async (t) => {
  const { call, partner } = await programOwner()
  const [{ id }] = [await partner({ country: 'US' }), await partner({ country: 'US' }), await partner()]
  await call('POST /partners/ban', { partnerId: id, reason: 'spam' })
  t.is((await call('GET /partners/count')).body, 3)
  const byStatus = (await call('GET /partners/count?groupBy=status')).body
  t.is(byStatus.length, 8)
  t.deepEqual(
    byStatus.filter(({ _count }: { _count: number }) => _count > 0),
    [
      { status: 'approved', _count: 2 },
      { status: 'banned', _count: 1 },
    ],
  )
  t.deepEqual((await call('GET /partners/count?groupBy=country')).body, [
    { country: 'US', _count: 2 },
    { country: null, _count: 1 },
  ])
})

test('the links of a banned partner stop at once and work again after the ban', async (t) => {
  const { call, partner } = await programOwner()
  const { id, links } = await partner({ tenantId: 'banned-one' })
  const statusOf = async () => (await visitShortLink(api, links[0], 'Mozilla/5.0')).status
  t.is(await statusOf(), 302)
  const banned = await call('POST /partners/ban', { tenantId: 'banned-one', reason: 'fraud' })
  t.deepEqual([banned.status, banned.body], [200, { partnerId: id }])
  t.not(await statusOf(), 302)
  const { body } = await call(`GET /partners/${id}`)
  t.like(body, { status: 'banned', bannedReason: 'fraud' })
  t.truthy(body.bannedAt)
  t.is((await call('POST /partners/ban', { partnerId: id, reason: 'fraud' })).status, 400)
  t.is((await call(`POST /partners/${id}/unban`)).status, 200)
  t.like((await call(`GET /partners/${id}`)).body, { status: 'approved', bannedAt: null, bannedReason: null })
  t.is(await statusOf(), 302)
})

test('refused status changes name the status', async (t) => {
  const { call, program, partner } = await programOwner()
  const { id } = await partner()
  t.is((await call(`POST /partners/${id}/unban`)).status, 400)
  t.is((await call('POST /partners/ban', { reason: 'fraud' })).status, 400)
  t.is((await call('POST /partners/ban', { partnerId: 'pn_unknown', reason: 'fraud' })).status, 404)
  t.is((await call('POST /partners/ban', { tenantId: 'unknown', reason: 'fraud' })).status, 404)
  t.is((await call('POST /partners/ban', { partnerId: id, reason: 'boring' })).status, 422)
  const pending = await api.make.partner()
  await api.make.enrolment(program, pending, { status: 'pending' })
  const refused = await call('POST /partners/ban', { partnerId: pending.id, reason: 'fraud' })
  t.deepEqual([refused.status, refused.body.error.message], [400, 'The partner is not approved yet. Reject the application instead.'])
  const deactivation = await call('POST /partners/deactivate', { partnerId: pending.id })
  t.is(deactivation.status, 400)
  t.regex(deactivation.body.error.message, /status pending/)
})

test('a deactivated partner keeps an expiry that was set on purpose, and its other links expire', async (t) => {
  const { call, partner } = await programOwner()
  const { id, links } = await partner()
  const later = new Date(Date.now() + 86_400_000).toISOString()
  const { body: own } = await call('POST /partners/links', { partnerId: id, linkProps: { expiresAt: later } })
  t.is((await call('POST /partners/deactivate', { partnerId: id })).status, 200)
  const expiryOf = async (linkId: string) => (await call(`GET /links/${linkId}`)).body.expiresAt
  t.true(new Date(await expiryOf(links[0].id)) <= new Date())
  t.is(await expiryOf(own.id), later)
  t.is((await call(`POST /partners/${id}/reactivate`)).status, 200)
  t.is(await expiryOf(links[0].id), null)
  t.is(await expiryOf(own.id), later)
})

test('links keep an expiry of their own when their partner is banned or deactivated and returns, also one that has passed', async (t) => {
  const { call, partner } = await programOwner()
  const { id, links } = await partner()
  const [past, later] = [-1, 1].map((count) => new Date(Date.now() + days(count)).toISOString())
  const own = async (expiresAt: string | undefined) =>
    (await call('POST /partners/links', { partnerId: id, linkProps: { expiresAt } })).body.id
  const ids = [links[0].id, await own(past), await own(later)]
  const expiries = () => Promise.all(ids.map(async (linkId) => (await call(`GET /links/${linkId}`)).body.expiresAt))
  const change = async (path: string, body?: object) => t.is((await call(`POST /partners/${path}`, body)).status, 200, path)
  const identified = { partnerId: id, reason: 'fraud' }

  await change('ban', identified)
  const [ended, ...others] = await expiries()
  t.true(new Date(ended) <= new Date())
  t.deepEqual(others, [past, later])
  await change(`${id}/unban`)
  t.deepEqual(await expiries(), [null, past, later])
  await change('deactivate', { partnerId: id })
  await change(`${id}/reactivate`)
  t.deepEqual(await expiries(), [null, past, later])
  await change('deactivate', { partnerId: id })
  await change('ban', identified)
  await change(`${id}/unban`)
  t.deepEqual(await expiries(), [null, past, later])
})

test.serial('partners who are active again get the default links that their group gained meanwhile', async (t) => {
  const { call, partner } = await programOwner()
  const [deactivated, banned] = [await partner(), await partner()]
  await call('POST /partners/deactivate', { partnerId: deactivated.id })
  await call('POST /partners/ban', { partnerId: banned.id, reason: 'spam' })
  await call('POST /groups/default/default-links', { url: 'https://acme.example/new' })
  await sync()
  t.is((await call(`POST /partners/${deactivated.id}/reactivate`)).status, 200)
  t.is((await call(`POST /partners/${banned.id}/unban`)).status, 200)
  await sync()
  for (const { id } of [deactivated, banned]) {
    const { links } = (await call(`GET /partners/${id}`)).body
    t.deepEqual(links.map(({ url }: { url: string }) => url).toSorted(), ['https://acme.example/', 'https://acme.example/new'])
  }
})

test.serial('a rejected applicant whose ban is lifted is counted, unless that exceeds the limit, and gets links', async (t) => {
  const { call, program, workspace } = await programOwner({ plan: 'business' })
  const applicant = await api.make.partner()
  await api.make.enrolment(program, applicant, { status: 'rejected' })
  t.is((await call('POST /partners/ban', { partnerId: applicant.id, reason: 'spam' })).status, 200)
  const { pool } = api.resources.database
  await pool.query('update workspaces set partners_usage = 1000000 where id = $1', [workspace.id])
  t.is((await call(`POST /partners/${applicant.id}/unban`)).status, 403)
  await pool.query('update workspaces set partners_usage = 0 where id = $1', [workspace.id])
  t.is((await call(`POST /partners/${applicant.id}/unban`)).status, 200)
  await sync()
  t.is((await call(`GET /workspaces/${workspace.slug}`)).body.partnersUsage, 1)
  t.is((await call(`GET /partners/${applicant.id}`)).body.links.length, 1)
})

test('of two requests that give one tenantId to two partners at once, one is refused', async (t) => {
  const { call, partner, email } = await programOwner()
  const emails = [email(), email()]
  for (const address of emails) await partner({ email: address })
  const answers = await Promise.all(emails.map((address) => call('POST /partners', { email: address, tenantId: 'same' })))
  t.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409])
})

test('bulk changes apply to all partners or to none', async (t) => {
  const { call, partner } = await programOwner()
  const [one, two] = [await partner(), await partner()]
  t.is((await call('POST /partners/archive/bulk', { partnerIds: [one.id, one.id] })).status, 200)
  t.is((await call(`GET /partners/${one.id}`)).body.status, 'archived')
  t.is((await call('POST /partners/deactivate/bulk', { partnerIds: [one.id, two.id] })).status, 200)
  t.is((await call('POST /partners/archive/bulk', { partnerIds: [one.id] })).status, 400)
  t.is((await call(`POST /partners/${two.id}/reactivate`)).status, 200)
  t.is((await call('POST /partners/deactivate/bulk', { partnerIds: [two.id, one.id] })).status, 400)
  t.is((await call(`GET /partners/${two.id}`)).body.status, 'approved')
  t.is((await call('POST /partners/deactivate/bulk', { partnerIds: Array.from({ length: 101 }, (_, index) => `pn_${index}`) })).status, 422)
})

test.serial('approved applicants are counted and get their links', async (t) => {
  const { call, program, workspace } = await programOwner()
  const applicant = await api.make.partner({ name: 'Grace Hopper' })
  await api.make.enrolment(program, applicant, { status: 'pending' })
  t.is((await call('POST /partners/approve/bulk', { partnerIds: [applicant.id] })).status, 200)
  await sync()
  const { body } = await call(`GET /partners/${applicant.id}`)
  t.is(body.status, 'approved')
  t.deepEqual(
    body.links.map(({ key }: { key: string }) => key),
    ['grace-hopper'],
  )
  t.is((await call(`GET /workspaces/${workspace.slug}`)).body.partnersUsage, 1)
  t.is((await call('POST /partners/approve/bulk', { partnerIds: [applicant.id] })).status, 400)
})

test('a partner can be removed only without activity, after it was deactivated or banned', async (t) => {
  const { call, partner, program, workspace } = await programOwner()
  const [idle, busy] = [await partner(), await partner()]
  const usage = async () => (await call(`GET /workspaces/${workspace.slug}`)).body.partnersUsage
  t.is((await call(`DELETE /partners/${idle.id}`)).status, 400)
  await call('POST /partners/deactivate/bulk', { partnerIds: [idle.id, busy.id] })
  await api.resources.database.pool.query('update links set clicks = 1 where partner_id = $1', [busy.id])
  t.is((await call(`DELETE /partners/${busy.id}`)).status, 400)
  t.is((await call(`DELETE /partners/${idle.id}`)).status, 200)
  t.is((await call(`GET /partners/${idle.id}`)).status, 404)
  t.is((await call(`GET /links/${idle.links[0].id}`)).status, 404)
  t.is(await usage(), 1)
  const applicant = await api.make.partner()
  await api.make.enrolment(program, applicant, { status: 'rejected' })
  await call('POST /partners/ban', { partnerId: applicant.id, reason: 'spam' })
  t.is((await call(`DELETE /partners/${applicant.id}`)).status, 200)
  t.is(await usage(), 1, 'rejected applicants were never counted')
})

test('counts follow every filter and every grouping', async (t) => {
  const { call, program, partner, group } = await programOwner()
  const vip = await group()
  const referrer = await partner({ country: 'US' })
  const [one, two] = [await partner({ country: 'DE', groupId: vip.id, tenantId: 'two' }), await partner({ country: 'DE' })]
  const { pool } = api.resources.database
  await pool.query('update enrolments set referred_by_partner_id = $1 where partner_id = any ($2)', [referrer.id, [one.id, two.id]])
  await pool.query('update links set clicks = 5, leads = 4, conversions = 3, sale_amount = 200 where partner_id = $1', [one.id])
  await pool.query('update enrolments set total_commissions = 70 where partner_id = $1', [one.id])
  await call('POST /partners/ban', { partnerId: two.id, reason: 'spam' })
  const count = async (query: string) => (await call(`GET /partners/count?${query}`)).body
  for (const [query, expected] of Object.entries({
    'status=banned': 1,
    'country=DE': 2,
    'country=-DE': 1,
    [`groupId=${vip.id}`]: 1,
    [`groupId=-${vip.id}`]: 2,
    'tenantId=two': 1,
    [`email=${one.email}`]: 1,
    [`search=${two.id}`]: 1,
    [`partnerIds=${one.id},${two.id}`]: 2,
    [`referredByPartnerId=${referrer.id}`]: 2,
    'totalClicksMin=5': 1,
    'totalClicksMax=4': 2,
    'totalLeadsMin=4': 1,
    'totalConversionsMin=1&totalConversionsMax=3': 1,
    'totalSaleAmountMin=201': 0,
    'totalCommissionsMin=70': 1,
    'totalCommissionsMax=69': 2,
    'country=DE&status=approved': 1,
  }))
    t.is(await count(query), expected, query)
  const groups = (await count('groupBy=groupId')) as object[]
  t.deepEqual(groups, [
    { groupId: program.defaultGroupId, _count: 2 },
    { groupId: vip.id, _count: 1 },
  ])
  t.deepEqual(await count('groupBy=groupId&country=US'), [{ groupId: program.defaultGroupId, _count: 1 }])
  t.deepEqual(await count('groupBy=referredByPartnerId&status=approved'), [
    { referredByPartnerId: referrer.id, _count: 1 },
    { referredByPartnerId: null, _count: 1 },
  ])
  t.deepEqual(await count('groupBy=country&country=US'), [
    { country: 'DE', _count: 2 },
    { country: 'US', _count: 1 },
  ])
  t.is((await call('GET /partners/count?groupBy=name')).status, 422)
})

test('every operation has a bulk form, which changes all partners or none', async (t) => {
  const { call, partner } = await programOwner()
  const [one, two] = [await partner(), await partner()]
  const partnerIds = [one.id, two.id]
  const statuses = async () => Promise.all(partnerIds.map(async (id) => (await call(`GET /partners/${id}`)).body.status))
  const bulk = async (operation: string, fields = {}) => (await call(`POST /partners/${operation}/bulk`, { partnerIds, ...fields })).status
  t.is(await bulk('ban', { reason: 'fraud' }), 200)
  t.is(await bulk('unban'), 200)
  t.deepEqual(await statuses(), ['approved', 'approved'])
  t.is(await bulk('deactivate'), 200)
  t.is(await bulk('reactivate'), 200)
  t.is(await bulk('reactivate'), 400)
  t.is(await bulk('reject'), 400)
  t.is(await bulk('delete'), 400)
  await call('POST /partners/ban', { partnerId: one.id, reason: 'fraud' })
  t.is(await bulk('unban'), 400)
  t.deepEqual(await statuses(), ['banned', 'approved'])
  await call('POST /partners/deactivate', { partnerId: two.id })
  t.is(await bulk('delete'), 200)
  t.is((await call('GET /partners/count')).body, 0)
})

test('all partners of a bulk removal are removed by one statement, or none if one of them was active', async (t) => {
  const { call, partner } = await programOwner()
  const partners = [await partner(), await partner(), await partner()]
  const partnerIds = partners.map(({ id }) => id)
  const { pool } = api.resources.database
  const log = unique('removals_')
  await pool.query(`create table ${log} (partners text[])`)
  await pool.query(`create function ${log}() returns trigger language plpgsql as
    $$ begin insert into ${log} select array_agg(partner_id order by partner_id) from removed; return null; end $$`)
  await pool.query(`create trigger ${log} after delete on enrolments referencing old table as removed
    for each statement execute function ${log}()`)
  await call('POST /partners/deactivate/bulk', { partnerIds })
  const remove = async (ids: string[]) => (await call('POST /partners/delete/bulk', { partnerIds: ids })).status
  t.is(await remove([...partnerIds, 'pn_unknown']), 404)
  await pool.query('update links set clicks = 1 where partner_id = $1', [partnerIds[2]])
  t.is(await remove(partnerIds), 400)
  t.is((await call('GET /partners/count')).body, 3)
  await pool.query('update links set clicks = 0 where partner_id = $1', [partnerIds[2]])
  t.is(await remove(partnerIds), 200)
  t.is((await call('GET /partners/count')).body, 0)
  t.is((await call(`GET /links/${partners[2].links[0].id}`)).status, 404)
  const { rows } = await pool.query(`select partners from ${log} where partners && $1`, [partnerIds])
  t.deepEqual(rows, [{ partners: partnerIds.toSorted() }])
  await pool.query(`drop trigger ${log} on enrolments`)
})

test.serial('negative amounts of a file are numbers, so that spreadsheets add them', async (t) => {
  const { call, partner } = await programOwner()
  const { id } = await partner({ name: '-5.0a' })
  await api.resources.database.pool.query('update enrolments set total_commissions = 1050 where partner_id = $1', [id])
  const { body } = await call('GET /partners/export?columns=name,totalCommissions,netRevenue')
  t.deepEqual(body.split('\r\n'), ['Name,Commissions (USD),Net revenue (USD)', "'-5.0a,10.50,-10.50", ''])
})

test.serial('partners are exported as a file, with the requested columns', async (t) => {
  const { call, partner, group, program } = await programOwner()
  const vip = await group()
  await partner({ name: 'Ann', country: 'US', tenantId: 't-ann' })
  await partner({ name: '=Bob', groupId: vip.id })
  const file = await call('GET /partners/export?columns=group,name,tenantId,totalSaleAmount&sortBy=createdAt&sortOrder=asc')
  t.is(file.status, 200)
  t.regex(file.headers.get('content-disposition') ?? '', /partners\.csv/)
  t.deepEqual(file.body.split('\r\n'), ['Name,Group,Tenant ID,Sales (USD)', 'Ann,Default Group,t-ann,0.00', `'=Bob,${vip.name},,0.00`, ''])
  t.true((await call(`GET /partners/export?groupId=${vip.id}`)).body.startsWith('Partner ID,Name,Email,Country,Status,Group,Enrolled at'))
  t.is((await call('GET /partners/export?columns=password')).status, 422)
  await api.resources.database.pool.query(
    `with added as (
       insert into partners (id, name, email, created_at, updated_at)
       select 'pn_' || $1 || n, 'P' || n, $1 || n || '@example.com', now(), now() from generate_series(1, 1500) n returning id
     ) insert into enrolments (id, program_id, partner_id, group_id, status, created_at, updated_at)
     select 'pge_' || id, $2, id, $3, 'approved', now(), now() from added`,
    [unique('export'), program.id, vip.id],
  )
  const started = await call(`GET /partners/export?columns=name&groupId=${vip.id}`)
  t.is(started.status, 202)
  await sync()
  const { body } = await call(`GET /jobs/${started.body.id}`)
  t.like(body, { type: 'partners.export', state: 'completed', done: 1501 })
  const result = (await call(`GET /jobs/${started.body.id}/result`)).body
  t.is(new Set(result.split('\r\n')).size, 1503, 'header, 1,501 names and the end of the file')
})

test('settings of a partner are changed one by one, and a new tenantId reaches its links', async (t) => {
  const { call, partner } = await programOwner()
  const [one, two] = [await partner({ tenantId: 'one' }), await partner({ tenantId: 'two' })]
  const change = (fields: object) => call(`PATCH /partners/${one.id}`, fields)
  t.is((await change({ tenantId: 'two' })).status, 409)
  t.like((await change({ tenantId: 'three' })).body, { tenantId: 'three', customerDataSharingEnabledAt: null })
  t.is((await call(`GET /links/${one.links[0].id}`)).body.tenantId, 'three')
  t.is((await call(`GET /links/${two.links[0].id}`)).body.tenantId, 'two')
  const on = (await change({ customerDataSharingEnabled: true, groupMoveDisabled: true, riskMonitoringDisabled: true })).body
  t.true([on.customerDataSharingEnabledAt, on.groupMoveDisabledAt, on.riskMonitoringDisabledAt].every(Boolean))
  const again = (await change({ customerDataSharingEnabled: true, groupMoveDisabled: false })).body
  t.is(again.customerDataSharingEnabledAt, on.customerDataSharingEnabledAt)
  t.is(again.groupMoveDisabledAt, null)
  t.is(again.riskMonitoringDisabledAt, on.riskMonitoringDisabledAt)
  t.is((await change({ tenantId: null })).body.tenantId, null)
})
