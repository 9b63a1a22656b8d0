/** Imports of partner programs from affiliate platforms, with a server that plays the API of each. */
import test, { type ExecutionContext } from 'ava'
import { verifyAggregates } from '../../../shared/maintenance/verify/verify-aggregates.js'
import {
  affiliatePlatform,
  amountOf,
  codeOf,
  earningsOf,
  malformedPartner,
  type Platform,
  platforms,
  stateOf,
} from '../../support/affiliate-player.js'
import { type TestApi, testApi } from '../../support/api.js'
import { rowsAtDub } from '../../support/dub-lists.js'
import { runJobByName, runQueuedJobs } from '../../support/jobs.js'
import { loopbackServer } from '../../support/loopback-server.js'
import { programOwner, unique } from '../../support/program-owner.js'

/** 1,250 are 5,000 objects and more: `IMPORT_TEST_PARTNERS=1250`. */
const partners = Number(process.env.IMPORT_TEST_PARTNERS ?? 14)
const customers = partners

let api: TestApi
test.before(async () => {
  api = await testApi({ ALLOW_PRIVATE_TARGETS: 'true' })
})
test.after.always(() => api.close())

async function owner() {
  const { call, workspace, program, domain } = await programOwner(api, { plan: 'enterprise' })
  await api.resources.database.pool.query('update workspaces set partners_limit = 100000, groups_limit = 100 where id = $1', [workspace.id])
  const path = `/workspaces/${workspace.id}`
  const start = (name: Platform | 'dub', body: object) => call(`POST ${path}/import/${name}`, body)
  const run = (operationId: string) => runJobByName(api.resources, 'imports.run', { operationId })
  const jobOf = async (id: string) => (await call(`GET /jobs/${id}`)).body
  const latest = async () => (await call(`GET ${path}/imports`)).body[0]
  return { call, program, workspace, domain, path, start, run, jobOf, latest }
}

const query = async <Row>(sql: string, id: string) => (await api.resources.database.pool.query(sql, [id])).rows as Row[]
const commissionsOf = (programId: string) =>
  query<{ status: string; count: number; amount: number; earnings: number }>(
    `select status, count(*)::int as count, sum(amount)::int as amount, sum(earnings)::int as earnings from commissions
     where program_id = $1 group by 1 order by 1`,
    programId,
  )
const enrolmentsOf = (programId: string) =>
  query<{ leads: number; sales: number; amount: number; commissions: number; links: number }>(
    `select total_leads::int as leads, total_sales::int as sales, total_sale_amount::int as amount, total_commissions::int as commissions,
       (select count(*)::int from links where links.program_id = e.program_id and links.partner_id = e.partner_id) as links
     from enrolments e where program_id = $1 order by id`,
    programId,
  )

/** What the commissions of the source sum up to, without those of the malformed partner. */
function expectedCommissions(platform: Platform) {
  const sums = new Map<string, { status: string; count: number; amount: number; earnings: number }>()
  for (let index = 0; index < customers * 2; index++) {
    if ((index >> 1) % partners === malformedPartner) continue
    const state = stateOf(index)
    // Tapfiliate only knows whether a commission is approved.
    const status = platform === 'tapfiliate' && state === 'canceled' ? 'pending' : state
    const sum = sums.get(status) ?? { status, count: 0, amount: 0, earnings: 0 }
    sums.set(status, { status, count: sum.count + 1, amount: sum.amount + amountOf(index), earnings: sum.earnings + earningsOf(index) })
  }
  return [...sums.values()].toSorted((a, b) => a.status.localeCompare(b.status))
}

/** Returns the seconds of each phase so far. */
function stopwatch() {
  let last = performance.now()
  const phases: string[] = []
  return (phase: string): string => {
    phases.push(`${phase} ${((performance.now() - last) / 1000).toFixed(1)} s`)
    last = performance.now()
    return `${partners * 2 + customers * 3} objects: ${phases.join(', ')}`
  }
}

