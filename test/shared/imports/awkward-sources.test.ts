/** Imports from sources whose answers are incomplete, out of range, or endless. */
import test, { type ExecutionContext } from 'ava'
import { verifyAggregates } from '../../../shared/maintenance/verify/verify-aggregates.js'
import { type TestApi, testApi } from '../../support/api.js'
import { runJobByName, runQueuedJobs } from '../../support/jobs.js'
import { loopbackServer } from '../../support/loopback-server.js'
import { programOwner, unique } from '../../support/program-owner.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ ALLOW_PRIVATE_TARGETS: 'true' })
})
test.after.always(() => api.close())

/** Imports from a server with these answers by path; returns the job. */
async function importFrom(t: ExecutionContext, provider: string, answer: (path: string, page: number, query: URLSearchParams) => unknown) {
  const { call, workspace, program } = await programOwner(api, { plan: 'enterprise' })
  await api.resources.database.pool.query('update workspaces set partners_limit = 100, groups_limit = 100 where id = $1', [workspace.id])
  const server = await loopbackServer(t, (request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    const body = JSON.stringify(answer(url.pathname, Number(url.searchParams.get('page') ?? 1), url.searchParams))
    response.writeHead(200, { 'content-type': 'application/json' }).end(body)
  })
  const { body } = await call(`POST /workspaces/${workspace.id}/import/${provider}`, { token: 'x', apiUrl: server.origin })
  await runJobByName(api.resources, 'imports.run', { operationId: body.id })
  const job = (await call(`GET /jobs/${body.id}`)).body
  const { rows } = await api.resources.database.pool.query<{ amount: number; earnings: number; createdAt: Date }>(
    'select amount::int, earnings::int, created_at as "createdAt" from commissions where program_id = $1 order by created_at',
    [program.id],
  )
  return { call, job, commissions: rows }
}

const at = '2024-05-01T10:00:00.000Z'

test.serial('rows without a time or with amounts out of range are refused, each by itself, and every refused link is named', async (t) => {
  const word = unique('u')
  const affiliate = (id: string) => ({
    id,
    email: `${id}@${word}.example`,
    first_name: 'Ada \uD83D',
    last_name: 'x\0y',
    state: 'active',
    leads: 1,
    campaign: { id: 'camp' },
    links: ['one', 'two'].map((key) => ({ id: `${id}-${key}`, token: `${word}-${key}`, visitors: 1e30 })),
  })
  const referral = (id: string, time: string | null) => ({
    id,
    link: { id: 'a0-one' },
    customer: { id: `${word}-${id}`, email: `${id}@${word}.example` },
    affiliate: { id: 'a0', campaign: { id: 'camp' } },
    created_at: time,
  })
  const commission = (id: string, { amount = 1000, earnings = 100 as number | null, soldAt = at as string | null }) => ({
    id,
    amount: earnings,
    currency: 'USD',
    state: 'due',
    campaign: { id: 'camp' },
    sale: { id: `${word}-${id}`, sale_amount_cents: amount, charged_at: soldAt, referral: { id: 'r0' }, affiliate: { id: 'a0' } },
  })
  const lists: Record<string, object[]> = {
    '/affiliates': [affiliate('a0'), affiliate('a1')],
    '/referrals': [referral('r0', at), referral('r1', null), referral('r2', '+275000-01-01T00:00:00Z')],
    '/commissions': [
      commission('k0', {}),
      commission('k1', { soldAt: null }),
      commission('k2', { soldAt: '1969-01-01T00:00:00Z' }),
      commission('k3', { amount: 1e18 }),
      commission('k4', { earnings: null }),
      commission('k5', { earnings: 1e17 }),
    ],
  }
  const { call, job, commissions } = await importFrom(t, 'rewardful', (path) => ({
    pagination: { next_page: null },
    data: lists[path] ?? [],
  }))
  t.is(job.state, 'completed', JSON.stringify(job))
  t.deepEqual(
    job.errors.map(({ element }: { element: { id: string } }) => element.id),
    [`${word}-one`, `${word}-two`, 'r1', 'r2', 'k1', 'k2', 'k3', 'k4', 'k5'],
  )
  t.deepEqual(commissions, [{ amount: 1000, earnings: 100, createdAt: new Date(at) }])
  const [partner] = (await call(`GET /partners?search=a0@${word}.example`)).body
  t.is(partner.name, 'Ada \uFFFD xy')
  await runQueuedJobs(api.resources)
  t.deepEqual((await verifyAggregates({ pool: api.resources.database.pool, now: () => new Date() })).found, [])
})

test.serial('a source whose list names the same next page again ends the import', async (t) => {
  const link = { id: `${unique('go')}.example/a`, long_url: 'https://example.com/' }
  const { job } = await importFrom(t, 'bitly', (path) => {
    if (path === '/groups') return { groups: [{ guid: 'g1' }] }
    return path.endsWith('/summary') ? { total_clicks: 1 } : { links: [link], pagination: { search_after: 'again' } }
  })
  t.like(job, { state: 'failed' })
  t.regex(job.error, /^Bitly could not be read: It names a page of its list as the next one of itself\./)
})

