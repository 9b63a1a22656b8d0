/** The operator's endpoints for users, workspaces, links and the deletion of programs. */
import { createHmac } from 'node:crypto'
import test from 'ava'
import { days } from '../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../support/api.js'
import { emailsTo } from '../../support/emails.js'
import { runJobByName, runQueuedJobs, runQueuedJobsAndSubscribers } from '../../support/jobs.js'
import { loopbackServer } from '../../support/loopback-server.js'
import { partnerOf, programOf } from '../../support/partner-input.js'
import { unique } from '../../support/program-owner.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ SHORT_DOMAIN: 'short.example', BASE_URL: 'http://api.example' })
  await api.make.domain(null, { slug: 'short.example' })
})
test.after.always(() => api?.close())

const admin = (what: string, body?: object) => api.call(what, { key: api.config.adminApiKey as string, ...(body ? { body } : {}) })
const rows = async (sql: string, values: unknown[]) => (await api.resources.database.pool.query(sql, values)).rows
const rolesOf = async (workspace: { id: string }) =>
  (await rows('select role from members where workspace_id = $1 order by created_at, id', [workspace.id])).map(({ role }) => role)

test.serial('a disabled workspace has no working links and no writing members, until it is restored as it was', async (t) => {
  const { workspace, key } = await api.make.caller()
  const viewer = await api.make.user()
  await api.make.member(workspace, viewer, 'viewer')
  const [link, disabledBefore] = [await api.make.link(workspace), await api.make.link(workspace, { disabledAt: new Date('2026-01-01') })]
  const disabled = async () =>
    (await rows('select id from links where workspace_id = $1 and disabled_at is not null', [workspace.id])).map(({ id }) => id)
  const before = await rolesOf(workspace)

  t.deepEqual((await admin('POST /admin/workspaces/disable', { slug: workspace.slug })).body, { success: true })
  t.is((await admin('POST /admin/workspaces/disable', { slug: workspace.slug })).status, 400)
  await runQueuedJobsAndSubscribers(api.resources)
  t.deepEqual((await disabled()).sort(), [link.id, disabledBefore.id].sort())
  t.deepEqual(await rolesOf(workspace), ['billing', 'viewer'])
  t.is((await api.call('POST /links', { key, body: { url: 'https://example.com' } })).status, 403)

  t.deepEqual((await admin('POST /admin/workspaces/restore', { slug: workspace.slug })).body, { success: true })
  t.is((await admin('POST /admin/workspaces/restore', { slug: workspace.slug })).status, 400)
  await runQueuedJobsAndSubscribers(api.resources)
  t.deepEqual(await disabled(), [disabledBefore.id])
  t.deepEqual(await rolesOf(workspace), before)
  t.is((await admin('POST /admin/workspaces/disable', { slug: 'no-such-workspace' })).status, 404)
})

test.serial('links of all workspaces are found, counted and banned', async (t) => {
  const { workspace, key } = await api.make.caller()
  const host = `${unique('phish')}.example`
  const created = await api.call('POST /links', { key, body: { url: `https://login.${host}/page`, domain: 'short.example' } })
  const { id, shortLink } = created.body
  t.true((await admin('GET /admin/links')).body.some((one: { id: string }) => one.id === id))
  const [found] = (await admin(`GET /admin/links?search=${encodeURIComponent(shortLink)}`)).body
  t.like(found, { id, workspace: { slug: workspace.slug }, bannedAt: null })
  t.is((await admin(`GET /admin/links/count?search=${host}`)).body, 1)
  t.deepEqual((await admin(`GET /admin/links/count?search=${host}&groupBy=domain`)).body, [{ domain: 'short.example', _count: 1 }])

  const banned = await admin(`DELETE /admin/links/ban?domain=short.example&key=${created.body.key}`)
  t.like(banned.body, { id, blockedHost: `login.${host}` })
  t.is((await admin('DELETE /admin/links/ban?domain=short.example&key=none')).status, 404)
  t.truthy((await admin(`GET /admin/links?search=${host}`)).body[0].bannedAt)
})