async function assertNoDifference(t: ExecutionContext) {
  await runQueuedJobs(api.resources)
  const { found } = await verifyAggregates({ pool: api.resources.database.pool, now: () => new Date() })
  t.deepEqual(found, [])
}

for (const platform of platforms) {
  test.serial(`the program of ${platform} is imported once, to the cent, and can be removed again`, async (t) => {
    const { call, program, path, domain, start, run, jobOf, latest } = await owner()
    const word = unique('u')
    const access = await affiliatePlatform(t, platform, { unique: word, partners, customers })
    t.timeout(1_200_000)
    const timed = stopwatch()
    const { body: counted } = await start(platform, { ...access, dryRun: true })
    await run(counted.id)
    timed('dry run')
    const planned = (await latest()).counts
    t.deepEqual(await enrolmentsOf(program.id), [])
    const { body: started, status } = await start(platform, access)
    t.is(status, 202, JSON.stringify(started))
    // Two workers at once: one was believed dead.
    await Promise.all([run(started.id), run(started.id)])
    timed('import')
    const { state, failed, error } = await jobOf(started.id)
    t.is(state, 'completed', String(error))
    const ownLinks = platform === 'tolt' || platform === 'partnerstack' ? 1 : 0
    t.is(failed, 1 + ownLinks + 3 * Math.ceil(customers / partners))

    const expected = expectedCommissions(platform)
    t.deepEqual(await commissionsOf(program.id), expected)
    const enrolments = await enrolmentsOf(program.id)
    t.is(enrolments.length, partners - 1)
    t.true(enrolments.every(({ leads, sales, links }) => leads === 1 && sales === 2 && links === 1))
    const owed = expected.reduce((sum, { status: of, earnings }) => sum + (of === 'canceled' ? 0 : earnings), 0)
    t.is(
      enrolments.reduce((sum, { commissions }) => sum + commissions, 0),
      owed,
    )
    const { body: link } = await call(`GET /links/info?domain=${domain}&key=${word}-0`)
    t.like(link, { leads: 1, sales: 2, conversions: 1, programId: program.id })
    const first = await latest()
    t.deepEqual(planned, first.counts)
    t.deepEqual(
      await query(
        `select 1 from sale_events later join sale_events earlier on earlier.customer_id = later.customer_id and earlier.timestamp < later.timestamp
         where earlier.recurring or not later.recurring and later.workspace_id = (select workspace_id from programs where id = $1)`,
        program.id,
      ),
      [],
    )
    t.deepEqual(
      await query(
        `select id from customers where first_sale_at is distinct from (select min(timestamp) from sale_events where customer_id = customers.id)
         and workspace_id = (select workspace_id from programs where id = $1)`,
        program.id,
      ),
      [],
    )
    t.is(first.objects.partner, partners - 1)
    t.is(first.objects.commission, (customers - 1) * 2)
    t.regex((await call(`GET ${path}/import/${first.id}/download`)).body as string, /,partner,(a1|p1|2),unprocessable_entity,/)
    await assertNoDifference(t)

    const { body: repeated } = await start(platform, await affiliatePlatform(t, platform, { unique: 'other', partners: 0, customers: 0 }))
    await run(repeated.id)
    t.like(await jobOf(repeated.id), { state: 'completed', failed: 0 })

    await call(`POST ${path}/imports/${first.id}/undo`, {})
    timed('between')
    await runQueuedJobs(api.resources)
    t.log(timed('undo'))
    t.deepEqual(await commissionsOf(program.id), [])
    t.deepEqual(await enrolmentsOf(program.id), [])
    t.deepEqual(
      await query('select 1 from customers where workspace_id = (select workspace_id from programs where id = $1)', program.id),
      [],
    )
    await assertNoDifference(t)
  })
}