test.serial('amounts of Tapfiliate are in units of their currency: a thousand yen are some dollars', async (t) => {
  const affiliate = { id: unique('ada'), email: `${unique('ada')}@example.com`, firstname: 'Ada' }
  const customer = { id: unique('cu'), customer_id: unique('c'), affiliate, created_at: at }
  const sale = {
    id: 1,
    amount: 5000,
    currency: 'JPY',
    created_at: at,
    customer,
    affiliate,
    commissions: [{ id: 1, amount: 500, affiliate }],
  }
  const lists: Record<string, object[]> = { '/affiliates/': [affiliate], '/customers/': [customer], '/conversions/': [sale] }
  const { job, commissions } = await importFrom(t, 'tapfiliate', (path, page) => (page === 1 ? (lists[path] ?? []) : []))
  t.is(commissions.length, 1, JSON.stringify(job))
  const [{ amount, earnings } = { amount: 0, earnings: 0 }] = commissions
  t.true(amount > 2000 && amount < 8000, String(amount))
  t.true(Math.abs(earnings - amount / 10) <= 1, String(earnings))
})

test.serial('earnings in another currency than their sale are converted from their own', async (t) => {
  const word = unique('u')
  const campaign = { id: 'camp' }
  const affiliate = { id: 'a0', email: `${word}@example.com`, first_name: 'Ada', state: 'active', leads: 1, campaign, links: [] }
  const referral = { id: 'r0', customer: { id: word, email: `c@${word}.example` }, affiliate: { id: 'a0', campaign }, created_at: at }
  const sale = { id: word, sale_amount_cents: 10_000, currency: 'GBP', charged_at: at, referral: { id: 'r0' }, affiliate: { id: 'a0' } }
  const ofRewardful: Record<string, object[]> = {
    '/affiliates': [affiliate],
    '/referrals': [referral],
    '/commissions': [{ id: 'k0', amount: 2000, currency: 'USD', state: 'due', campaign, sale }],
  }
  const rewardful = await importFrom(t, 'rewardful', (path) => ({ pagination: { next_page: null }, data: ofRewardful[path] ?? [] }))
  t.is(rewardful.commissions[0]?.earnings, 2000, JSON.stringify(rewardful.job))
  t.true((rewardful.commissions[0]?.amount ?? 0) > 10_500, 'pounds are more than dollars')

  const [ada, customer] = [
    { id: word, email: `ada@${word}.example`, firstname: 'Ada' },
    { id: word, customer_id: word, created_at: at },
  ]
  const ofTapfiliate: Record<string, object[]> = {
    '/affiliates/': [ada],
    '/customers/': [{ ...customer, affiliate: ada }],
    '/conversions/': [
      {
        ...{ id: 1, amount: 5000, currency: 'JPY', created_at: at, customer, affiliate: ada },
        commissions: [{ id: 1, amount: 20, currency: 'USD', affiliate: ada }],
      },
    ],
  }
  const tapfiliate = await importFrom(t, 'tapfiliate', (path, page) => (page === 1 ? (ofTapfiliate[path] ?? []) : []))
  t.is(tapfiliate.commissions[0]?.earnings, 2000, JSON.stringify(tapfiliate.job))
  t.true((tapfiliate.commissions[0]?.amount ?? 0) > 2000 && (tapfiliate.commissions[0]?.amount ?? 0) < 8000)
})

test.serial('all links of a partnership of PartnerStack are imported, also if they are several pages', async (t) => {
  const word = unique('u')
  const partnership = { key: 'p0', email: `${word}@example.com`, first_name: 'Ada', stats: { CUSTOMER_COUNT: 1 } }
  const links = ['one', 'two', 'three'].map((name) => ({ key: `l-${name}`, url: `https://acme.partnerlinks.io/${word}-${name}` }))
  const listAt = (path: string, after: string | null) => {
    if (path === '/partnerships') return { items: [partnership], has_more: false }
    if (path !== '/links/partnership/p0') return { items: [], has_more: false }
    const from = links.findIndex(({ key }) => key === after) + 1
    return { items: links.slice(from, from + 1), has_more: from + 1 < links.length }
  }
  const { call, job } = await importFrom(t, 'partnerstack', (path, _, query) => ({ data: listAt(path, query.get('starting_after')) }))
  t.is(job.state, 'completed', JSON.stringify(job))
  const [partner] = (await call('GET /partners')).body
  t.deepEqual(
    partner.links.map(({ key }: { key: string }) => key).toSorted(),
    ['one', 'three', 'two'].map((name) => `${word}-${name}`),
  )
})