test.serial('on a domain that distinguishes capital letters, only the link with the key is banned', async (t) => {
  const { workspace, key } = await api.make.caller()
  const { slug: domain } = await api.make.domain(workspace, { caseSensitive: true })
  const url = `https://${unique('phish')}.example/page`
  for (const text of ['Sale', 'sale']) t.is((await api.call('POST /links', { key, body: { url, domain, key: text } })).status, 200)
  t.is((await admin(`DELETE /admin/links/ban?domain=${domain}&key=SALE`)).status, 404)
  t.like((await admin(`DELETE /admin/links/ban?domain=${domain}&key=Sale`)).body, { key: 'Sale' })
  t.deepEqual(await rows('select key from links where domain = $1 and banned_at is not null', [domain]), [{ key: 'Sale' }])
})

test.serial('an operator may name a domain with any letters', async (t) => {
  const { workspace } = await api.make.caller()
  const name = unique('domain')
  const { slug } = await api.make.domain(workspace, { slug: `xn--brcke-lva.${name}.example` })
  const link = await api.make.link(workspace, { domain: slug })
  const given = encodeURIComponent(`Brücke.${name}.example`)
  t.like((await admin(`GET /admin/links?domain=${given}`)).body, [{ id: link.id }])
  t.like((await admin(`DELETE /admin/links/ban?domain=${given}&key=${link.key}`)).body, { id: link.id })
  t.is((await admin('POST /admin/domains/refresh', { domain: `Brücke.${name}.example` })).status, 200)
})

test.serial('a banned user is gone with the workspaces they own, and the address cannot sign up again', async (t) => {
  const domain = `${unique('spam')}.example`
  const user = await api.make.user({ email: `Ann@${domain}` })
  const [owned, other] = [await api.make.workspace(), await api.make.workspace()]
  await api.make.member(owned, user, 'owner')
  await api.make.member(other, user, 'member')
  t.deepEqual((await admin('POST /admin/ban', { email: `ann@${domain}`, blockEmailDomain: true })).body, { success: true })
  t.deepEqual(await rows('select id from users where id = $1', [user.id]), [])
  t.regex((await rows('select slug from workspaces where id = $1', [owned.id]))[0]?.slug ?? 'deleted-', /^deleted-/)
  t.is((await rows('select slug from workspaces where id = $1', [other.id]))[0].slug, other.slug)
  t.deepEqual(await rows('select email from blocked_emails where email like $1 order by email', [`%${domain}`]), [
    { email: `@${domain}` },
    { email: `ann@${domain}` },
  ])
})

test.serial('an address that no user has is blocked in advance', async (t) => {
  const email = `${unique('bob')}@example.com`
  t.deepEqual((await admin('POST /admin/ban', { email })).body, { success: true })
  t.deepEqual(await rows('select email from blocked_emails where email = $1', [email]), [{ email }])
})

test.serial('a shared partner account whose only owner is banned passes to the user who joined it first', async (t) => {
  const partner = await partnerOf(api.make, (await api.make.caller()).workspace)
  const newUser = () => api.make.user({ email: `${unique('partner')}@example.com` })
  const [banned, second, first] = [await newUser(), await newUser(), await newUser()]
  await api.make.partnerUser(partner, banned)
  await api.make.partnerUser(partner, second, 'member')
  await api.make.partnerUser(partner, first, 'member')
  await rows(`update partner_users set created_at = created_at - interval '1 day' where user_id = $1`, [first.id])
  const users = () => rows('select user_id as id, role from partner_users where partner_id = $1 order by role desc', [partner.id])
  t.is((await admin('POST /admin/ban', { email: banned.email as string })).status, 200)
  t.deepEqual(await users(), [
    { id: first.id, role: 'owner' },
    { id: second.id, role: 'member' },
  ])
  t.is((await admin('POST /admin/ban', { email: second.email as string })).status, 200)
  t.deepEqual(await users(), [{ id: first.id, role: 'owner' }])
})

test.serial('operators find users and partners whose address begins like an id', async (t) => {
  const name = unique('like-an-id')
  const user = await api.make.user({ email: `user_${name}@example.com` })
  const partner = await api.make.partner({ email: `pn_${name}@example.com` })
  const idsOf = async (path: string) => (await admin(`GET ${path}`)).body.map(({ id }: { id: string }) => id)
  t.deepEqual(await idsOf(`/admin/users?search=user_${name}@example.com`), [user.id])
  t.deepEqual(await idsOf(`/admin/users?search=user_${name}`), [user.id])
  t.deepEqual(await idsOf(`/admin/partners/network?search=pn_${name}@example.com`), [partner.id])
  t.deepEqual(await idsOf(`/admin/partners/network?search=${partner.id}`), [partner.id])
  t.like(await admin('POST /admin/partners/trusted', { partnerIdOrEmail: partner.email as string }), {
    status: 200,
    body: { id: partner.id },
  })
})