for (const platform of ['rewardful', 'tolt', 'firstpromoter', 'tapfiliate'] as const)
  test.serial(`coupons of ${platform} become discount codes once the groups of the partners have a discount`, async (t) => {
    const { call, program, path, start, run, jobOf, latest } = await owner()
    const word = unique('u')
    const access = await affiliatePlatform(t, platform, { unique: word, partners: 3, customers: 0, coupons: 3 })
    const { body: without } = await start(platform, access)
    await run(without.id)
    t.is((await jobOf(without.id)).state, 'completed')
    t.deepEqual((await latest()).counts.discountCode, { created: 0, existing: 0, refused: 3 })
    const errors = (await call(`GET ${path}/import/${(await latest()).id}/download`)).body as string
    t.regex(errors, /,discountCode,.*The group of the partner has no discount/)

    const { body: groups } = await call('GET /groups')
    for (const { id: groupId } of groups)
      t.is((await call('POST /discounts', { groupId, provider: 'custom', type: 'percentage', amount: 20 })).status, 201)
    const { body: counted } = await start(platform, { ...access, dryRun: true })
    await run(counted.id)
    const { body: started } = await start(platform, access)
    await run(started.id)
    const second = await latest()
    // The coupon of the malformed partner is refused.
    t.deepEqual(second.counts.discountCode, { created: 2, existing: 0, refused: 1 })
    t.deepEqual((await call(`GET ${path}/imports`)).body[1].counts, second.counts)
    const { body: codes } = await call('GET /discount-codes')
    t.deepEqual(codes.map(({ code }: { code: string }) => code).toSorted(), [codeOf(word, 0), codeOf(word, 2)])
    const { body: link } = await call(`GET /links/${codes[0].linkId}`)
    t.like(link, { key: `${codes[0].code}-coupon`, programId: program.id, partnerId: codes[0].partnerId })

    const { body: again } = await start(platform, access)
    await run(again.id)
    t.deepEqual((await latest()).counts.discountCode, { created: 0, existing: 2, refused: 1 })
    await call(`POST ${path}/imports/${second.id}/undo`, {})
    await runQueuedJobs(api.resources)
    t.deepEqual((await call('GET /discount-codes')).body, [])
    t.is((await call(`GET /links/${codes[0].linkId}`)).status, 404)
    await assertNoDifference(t)
  })

test.serial('customers get the id that Stripe has for their email address, if the workspace has a key of Stripe', async (t) => {
  const { call, program, path, start, run, jobOf, latest } = await owner()
  let requests = 0
  const stripe = await loopbackServer(t, (request, response) => {
    if (request.headers.authorization !== 'Bearer rk_live_1') return response.writeHead(401).end()
    if (requests++ === 1) return response.writeHead(429).end()
    const index = /^c(\d+)@/.exec(new URL(request.url ?? '', 'http://localhost').searchParams.get('email') ?? '')?.[1]
    return response.end(JSON.stringify({ data: index === '4' ? [] : [{ id: `cus_${index}` }] }))
  })
  const connection = { providerSlug: 'stripe', signingSecret: 'whsec_secret', settings: { apiUrl: stripe.origin }, apiKey: 'rk_live_wrong' }
  const { body: connected } = await call('POST /integrations/connections', connection)
  const importOnce = async () => {
    const { body } = await start('tolt', await affiliatePlatform(t, 'tolt', { unique: unique('u'), partners: 5, customers: 5 }))
    await run(body.id)
    t.is((await jobOf(body.id)).state, 'completed')
    return (await call(`GET ${path}/import/${(await latest()).id}/download`)).body as string
  }
  const stripeIds = async () => {
    const rows = await query<{ id: string }>(
      `select stripe_customer_id as id from customers join programs on programs.workspace_id = customers.workspace_id
       where stripe_customer_id is not null and programs.id = $1 order by 1`,
      program.id,
    )
    return rows.map(({ id }) => id)
  }
  t.regex(await importOnce(), /,customer,,bad_request,The customers of Stripe could not be read: /)
  t.deepEqual(await stripeIds(), [])
  await call(`PATCH /integrations/connections/${connected.id}`, { apiKey: 'rk_live_1' })
  t.regex(await importOnce(), /,customer,c4,not_found,Stripe has no customer with the email address c4@/)
  t.deepEqual(await stripeIds(), ['cus_0', 'cus_2', 'cus_3'])
})

