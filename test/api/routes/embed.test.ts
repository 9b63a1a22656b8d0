import test from 'ava'
import { Dub } from 'dub'
import { type TestApi, testApi } from '../../support/api.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
})
test.after.always(() => api?.close())

/** A program with an approved partner, and calls with a token of this partner. */
async function embeddedPartner(group: Parameters<TestApi['make']['partnerGroup']>[1] = {}) {
  const { workspace, key } = await api.make.caller({ plan: 'advanced' })
  const domain = await api.make.domain(workspace)
  const program = await api.make.program(workspace, { domain: domain.slug, url: 'https://shop.example/' })
  const { id: groupId } = await api.make.partnerGroup(program, { maxPartnerLinks: 2, ...group })
  const partner = await api.make.partner()
  await api.make.enrolment(program, partner, { tenantId: 'tenant-1', groupId })
  const token = await createToken(key, { partnerId: partner.id })
  return { workspace, key, program, partner, token, domain, groupId }
}

const createToken = async (key: string, body: object): Promise<string> =>
  (await api.call('POST /tokens/embed/referrals', { key, body })).body.publicToken

test('a token is created for a partner by id, by tenantId, or by enrolling it', async (t) => {
  const { key, partner, program } = await embeddedPartner()
  const dub = new Dub({ token: key, serverURL: api.url })
  const { publicToken, expires } = await dub.embedTokens.referrals({ partnerId: partner.id })
  t.regex(publicToken, /^svc_embed_[0-9A-HJKMNP-TV-Z]{26}$/)
  const lifetime = new Date(expires).getTime() - Date.now()
  t.true(lifetime > 2.9 * 3_600_000 && lifetime <= 3 * 3_600_000)
  const byTenant = await dub.embedTokens.referrals({ tenantId: 'tenant-1' })
  const enrolled = await dub.embedTokens.referrals({
    partner: { email: `new-${program.id}@example.com`, name: 'New', tenantId: 'tenant-2' },
  })
  const again = await dub.embedTokens.referrals({ partner: { email: `new-${program.id}@example.com`, tenantId: 'tenant-2' } })
  const partnerOf = async (key_: string) => (await api.call('GET /embed/referrals/token', { key: key_ })).body.partner.id
  t.is(await partnerOf(byTenant.publicToken), partner.id)
  t.is(await partnerOf(enrolled.publicToken), await partnerOf(again.publicToken))
  t.not(await partnerOf(enrolled.publicToken), partner.id)
})

test('a token is created for an enrolled partner also when the workspace can have no further ones', async (t) => {
  const { key, workspace } = await embeddedPartner()
  const email = `ada-${workspace.id}@example.com`
  const create = async (partner: object) => (await api.call('POST /tokens/embed/referrals', { key, body: { partner } })).status
  t.is(await create({ email }), 201)
  await api.resources.database.pool.query('update workspaces set partners_limit = 1 where id = $1', [workspace.id])
  t.is(await create({ email }), 201)
  t.is(await create({ email, tenantId: 'tenant-of-ada' }), 201)
  t.is(await create({ email: `grace-${workspace.id}@example.com` }), 403)
})

test('a token is refused without a partner, for an unknown one, and below the advanced plan', async (t) => {
  const { key } = await embeddedPartner()
  t.is((await api.call('POST /tokens/embed/referrals', { key, body: {} })).status, 422)
  t.is((await api.call('POST /tokens/embed/referrals', { key, body: { tenantId: 'nobody' } })).status, 404)
  const { key: business } = await api.make.caller({ plan: 'business' })
  t.is((await api.call('POST /tokens/embed/referrals', { key: business, body: { tenantId: 'x' } })).status, 403)
})

test('an unknown or expired token, and one of another program, is refused', async (t) => {
  const { workspace, token, key } = await embeddedPartner()
  t.is((await api.call('GET /embed/referrals/links')).status, 401)
  t.is((await api.call('GET /embed/referrals/links', { key })).status, 401)
  t.is((await api.call('GET /embed/referrals/links', { key: token })).status, 200)
  await api.make.program(workspace)
  t.is((await api.call('GET /embed/referrals/links', { key: token })).status, 401)
  const other = await embeddedPartner()
  await api.resources.database.pool.query(`update embed_tokens set expires_at = now() where partner_id = $1`, [other.partner.id])
  t.is((await api.call('GET /embed/referrals/links', { key: other.token })).status, 401)
})