test.serial('operators of any role find users by address, id and workspace, which signs nobody in and is no change', async (t) => {
  const name = unique('found')
  const viewer = await api.make.user({ email: `${unique('viewer')}@example.com`, platformRole: 'viewer' })
  const { headers } = await api.make.session(viewer)
  const users = await Promise.all(['100%', 'b', 'a'].map((tag) => api.make.user({ email: `${tag}.${name}@example.com` })))
  const [percent, second, first] = users as [(typeof users)[0], (typeof users)[0], (typeof users)[0]]
  const workspace = await api.make.workspace()
  await api.make.member(workspace, first, 'member')
  await api.make.member(workspace, second, 'owner')
  const read = async (path: string) => (await api.call(`GET ${path}`, { headers })).body
  const idsOf = async (query: string) => (await read(`/admin/users?${query}`)).map(({ id }: { id: string }) => id)
  t.deepEqual(await idsOf(`search=${name}`), [percent.id, first.id, second.id])
  t.deepEqual(await idsOf(`search=${name}&pageSize=1&page=2`), [first.id])
  t.deepEqual(await idsOf(`search=0%25.${name}`), [percent.id], 'a percent sign is no wildcard')
  t.deepEqual(await idsOf(`search=${second.id}`), [second.id])
  t.deepEqual(await idsOf(`slug=${workspace.slug}`), [second.id, first.id], 'owners first')
  t.like(await read(`/admin/users/${second.id}`), { email: second.email, workspaces: [{ id: workspace.id }], programs: [] })
  t.is((await api.call('GET /admin/users/user_missing', { headers })).status, 404)
  t.deepEqual(await rows(`select 1 from one_time_tokens where user_id = $1`, [second.id]), [])
  t.deepEqual(await rows('select 1 from admin_audit_entries where user_id = $1', [viewer.id]), [])
})

test.serial('an operator logs in as a user once, by a link', async (t) => {
  const user = await api.make.user({ email: `${unique('user')}@example.com` })
  const workspace = await api.make.workspace()
  await api.make.member(workspace, user, 'owner')
  const { body } = await admin('POST /admin/impersonate', { email: user.email as string })
  t.like(body, { email: user.email, workspaces: [{ id: workspace.id, slug: workspace.slug }], programs: [] })
  t.like((await admin('POST /admin/impersonate', { slug: workspace.slug })).body, { email: user.email })
  t.is((await admin('POST /admin/impersonate', {})).status, 422)
  t.is((await admin('POST /admin/impersonate', { slug: 'no-such-workspace' })).status, 404)
  const { pathname, search } = new URL(body.impersonateUrl.app)
  const opened = await api.call(`GET ${pathname}${search}`)
  t.is(opened.status, 303)
  const cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] as string
  t.like((await api.call('GET /user', { headers: { cookie } })).body, { id: user.id, isImpersonated: true })
  const landed = await api.call(`GET ${opened.headers.get('location')}`, { headers: { cookie } })
  t.is(landed.status, 200)
  t.regex(String(landed.body), /You act as this user/)
  t.is((await api.call(`GET ${pathname}${search}`)).status, 400)
  const own = await api.make.session(user)
  t.is((await api.call('GET /user', { headers: own.headers })).body.isImpersonated, false)
})

test.serial('the session of an operator who logged in as a user ends after an hour, also if it is used', async (t) => {
  const user = await api.make.user({ email: `${unique('user')}@example.com` })
  const { body } = await admin('POST /admin/impersonate', { email: user.email as string })
  const { pathname, search } = new URL(body.impersonateUrl.app)
  const opened = await api.call(`GET ${pathname}${search}`)
  const cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] as string
  const age = (interval: string) =>
    rows(
      `update sessions set seen_at = seen_at - $2::interval, created_at = created_at - $2::interval, rotated_at = rotated_at - $2::interval,
         expires_at = expires_at - $2::interval where user_id = $1`,
      [user.id, interval],
    )
  await age('59 minutes')
  await rows(`update sessions set seen_at = seen_at - interval '2 days', rotated_at = rotated_at - interval '2 days' where user_id = $1`, [
    user.id,
  ])
  const used = await api.call('GET /user', { headers: { cookie } })
  t.deepEqual([used.status, used.headers.get('set-cookie')], [200, null])
  await age('1 minute')
  t.is((await api.call('GET /user', { headers: { cookie } })).status, 401)
})