test.serial('a repeated import creates nothing again and keeps what exists', async (t) => {
  const { program, start, run, jobOf } = await owner()
  const access = await affiliatePlatform(t, 'rewardful', { unique: unique('u'), partners: 5, customers: 5 })
  for (const failed of [4, 4 + 8]) {
    const { body } = await start('rewardful', access)
    await run(body.id)
    t.like(await jobOf(body.id), { state: 'completed', failed })
    t.is((await enrolmentsOf(program.id)).length, 4)
    t.is(
      (await commissionsOf(program.id)).reduce((sum, { count }) => sum + count, 0),
      8,
    )
  }
})

test.serial('an import without what the platform requires, or without a program, is refused', async (t) => {
  const { start } = await owner()
  const tolt = await start('tolt', { token: 'x' })
  t.is(tolt.status, 400)
  t.regex(tolt.body.error.message, /^Tolt requires sourceProgramId/)
  const { key, workspace } = await api.make.caller({ plan: 'enterprise' })
  t.is((await api.call(`POST /workspaces/${workspace.id}/import/rewardful`, { key, body: { token: 'x' } })).status, 404)
})

/** A Dub workspace of one page of each kind. Its plan has no `missing`. */
async function dubWorkspace(t: ExecutionContext, name: string, missing: string | null = null, customersOfSource?: object[]) {
  const domain = `${name}.example`
  const link = {
    id: 'link_1',
    domain,
    key: 'Ada',
    url: 'https://acme.example/',
    folderId: 'fold_1',
    partnerId: 'pn_1',
    tags: [{ name: 'Spring' }],
    clicks: 7,
  }
  const lists: Record<string, object[]> = {
    domains: [{ id: 'dom_1', slug: domain }],
    tags: [{ id: 'tag_1', name: 'spring', color: 'green' }],
    folders: [{ id: 'fold_1', name: 'Campaigns', description: null }],
    partners: [{ id: 'pn_1', name: 'Ada', email: `ada@${domain}`, country: 'DE', tenantId: null }],
    links: [link, { ...link, id: 'link_2', key: 'plain', partnerId: null, folderId: null }],
    customers: customersOfSource ?? [
      {
        id: 'cus_1',
        externalId: 'user-1',
        name: 'Grace',
        email: `grace@${domain}`,
        country: 'US',
        createdAt: '2024-05-01T10:00:00.000Z',
        link,
        partner: { id: 'pn_1' },
      },
      { id: 'cus_2', externalId: 'user-2', name: 'Alan', email: null, createdAt: '2024-05-01T10:00:00.000Z', link: null },
    ],
  }
  const server = await loopbackServer(t, (request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    const list = rowsAtDub(lists, request.url)
    if (url.pathname === `/${missing}` || !list) return response.writeHead(403).end()
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list))
  })
  return { domain, access: { token: 'dub_x', apiUrl: server.origin } }
}

test.serial('customers whose only identifier is their address are one, in whatever case the source has it', async (t) => {
  const { start, run, jobOf, latest, workspace } = await owner()
  const name = unique('dub')
  const createdAt = '2024-05-01T10:00:00.000Z'
  await api.make.customer(workspace, { externalId: 'own-id', email: `Known@${name}.example` })
  const customersOf = (emails: string[]) => emails.map((email, index) => ({ id: `cus_${index}`, email, createdAt, link: null }))
  const emails = [`Ann@${name}.example`, `ann@${name}.example`, `known@${name}.example`]
  const { access } = await dubWorkspace(t, name, null, customersOf(emails))
  const { body } = await start('dub', access)
  await run(body.id)
  t.is((await jobOf(body.id)).state, 'completed')
  t.like((await latest()).counts.customer, { created: 1, existing: 2 })
  const found = await query<{ externalId: string }>(
    'select external_id as "externalId" from customers where workspace_id = $1 order by 1',
    workspace.id,
  )
  t.deepEqual(found, [{ externalId: `ann@${name}.example` }, { externalId: 'own-id' }])
})