test('a token creates no links while the workspace is disabled', async (t) => {
  const additionalLinks = [{ domain: 'shop.example', path: '', validationMode: 'domain' as const }]
  const { token, workspace } = await embeddedPartner({ additionalLinks })
  const operate = (what: string) =>
    api.call(`POST /admin/workspaces/${what}`, { key: api.config.adminApiKey, body: { slug: workspace.slug } })
  const create = () => api.call('POST /embed/referrals/links', { key: token, body: { url: 'https://shop.example/a' } })
  t.is((await operate('disable')).status, 200)
  const refused = await create()
  t.is(refused.status, 403)
  t.regex(refused.body.error.message, /disabled/)
  t.is((await operate('restore')).status, 200)
  t.is((await create()).status, 201)
})

test('a partner creates and changes links within the rules of its group, and only its own', async (t) => {
  const additionalLinks = [{ domain: 'shop.example', path: '', validationMode: 'domain' as const }]
  const { token, workspace, program, domain } = await embeddedPartner({ additionalLinks })
  const create = (body: object) => api.call('POST /embed/referrals/links', { key: token, body })
  const created = await create({ url: 'https://shop.example/a', key: 'mine' })
  t.is(created.status, 201)
  t.like(created.body, { domain: domain.slug, key: 'mine', url: 'https://shop.example/a', clicks: 0, partnerGroupDefaultLinkId: null })
  t.is((await create({ url: 'https://other.example/' })).status, 400)
  const { id } = created.body
  const changed = await api.call(`PATCH /embed/referrals/links/${id}`, {
    key: token,
    body: { url: 'https://shop.example/b', key: 'moved' },
  })
  t.like(changed.body, { id, key: 'moved', url: 'https://shop.example/b' })
  t.is((await create({ url: 'https://shop.example/c' })).status, 201)
  t.is((await create({ url: 'https://shop.example/d' })).status, 400)
  const foreign = await api.make.link(workspace, { programId: program.id, partnerId: (await api.make.partner()).id })
  t.is((await api.call(`PATCH /embed/referrals/links/${foreign.id}`, { key: token, body: { key: 'stolen' } })).status, 404)
  t.is((await api.call('GET /embed/referrals/links', { key: token })).body.length, 2)
})

test('links that a partner creates at the same time do not exceed the limit of its group', async (t) => {
  const { token } = await embeddedPartner({ additionalLinks: [{ domain: 'shop.example', path: '', validationMode: 'domain' as const }] })
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      api.call('POST /embed/referrals/links', { key: token, body: { url: `https://shop.example/${at}` } }),
    ),
  )
  t.is(replies.filter(({ status }) => status === 201).length, 2)
  t.is(replies.filter(({ status }) => status === 400).length, 18)
  t.is((await api.call('GET /embed/referrals/links', { key: token })).body.length, 2)
})

test('the destination of a default link is fixed, and an inactive partner creates no links', async (t) => {
  const { token, program, partner, key } = await embeddedPartner({
    additionalLinks: [{ domain: 'shop.example', path: '', validationMode: 'domain' }],
  })
  const { body } = await api.call('POST /embed/referrals/links', { key: token, body: { url: 'https://shop.example/a' } })
  const defaultLink = await api.make.defaultLink(program)
  await api.resources.database.pool.query('insert into partner_default_links (link_id, default_link_id) values ($1, $2)', [
    body.id,
    defaultLink.id,
  ])
  const change = { key: token, body: { url: 'https://shop.example/b' } }
  t.is((await api.call(`PATCH /embed/referrals/links/${body.id}`, change)).status, 403)
  t.is((await api.call('POST /partners/deactivate', { key, body: { partnerId: partner.id } })).status, 200)
  t.is((await api.call('POST /embed/referrals/links', { key: token, body: { url: 'https://shop.example/c' } })).status, 403)
})

test('a partner sees its own figures, and customers with masked addresses', async (t) => {
  const { token, workspace, program, partner, key } = await embeddedPartner()
  const link = await api.make.link(workspace, { programId: program.id, partnerId: partner.id })
  const customer = await api.make.customer(workspace, { email: 'ann@example.com' })
  await api.make.sale(link, customer, { amount: 1000 })
  await api.make.sale(await api.make.link(workspace), await api.make.customer(workspace), { amount: 7000 })
  const get = async (path: string) => (await api.call(`GET /embed/referrals/${path}`, { key: token })).body
  t.like(await get('analytics?interval=all'), { sales: 1, saleAmount: 1000 })
  const comments = 'Pays late'
  await api.resources.database.pool.query('update links set comments = $2 where id = $1', [link.id, comments])
  const [row] = await get('analytics?interval=all&groupBy=top_links')
  t.like(row, { id: link.id, sales: 1 })
  t.deepEqual([row.comments, row.folderId], [undefined, undefined], 'notes and folders of the workspace stay hidden')
  const sales = await get('events?event=sales&interval=all')
  t.is(sales.length, 1)
  t.like(sales[0], { event: 'sale', saleAmount: 1000, customer: { id: customer.id, email: 'a****@example.com' } })
  t.false(JSON.stringify(sales).includes('"ip"'))
  await api.call(`PATCH /partners/${partner.id}`, { key, body: { customerDataSharingEnabled: true } })
  t.is((await get('events?event=sales&interval=all'))[0].customer.email, 'ann@example.com')
  t.deepEqual(await get('earnings?withTotal=true'), { data: [], total: 0 })
  t.true(Array.isArray(await get('earnings/timeseries?interval=7d')))
})