test.serial('only an owner logs in as a platform administrator, and none is banned', async (t) => {
  const of = (platformRole: 'owner' | 'viewer') => api.make.user({ email: `${unique(platformRole)}@example.com`, platformRole })
  const [owner, viewer, user] = [await of('owner'), await of('viewer'), await api.make.user()]
  const workspace = await api.make.workspace()
  await api.make.member(workspace, owner, 'owner')
  const call = async (by: typeof owner, what: string, body: object) =>
    (await api.call(what, { headers: (await api.make.session(by)).headers, body })).status
  t.is(await call(viewer, 'POST /admin/impersonate', { email: user.email }), 200)
  t.is(await call(viewer, 'POST /admin/impersonate', { email: owner.email }), 403)
  t.is(await call(viewer, 'POST /admin/impersonate', { slug: workspace.slug }), 403)
  t.is(await call(owner, 'POST /admin/impersonate', { email: viewer.email }), 200)
  t.deepEqual(await rows('select count(*)::int from one_time_tokens where user_id = $1', [owner.id]), [{ count: 0 }])
  t.is(await call(owner, 'POST /admin/ban', { email: owner.email }), 400)
  t.deepEqual(await rows('select slug from workspaces where id = $1', [workspace.id]), [{ slug: workspace.slug }])
  t.deepEqual(await rows('select 1 from blocked_emails where email = $1', [owner.email]), [])
})

test.serial('a program is deleted completely unless it has paid partners', async (t) => {
  const { workspace } = await api.make.caller()
  const program = await programOf(api.make, workspace)
  const partner = await partnerOf(api.make, workspace)
  await api.make.commission(program, partner, { earnings: 100 })
  const payout = await api.make.payout(program, partner, { status: 'completed' })
  const path = `POST /admin/programs/${program.id}/delete`
  t.regex((await admin(path)).body.error.message, /has paid partners/)
  await rows('delete from payouts where id = $1', [payout.id])
  t.is((await admin(path)).status, 202)
  await runQueuedJobsAndSubscribers(api.resources)
  t.deepEqual(await rows('select 1 from programs where id = $1', [program.id]), [])
  t.deepEqual(await rows('select default_program_id as id from workspaces where id = $1', [workspace.id]), [{ id: null }])
  t.is((await admin(path)).status, 404)
})

test.serial('providers are used when they are configured, and named when they are not', async (t) => {
  const { id } = await api.make.partner()
  const invite = { workspaceSlug: 'acme', email: 'ann@example.com' }
  t.regex((await admin('POST /admin/slack-support-invite', invite)).body.error.message, /SLACK_BOT_TOKEN/)
  t.regex((await admin(`POST /admin/partners/${id}/generate-veriff-session`)).body.error.message, /VERIFF_API_KEY/)
  const requests: string[] = []
  const openTransactions: unknown[] = []
  const provider = await loopbackServer(t, (request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', async () => {
      const idle = `select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`
      openTransactions.push(...(await configured.resources.database.pool.query(idle)).rows)
      requests.push(`${request.headers.authorization ?? 'no token'} ${request.url} ${text}`)
      const answers: Record<string, object> = {
        '/conversations.create': text.includes('taken') ? { ok: false, error: 'name_taken' } : { ok: true, channel: { id: 'C1' } },
        '/conversations.inviteShared': { ok: true, invite_id: 'I1' },
        '/v1/sessions': { verification: { id: 'session', url: 'https://veriff.example/session' } },
      }
      response.end(JSON.stringify(answers[request.url ?? ''] ?? {}))
    })
  })
  const configured = await testApi({
    ALLOW_PRIVATE_TARGETS: 'true',
    SLACK_BOT_TOKEN: 'xoxb-token-of-the-tests',
    SLACK_API_URL: provider.origin,
    VERIFF_API_KEY: 'veriff-key-of-the-tests',
    VERIFF_API_URL: provider.origin,
  })
  t.teardown(() => configured.close())
  const call = (what: string, body?: object) =>
    configured.call(what, { key: configured.config.adminApiKey as string, ...(body ? { body } : {}) })
  t.deepEqual((await call('POST /admin/slack-support-invite', invite)).body, { success: true, inviteIds: ['I1'] })
  t.is((await call('POST /admin/slack-support-invite', { ...invite, workspaceSlug: 'taken' })).status, 409)
  const partner = await configured.make.partner()
  const session = () => call(`POST /admin/partners/${partner.id}/generate-veriff-session`)
  for (let count = 0; count < 2; count++) t.deepEqual((await session()).body, { sessionUrl: 'https://veriff.example/session' })
  t.is(requests.filter((one) => one.includes('/v1/sessions')).length, 1)
  t.deepEqual(openTransactions, [], 'a slow provider holds no transaction open')
  t.true(requests[0]?.startsWith('Bearer xoxb-token-of-the-tests /conversations.create {"name":"support-acme"}'))
})

