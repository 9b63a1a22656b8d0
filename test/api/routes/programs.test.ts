/** Deactivation, deletion and changes of programs, with what follows for their partners. */
import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { runJobByName, runQueuedJobs, runQueuedJobsAndSubscribers } from '../../support/jobs.js'
import { programOwner as createProgramOwner, unique } from '../../support/program-owner.js'
import { waitUntil } from '../../support/wait-until.js'

const adminKey = 'admin-key-0123456789'
let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example', ADMIN_API_KEY: adminKey })
})
test.after.always(() => api?.close())

const programOwner = (overrides = {}) => createProgramOwner(api, overrides)
const sync = () => runQueuedJobs(api.resources)

test.serial('a program that is reactivated while its partners are being deactivated keeps them', async (t) => {
  const { call, program, partner } = await programOwner()
  const { pool } = api.resources.database
  const first = await partner()
  for (let count = 0; count < 120; count++) await api.make.enrolment(program, await api.make.partner())
  const blocker = await pool.connect()
  await blocker.query('begin')
  await blocker.query('select 1 from enrolments where partner_id = $1 for update', [first.id])
  await call(`POST /programs/${program.id}/deactivate`)
  const change = (operation: string) =>
    runJobByName(api.resources, 'partners.change-program-partners', { programId: program.id, operation })
  const deactivation = change('deactivate')
  const isWaiting = async () =>
    (
      await pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%enrolments%'`,
      )
    ).rows.length > 0
  await waitUntil(isWaiting)
  const reactivated = call(`POST /programs/${program.id}/reactivate`)
  await blocker.query('commit')
  blocker.release()
  t.is((await reactivated).status, 200)
  await Promise.all([deactivation, change('reactivate')])
  const { rows } = await pool.query('select distinct status from enrolments where program_id = $1', [program.id])
  t.deepEqual(rows, [{ status: 'approved' }])
})

test.serial('a deactivated program has no active partners, and gets them back with their rewards', async (t) => {
  const { call, program, partner } = await programOwner({ plan: 'enterprise' })
  const reward = (await call('POST /rewards', { event: 'sale', amountInCents: 500, groupId: program.defaultGroupId })).body
  await call('PATCH /groups/default', { autoApprovePartners: true })
  await call(`PATCH /programs/${program.id}`, { messagingEnabled: true })
  const [active, archived, banned] = [await partner(), await partner(), await partner()]
  await call(`POST /partners/${archived.id}/archive`)
  await call('POST /partners/ban', { partnerId: banned.id, reason: 'spam' })
  const stopped = await call(`POST /programs/${program.id}/deactivate`)
  t.is(stopped.status, 200)
  t.truthy(stopped.body.deactivatedAt)
  t.is(stopped.body.messagingEnabledAt, null)
  t.is((await call('GET /groups/default')).body.autoApprovePartnersEnabledAt, null)
  t.is((await call(`POST /programs/${program.id}/deactivate`)).status, 400)
  await sync()
  const stateOf = async ({ id }: { id: string }) => {
    const { status, saleRewardId, links } = (await call(`GET /partners/${id}`)).body
    return [status, saleRewardId, (await call(`GET /links/${links[0].id}`)).body.expiresAt === null]
  }
  t.deepEqual(
    [await stateOf(active), await stateOf(archived), await stateOf(banned)],
    [
      ['deactivated', null, false],
      ['deactivated', null, false],
      ['banned', null, false],
    ],
  )
  t.is((await call(`POST /programs/${program.id}/reactivate`)).body.deactivatedAt, null)
  t.is((await call(`POST /programs/${program.id}/reactivate`)).status, 400)
  await sync()
  t.deepEqual(
    [await stateOf(active), await stateOf(archived), await stateOf(banned)],
    [
      ['approved', reward.id, true],
      ['approved', reward.id, true],
      ['banned', null, false],
    ],
  )
})

test.serial('a new domain moves all links of the program, and a new url the copies of its first default link', async (t) => {
  const { call, program, partner, workspace, group } = await programOwner()
  const other = await group()
  const [one, two] = [await partner({ username: unique('a') }), await partner({ groupId: other.id })]
  const { slug: domain } = await api.make.domain(workspace, { slug: `${unique('new')}.example` })
  t.is((await call(`PATCH /programs/${program.id}`, { domain, url: 'https://acme.example/start' })).status, 200)
  await sync()
  const linksOf = async ({ id }: { id: string }) =>
    (await call(`GET /partners/links?partnerId=${id}`)).body.map((link: { domain: string; key: string; url: string }) => [
      link.domain,
      link.url,
    ])
  t.deepEqual(await linksOf(one), [[domain, 'https://acme.example/start']])
  t.deepEqual(await linksOf(two), [[domain, 'https://acme.example/']], 'another group keeps its destinations')
  t.deepEqual(
    (await call('GET /groups/default/default-links')).body.map((link: { domain: string; url: string }) => [link.domain, link.url]),
    [[domain, 'https://acme.example/start']],
  )
  t.is((await call(`PATCH /programs/${program.id}`, { domain: 'unknown.example' })).status, 404)
})