test('the leaderboard lists approved partners with earnings without their names', async (t) => {
  const { token, program, partner } = await embeddedPartner()
  const earn = (id: string, amount: number) =>
    api.resources.database.pool.query('update enrolments set total_commissions = $2 where program_id = $3 and partner_id = $1', [
      id,
      amount,
      program.id,
    ])
  const rival = await api.make.partner()
  await api.make.enrolment(program, rival)
  const banned = await api.make.partner()
  await api.make.enrolment(program, banned, { status: 'banned' })
  await Promise.all([earn(partner.id, 100), earn(rival.id, 300), earn(banned.id, 900)])
  const { body } = await api.call('GET /embed/referrals/leaderboard', { key: token })
  t.deepEqual(body, [
    { rank: 1, id: rival.id, totalCommissions: 300, isYou: false },
    { rank: 2, id: partner.id, totalCommissions: 100, isYou: true },
  ])
  await api.resources.database.pool.query('update programs set embed_data = $2 where id = $1', [
    program.id,
    { leaderboard: { mode: 'disabled' } },
  ])
  t.deepEqual((await api.call('GET /embed/referrals/leaderboard', { key: token })).body, [], 'the program shows none')
})

test('a program that hides earnings shows none on embedded pages', async (t) => {
  const { token, program, partner, workspace } = await embeddedPartner()
  const link = await api.make.link(workspace, { programId: program.id, partnerId: partner.id })
  await api.make.sale(link, await api.make.customer(workspace), { amount: 1000 })
  await api.make.commission(program, partner, { type: 'sale', amount: 1000, earnings: 98_765, linkId: link.id })
  const { pool } = api.resources.database
  await pool.query('update enrolments set total_commissions = 98765 where program_id = $1', [program.id])
  const paths = [
    'token',
    'analytics?interval=all',
    'analytics?interval=all&groupBy=top_links',
    'earnings/timeseries?interval=all',
    'earnings',
  ]
  const get = (path: string) => api.call(`GET /embed/referrals/${path}`, { key: token })
  for (const path of [...paths, 'leaderboard']) t.true(JSON.stringify((await get(path)).body).includes('98765'), path)
  await pool.query('update programs set embed_data = $2 where id = $1', [program.id, { hideEarnings: true }])
  for (const path of [...paths, 'leaderboard']) t.false(JSON.stringify((await get(path)).body).includes('98765'), path)
  t.like((await get('analytics?interval=all')).body, { sales: 1, saleAmount: 1000, earnings: null })
  t.is((await get('earnings')).status, 403)
  t.like((await get('leaderboard')).body, [{ rank: 1, totalCommissions: null }])
})

test('a partner submits for a bounty and lists the own submissions only', async (t) => {
  const { program, partner, token, groupId } = await embeddedPartner()
  const bounty = await api.make.bounty(program)
  const other = await api.make.partner()
  await api.make.enrolment(program, other, { groupId })
  await api.make.submission(bounty, other)
  const path = `/embed/referrals/bounties/${bounty.id}`
  t.deepEqual((await api.call(`GET ${path}/submissions`, { key: token })).body, [])
  const sent = await api.call(`POST ${path}/submissions`, { key: token, body: { urls: ['https://blog.example/post'] } })
  t.is(sent.status, 201, JSON.stringify(sent.body))
  t.like((await api.call(`GET ${path}/submissions`, { key: token })).body, [{ partnerId: partner.id, status: 'submitted' }])
  t.is((await api.call('GET /embed/referrals/bounties/bnty_unknown/submissions', { key: token })).status, 404)
  const stats = await api.call(`GET ${path}/social-content-stats?url=https://x.com/ann/status/1`, { key: token })
  t.regex(stats.body.error.message, /does not count views/)
})

test('requests of a token are limited to sixty per minute', async (t) => {
  const { token } = await embeddedPartner()
  const statuses: number[] = []
  for (let request = 0; request < 61; request++) statuses.push((await api.call('GET /embed/referrals/leaderboard', { key: token })).status)
  t.deepEqual([statuses.filter((status) => status === 200).length, statuses.at(-1)], [60, 429])
})