test.serial('a whole workspace of Dub is imported, and undone without what existed before', async (t) => {
  const { call, program, start, run, jobOf, latest, path } = await owner()
  const { domain, access } = await dubWorkspace(t, unique('dub'))
  const { body: tag } = await call('POST /tags', { name: 'Spring' })
  const { body: started } = await start('dub', access)
  await run(started.id)
  const job = await jobOf(started.id)
  t.like(job, { state: 'completed', done: 8, failed: 0 }, JSON.stringify(job))

  const { body: partner } = await call(`GET /partners?search=ada@${domain}`)
  const { body: folders } = await call('GET /folders?search=Campaigns')
  const { body: link } = await call(`GET /links/info?domain=${domain}&key=Ada`)
  t.like(link, { partnerId: partner[0].id, programId: program.id, folderId: folders[0].id, leads: 1 })
  t.deepEqual(
    link.tags.map(({ id }: { id: string }) => id),
    [tag.id],
  )
  t.like((await call(`GET /links/info?domain=${domain}&key=plain`)).body, { partnerId: null, leads: 0 })
  const { body: customers } = await call('GET /customers?externalId=user-1&includeExpandedFields=true')
  t.like(customers[0], { name: 'Grace', country: 'US', link: { id: link.id }, partner: { id: partner[0].id } })
  const first = await latest()
  t.like(first, { links: 2, openingClicks: 14, objects: { domain: 1, folder: 1, partner: 1, customer: 2 } })
  await assertNoDifference(t)

  await call(`POST ${path}/imports/${first.id}/undo`, {})
  await runQueuedJobs(api.resources)
  t.deepEqual((await call('GET /folders?search=Campaigns')).body, [])
  t.deepEqual((await call(`GET /domains?search=${domain}`)).body, [])
  t.deepEqual((await call('GET /customers')).body, [])
  t.is((await call('GET /tags')).body.length, 1)
  t.deepEqual(await enrolmentsOf(program.id), [])
  t.is((await call(`GET ${path}/imports/${first.id}`)).body.undoneAt === null, false)
  await assertNoDifference(t)
})

test.serial('what the plan of a Dub workspace lacks is left out', async (t) => {
  const { start, run, jobOf, latest } = await owner()
  const { access } = await dubWorkspace(t, unique('dub'), 'partners')
  const { body } = await start('dub', access)
  await run(body.id)
  t.like(await jobOf(body.id), { state: 'completed', done: 7, failed: 0 })
  t.is((await latest()).objects.partner, undefined)
})

test.serial('existing links are overwritten only on request', async (t) => {
  const { call, start, run, jobOf } = await owner()
  const { domain, access } = await dubWorkspace(t, unique('dub'))
  await call('POST /domains', { slug: domain })
  await call('POST /links', { domain, key: 'plain', url: 'https://before.example/' })
  const destination = async () => (await call(`GET /links/info?domain=${domain}&key=plain`)).body.url
  const { body: kept } = await start('dub', access)
  await run(kept.id)
  t.like(await jobOf(kept.id), { state: 'completed', failed: 1 })
  t.is(await destination(), 'https://before.example/')
  const { body: overwritten } = await start('dub', { ...access, overwrite: true })
  await run(overwritten.id)
  t.like(await jobOf(overwritten.id), { state: 'completed', failed: 0 })
  t.is(await destination(), 'https://acme.example/')
})

test.serial('a domain of the source that is written with other letters is the domain of the workspace', async (t) => {
  const { call, start, run, jobOf, latest } = await owner()
  const name = unique('dub')
  await call('POST /domains', { slug: `xn--mnchen-3ya.${name}.example` })
  const { access } = await dubWorkspace(t, `münchen.${name}`)
  const { body } = await start('dub', { ...access, addDomains: false })
  await run(body.id)
  t.is((await jobOf(body.id)).state, 'completed')
  t.like((await latest()).counts, { domain: { created: 0, existing: 1, refused: 0 }, link: { created: 2, existing: 0, refused: 0 } })
})