test.serial('results of a verification are applied once each, whatever their order, if their signature is right', async (t) => {
  const unconfigured = await admin('POST /identity/webhooks/veriff', { id: 'session', action: 'submitted' })
  t.regex(unconfigured.body.error.message, /VERIFF_SHARED_SECRET/)
  const configured = await testApi({ VERIFF_SHARED_SECRET: 'veriff-secret-of-the-tests' })
  t.teardown(() => configured.close())
  const session = { id: 'session-1', url: 'https://veriff.example/1', expiresAt: new Date(Date.now() + days(7)).toISOString() }
  const partner = await configured.make.partner({ identityVerificationStatus: 'started', identitySession: session })
  const send = async (body: object, secret = 'veriff-secret-of-the-tests') => {
    const signature = createHmac('sha256', secret).update(JSON.stringify(body)).digest('hex')
    const { status } = await configured.call('POST /identity/webhooks/veriff', { body, headers: { 'X-HMAC-Signature': signature } })
    await runQueuedJobs(configured.resources)
    return status
  }
  const state = async () => {
    const { rows } = await configured.resources.database.pool.query<{ status: string; verified: boolean }>(
      'select identity_verification_status as status, identity_verified_at is not null as verified from partners where id = $1',
      [partner.id],
    )
    return [rows[0]?.status, rows[0]?.verified]
  }
  const event = { id: session.id, attemptId: 'a', feature: 'selfid', code: 7002, action: 'submitted', vendorData: partner.id }
  const decision = (status: string, decisionTime: string) => ({ status: 'success', verification: { id: session.id, status, decisionTime } })
  const declined = decision('declined', '2026-11-02T10:00:00.000Z')
  const approved = decision('approved', '2026-11-02T11:00:00.000Z')
  t.is(await send(approved, 'another secret'), 401)
  t.is(await send({ hello: 'world' }), 400)
  t.deepEqual(await state(), ['started', false])
  t.is(await send(event), 200)
  t.deepEqual(await state(), ['submitted', false])
  for (const body of [approved, approved, event, declined]) t.is(await send(body), 200)
  t.deepEqual(await state(), ['approved', true], 'a repeated or older result changes nothing')
  t.is(await send(decision('declined', '2026-11-02T12:00:00.000Z')), 200)
  t.deepEqual(await state(), ['declined', false], 'a later decision replaces the earlier one')
  t.is(await send({ ...event, id: 'session-of-someone-else' }), 200)
  const subjects = (await emailsTo(configured.config.dataDir, partner.email as string)).map(({ subject }) => subject)
  t.deepEqual(subjects, ['Your identity was verified', 'Your identity could not be verified'])
})

test.serial('a domain is checked at once', async (t) => {
  const { workspace } = await api.make.caller()
  const { slug } = await api.make.domain(workspace)
  t.is((await admin('POST /admin/domains/refresh', { domain: 'no-such-domain.example' })).status, 404)
  t.deepEqual((await admin('POST /admin/domains/refresh', { domain: slug })).body, { success: true })
})