test.serial('domains of programs and groups may be given with any letters, and are stored as domains are', async (t) => {
  const { program, call, workspace } = await programOwner()
  const ascii = 'xn--brcke-lva.example'
  await api.make.domain(workspace, { slug: ascii })
  t.is((await call(`PATCH /programs/${program.id}`, { domain: 'Brücke.example' })).body.domain, ascii)
  const { slug: other } = await api.make.domain(workspace, { slug: `xn--brcke-lva.${unique('other')}.example` })
  const [link] = (await call('GET /groups/default/default-links')).body
  const change = (domain: string) => call(`PATCH /groups/default/default-links/${link.id}`, { domain })
  t.is((await change(other.replace('xn--brcke-lva', 'brücke'))).body.domain, other)
  t.is((await call(`GET /programs/${program.id}`)).body.domain, other)
  t.is((await change('')).status, 422)
  const additionalLinks = [{ domain: 'Brücke.example', validationMode: 'domain' }]
  t.like((await call('PATCH /groups/default', { additionalLinks })).body.additionalLinks, [{ domain: ascii }])
})

test.serial('a key that is taken on the new domain gets a suffix', async (t) => {
  const { call, program, partner, workspace } = await programOwner()
  const { id } = await partner({ username: 'ada' })
  const { slug: domain } = await api.make.domain(workspace, { slug: `${unique('new')}.example` })
  await call('POST /links', { domain, key: 'ada', url: 'https://example.com' })
  await call(`PATCH /programs/${program.id}`, { domain })
  await sync()
  const [link] = (await call(`GET /partners/links?partnerId=${id}`)).body
  t.is(link.domain, domain)
  t.regex(link.key, /^ada-[0-9a-z]{4}$/)
})

test('only a program without partners is deleted', async (t) => {
  const { call, program, partner, workspace } = await programOwner()
  const { id } = await partner()
  t.is((await call(`DELETE /programs/${program.id}`)).status, 409)
  await call('POST /partners/deactivate', { partnerId: id })
  t.is((await call(`DELETE /partners/${id}`)).status, 200)
  t.is((await call(`DELETE /programs/${program.id}`)).status, 200)
  t.is((await call(`GET /workspaces/${workspace.slug}`)).body.defaultProgramId, null)
})

test('a program is not deleted while a partner is being enrolled', async (t) => {
  const { call, program } = await programOwner()
  const { pool } = api.resources.database
  const partner = await api.make.partner()
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `insert into enrolments (id, program_id, partner_id, group_id, status, created_at, updated_at)
       values ($1, $2, $3, $4, 'approved', now(), now())`,
      [`pge_${partner.id}`, program.id, partner.id, program.defaultGroupId],
    )
    const deletion = call(`DELETE /programs/${program.id}`)
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like 'select 1 from programs%'`
    await waitUntil(async () => (await pool.query(waiting)).rows.length > 0)
    await client.query('commit')
    t.is((await deletion).status, 409)
  } finally {
    client.release()
  }
  t.is((await call(`GET /partners/${partner.id}`)).status, 200)
})

test('the discounts of a program are listed, newest first', async (t) => {
  const { call, program, group, partner } = await programOwner()
  await partner()
  const other = await group()
  const create = async (groupId: string, amount: number) =>
    (await call('POST /discounts', { amount, type: 'percentage', provider: 'custom', groupId })).body.id
  const ids = [await create(program.defaultGroupId, 10), await create(other.id, 20)]
  const { body } = await call(`GET /programs/${program.id}/discounts`)
  t.deepEqual(
    body.map(({ id, partnersCount }: { id: string; partnersCount: number }) => [id, partnersCount]),
    [
      [ids[1], 0],
      [ids[0], 1],
    ],
  )
  const stranger = await programOwner()
  t.is((await stranger.call(`GET /programs/${program.id}/discounts`)).status, 404)
})

test.serial('a workspace whose plan includes no programs any more has its program deactivated', async (t) => {
  const { call, program, workspace, partner } = await programOwner({ plan: 'enterprise' })
  const { id } = await partner()
  const setPlan = (plan: string) => api.call(`PATCH /admin/workspaces/${workspace.slug}`, { key: adminKey, body: { plan } })
  const stateOf = async () => [
    (await call(`GET /programs/${program.id}`)).body.deactivatedAt === null,
    (await call(`GET /partners/${id}`)).body.status,
  ]
  t.is((await setPlan('business')).status, 200)
  await runQueuedJobsAndSubscribers(api.resources)
  t.deepEqual(await stateOf(), [true, 'approved'])
  await setPlan('pro')
  await runQueuedJobsAndSubscribers(api.resources)
  t.is((await call(`GET /programs/${program.id}`)).status, 403)
  await setPlan('enterprise')
  await runQueuedJobsAndSubscribers(api.resources)
  t.deepEqual(await stateOf(), [false, 'deactivated'])
})