test.serial('domains are looked up, registered and renewed at the registrar, for a known price only', async (t) => {
  t.regex((await admin('GET /admin/domains/search-availability?domain=acme')).body.error.message, /DYNADOT_API_KEY/)
  const orders: string[] = []
  let renewals = 0
  let renewalPrice = '12.50'
  /** Ends that the registrar knows and this installation does not. */
  const ends = new Map<string, number>()
  const endsAt = Date.now() + days(14)
  const registrar = await loopbackServer(t, (request, response) => {
    const query = new URL(request.url ?? '', 'http://registrar').searchParams
    const names = [...query].flatMap(([name, value]) => (name.startsWith('domain') ? value : []))
    const done = { ResponseCode: '0', Status: 'success', DomainName: names[0], Expiration: endsAt + days(365) * renewals }
    const order = () => void orders.push(`${query.get('command')} ${names[0]}${query.get('premium') === '1' ? ' premium' : ''}`)
    const answers: Record<string, () => object> = {
      search: () => ({
        SearchResponse: {
          ResponseCode: '0',
          SearchResults: names.map((name) => ({
            DomainName: name,
            Available: name.startsWith('get') ? 'no' : 'yes',
            ...(name.includes('gold')
              ? { Price: 'Registration Price: 1,150.00 in USD and Renewal price: 30.00 in USD and Is a Premium Domain' }
              : { Price: name.includes('odd') ? '' : 'Registration Price: 9.99 in USD and Renewal price: 12.50 in USD' }),
          })),
        },
      }),
      register: () => {
        order()
        if (names[0]?.startsWith('lost')) return (response.destroy(), {})
        if (names[0]?.startsWith('poor')) return { RegisterResponse: { ResponseCode: '-1', Status: 'error', Error: 'insufficient funds' } }
        return { RegisterResponse: { ...done, Status: 'order_pending_process' } }
      },
      domain_info: () => ({
        DomainInfoResponse: names[0]?.startsWith('lost-none')
          ? { ResponseCode: '-1', Status: 'error', Error: 'no such domain in your account' }
          : { ResponseCode: 0, DomainInfo: { Expiration: String(ends.get(names[0] ?? '') ?? endsAt) } },
      }),
      tld_price: () => ({ TldPriceResponse: { ResponseCode: '0', TldPrice: [{ Tld: '.link', Price: { Renew: renewalPrice } }] } }),
      renew: () => (
        order(),
        renewals++ === 0
          ? { RenewResponse: { ResponseCode: '-1', Status: 'error', Error: 'insufficient funds' } }
          : { RenewResponse: { ...done, Expiration: endsAt + days(365) } }
      ),
    }
    const answer = answers[query.get('command') ?? '']?.()
    if (!response.destroyed) response.end(JSON.stringify(answer))
  })
  const configured = await testApi({
    ALLOW_PRIVATE_TARGETS: 'true',
    DYNADOT_API_KEY: 'dynadot-key-of-the-tests',
    DYNADOT_API_URL: registrar.origin,
  })
  t.teardown(() => configured.close())
  const call = (what: string, body?: object) =>
    configured.call(what, { key: configured.config.adminApiKey as string, ...(body ? { body } : {}) })
  const { workspace, key, user } = await configured.make.caller({ plan: 'enterprise' })
  const name = `acme${Date.now()}`
  const found = (await call(`GET /admin/domains/search-availability?domain=${name}`)).body
  t.deepEqual(found[0], {
    domain: `${name}.link`,
    available: true,
    premium: false,
    prices: { registration: 999, renewal: 1250 },
    price: 'Registration Price: 9.99 in USD and Renewal price: 12.50 in USD',
  })
  t.deepEqual(
    found.map((one: { available: boolean }) => one.available),
    [true, false, true, true],
  )

  const register = (domain: string, more: object = {}) =>
    call('POST /admin/domains/register-premium', { domain, workspaceSlug: workspace.slug, ...more })
  t.is((await register(`${name}.com`)).status, 422)
  t.is((await register(`get${name}.link`)).status, 409)
  t.is((await register(`odd${name}.link`)).status, 422)
  t.is((await register(`gold${name}.link`, { maxPriceInCents: 114_999 })).status, 422)
  t.is((await configured.call('POST /domains/register', { key, body: { domain: `gold${name}.link` } })).status, 403)
  t.deepEqual(orders, [])
  const gold = await register(`gold${name}.link`, { maxPriceInCents: 115_000 })
  t.like(gold.body, { success: true, registrationPriceCents: 115_000 })
  t.is((await register(`gold${name}.link`)).status, 409)
  const own = await configured.call('POST /domains/register', { key, body: { domain: `${name}.link` } })
  t.like(own.body, { domain: `${name}.link`, status: 'order_pending_process', expiration: endsAt })
  t.deepEqual(orders, [`register gold${name}.link premium`, `register ${name}.link`])
  const stored = async (slug: string) =>
    (await configured.call('GET /domains', { key })).body.find((one: { slug: string }) => one.slug === slug)
  t.like((await stored(`${name}.link`)).registeredDomain, { expiresAt: new Date(endsAt).toISOString(), renewalFee: 1250 })
  t.deepEqual((await call(`GET /admin/domains/search-availability?domain=get${name}`)).status, 200)

  const { pool } = configured.resources.database
  await pool.query(`update domains set registration_ends_at = now() + interval '16 days 1 hour' where slug = $1`, [`gold${name}.link`])
  const ofOwner = async () => (await emailsTo(configured.config.dataDir, user.email as string)).map(({ subject }) => subject).toSorted()
  const run = async () => {
    await runJobByName(configured.resources, 'links.renew-domains')
    await runQueuedJobsAndSubscribers(configured.resources)
  }
  renewalPrice = '18.76'
  await run()
  t.is(orders.length, 2, 'half as much again as was agreed is the limit')
  renewalPrice = ''
  await run()
  t.is(orders.length, 2, 'nor is anything paid while the registrar names no price')
  renewalPrice = '18.75'
  await pool.query(`update domains set renewal_fee = null where slug = $1`, [`${name}.link`])
  await run()
  t.is(orders.length, 2, 'or while no price was agreed')
  await pool.query(`update domains set renewal_fee = 1250 where slug = $1`, [`${name}.link`])
  await run()
  t.deepEqual(await ofOwner(), [`${name}.link could not be renewed`, `gold${name}.link renews soon`])
  await run()
  t.deepEqual(orders.slice(2), [`renew ${name}.link`, `renew ${name}.link`])
  t.is((await stored(`${name}.link`)).registeredDomain.expiresAt, new Date(endsAt + days(365)).toISOString())
  await run()
  t.is(orders.length, 4, 'renewed once')
  t.is((await ofOwner()).length, 3)
  t.is((await call('POST /admin/domains/renew', { domain: `${name}.link` })).status, 409, 'paid for more than a year')
  t.is((await call('POST /admin/domains/renew', { domain: `gold${name}.link`, maxPriceInCents: 1874 })).status, 422)
  ends.set(`gold${name}.link`, endsAt + days(400))
  const renewed = await call('POST /admin/domains/renew', { domain: `gold${name}.link` })
  t.is(renewed.body.expiresAt, new Date(endsAt + days(400)).toISOString())
  t.is(orders.length, 4, 'the order whose answer was lost is not repeated')
  t.is((await call('POST /admin/domains/renew', { domain: 'elsewhere.example' })).status, 404)

  const buy = (domain: string) => configured.call('POST /domains/register', { key, body: { domain: `${domain}.link` } })
  t.is((await buy(`poor${name}`)).status, 422)
  t.is(await stored(`poor${name}.link`), undefined, 'a refused order leaves no domain')
  const lost = await buy(`lost${name}`)
  t.is(lost.status, 201, 'the account at the registrar shows that an order without an answer was carried out')
  t.truthy((await stored(`lost${name}.link`)).registeredDomain)
  t.is((await buy(`lost-none${name}`)).status, 422)
  t.is(await stored(`lost-none${name}.link`), undefined)

  const settle = () => runJobByName(configured.resources, 'links.settle-purchases')
  const crash = (slug: string, age: string) =>
    pool.query(
      `update domains set ordered_at = now() - $2::interval, registered_at = null, registration_ends_at = null, renewal_fee = null
       where slug = $1`,
      [slug, age],
    )
  await crash(`lost${name}.link`, '1 minute')
  await settle()
  t.falsy((await stored(`lost${name}.link`)).registeredDomain, 'its request may still run')
  await crash(`lost${name}.link`, '1 hour')
  await settle()
  t.truthy((await stored(`lost${name}.link`)).registeredDomain, 'a job stores what a crashed request bought')
  await configured.call('POST /domains', { key, body: { slug: `lost-none${name}2.link` } })
  await crash(`lost-none${name}2.link`, '2 days')
  await settle()
  t.is(await stored(`lost-none${name}2.link`), undefined, 'what the registrar never sold is taken back')

  await pool.query(`update domains set registration_ends_at = now() + interval '3 days', ordered_at = now() where slug = $1`, [
    `gold${name}.link`,
  ])
  t.is((await call('POST /admin/domains/renew', { domain: `gold${name}.link` })).status, 409, 'one renewal at a time')
})
