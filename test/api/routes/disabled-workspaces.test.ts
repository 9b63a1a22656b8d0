/** Workspaces that the operator disabled: nothing gives access to them again but their restoration. */
import test from 'ava'
import { newPublishableKey } from '../../../shared/accounts/index.js'
import { days } from '../../../shared/kernel/time.js'
import { moveLinksToWorkspace } from '../../../shared/links/jobs.js'
import { type TestApi, testApi } from '../../support/api.js'
import { runJobByName, runQueuedJobsAndSubscribers } from '../../support/jobs.js'
import { partnerOf, programOf } from '../../support/partner-input.js'
import { unique } from '../../support/program-owner.js'
import { visitShortLink } from '../../support/visit-short-link.js'
import { waitUntil } from '../../support/wait-until.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api?.close())

const admin = (what: string, body?: object) => api.call(what, { key: api.config.adminApiKey as string, ...(body ? { body } : {}) })
const rows = async (sql: string, values: unknown[]) => (await api.resources.database.pool.query(sql, values)).rows
const disable = async ({ slug }: { slug: string }) => {
  await admin('POST /admin/workspaces/disable', { slug })
  await runQueuedJobsAndSubscribers(api.resources)
}

test.serial('the key of a machine user may only read a disabled workspace', async (t) => {
  const { workspace, key } = await api.make.caller()
  const machine = (await api.call('POST /tokens', { key, body: { name: 'Deploy', isMachine: true } })).body.token
  const { slug: domain } = await api.make.domain(workspace)
  const create = () => api.call('POST /links', { key: machine, body: { url: 'https://example.com', domain } })
  const { id } = (await create()).body
  await disable(workspace)
  t.like((await create()).body, { error: { code: 'forbidden' } })
  t.is((await api.call(`PATCH /links/${id}`, { key: machine, body: { comments: 'changed' } })).status, 403)
  t.is((await api.call('GET /links', { key: machine })).status, 200)
  await admin('POST /admin/workspaces/restore', { slug: workspace.slug })
  t.is((await create()).status, 200)
})

test.serial('the publishable key records nothing in a disabled workspace', async (t) => {
  const publishableKey = newPublishableKey()
  const { workspace, key } = await api.make.caller({ plan: 'business', publishableKey, attributionWindowDays: 1 })
  const link = await api.make.link(workspace, { domain: (await api.make.domain(workspace)).slug, trackConversion: true })
  const click = await api.make.click(link, { timestamp: new Date(Date.now() - days(3)) })
  const lead = { clickId: click.id, eventName: 'Sign up', customerExternalId: 'u1' }
  t.is((await api.call('POST /track/lead', { key, body: lead })).status, 200)
  const sell = (invoiceId: string) =>
    api.call('POST /track/sale/client', { key: publishableKey, body: { customerExternalId: 'u1', amount: 500, invoiceId } })
  const sales = async () => (await rows('select invoice_id from sale_events where workspace_id = $1', [workspace.id])).length
  t.is((await sell('inv_1')).status, 200)
  await disable(workspace)
  const refused = await sell('inv_2')
  t.is(refused.status, 403)
  t.regex(refused.body.error.message, /disabled/)
  t.is(await sales(), 1)
  await admin('POST /admin/workspaces/restore', { slug: workspace.slug })
  t.is((await sell('inv_2')).status, 200)
})

test.serial('links of a disabled workspace do not lead to the address for unknown links of their domain', async (t) => {
  const { workspace } = await api.make.caller()
  const { slug: domain } = await api.make.domain(workspace, { notFoundUrl: 'https://target.example/not-found' })
  const link = await api.make.link(workspace, { domain })
  const visit = async (key: string) => {
    const { status, headers } = await visitShortLink(api, { domain, key }, 'Mozilla/5.0')
    return headers.location ?? status
  }
  t.is(await visit('unknown'), 'https://target.example/not-found')
  await disable(workspace)
  await waitUntil(async () => (await visit('unknown')) === 404)
  t.is(await visit(link.key), 404)
  await admin('POST /admin/workspaces/restore', { slug: workspace.slug })
  await waitUntil(async () => (await visit('unknown')) === 'https://target.example/not-found')
})

test.serial('dashboards of a disabled workspace are not shown until it is restored', async (t) => {
  const { workspace, key } = await api.make.caller()
  const link = await api.make.link(workspace)
  const folder = await api.make.folder(workspace)
  const { id } = (await api.call(`POST /dashboards?linkId=${link.id}`, { key })).body
  t.is((await api.call(`POST /dashboards?folderId=${folder.id}`, { key })).status, 200)
  const statuses = async () => {
    const paths = [
      `/share/${id}`,
      `/dashboards/${id}/public`,
      `/analytics/dashboard?domain=${link.domain}&key=${link.key}`,
      `/analytics/dashboard?folderId=${folder.id}`,
    ]
    return Promise.all(paths.map(async (path) => (await api.call(`GET ${path}`)).status))
  }
  t.deepEqual(await statuses(), [200, 200, 200, 200])
  await disable(workspace)
  t.deepEqual(await statuses(), [403, 403, 403, 403])
  await admin('POST /admin/workspaces/restore', { slug: workspace.slug })
  t.deepEqual(await statuses(), [200, 200, 200, 200])
})

test.serial('an invite to a disabled workspace is accepted only after its restoration', async (t) => {
  const { workspace } = await api.make.caller()
  const user = await api.make.user({ email: `${unique('invited')}@example.com` })
  await api.make.invite(workspace, user.email as string, { role: 'owner' })
  const { headers } = await api.make.session(user)
  const accept = () => api.call(`POST /workspaces/${workspace.id}/invites/accept`, { headers })
  await disable(workspace)
  const refused = await accept()
  t.is(refused.status, 403)
  t.regex(refused.body.error.message, /disabled/)
  await admin('POST /admin/workspaces/restore', { slug: workspace.slug })
  t.is((await accept()).status, 200)
})

test.serial('requests that arrive while a workspace is being disabled give no user a role that can change it', async (t) => {
  const { workspace, key } = await api.make.caller()
  const member = await api.make.user()
  await api.make.member(workspace, member, 'member')
  const { pool } = api.resources.database
  const locks = `select count(*)::int as count from pg_locks join pg_database on oid = database
    where datname = current_database() and locktype = 'advisory' and not granted`
  const waiting = async (count: number) => (await rows(locks, []))[0].count === count
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`members ${workspace.id}`])
    const disabling = admin('POST /admin/workspaces/disable', { slug: workspace.slug })
    await waitUntil(() => waiting(1))
    const requests = [
      api.call(`PATCH /workspaces/${workspace.id}/users`, { key, body: { userId: member.id, role: 'owner' } }),
      api.call('POST /tokens', { key, body: { name: 'Deploy', isMachine: true } }),
    ]
    await waitUntil(() => waiting(3))
    await client.query('commit')
    t.is((await disabling).status, 200)
    for (const request of requests) t.like(await request, { status: 403, body: { error: { code: 'forbidden' } } })
  } finally {
    client.release(true)
  }
  t.deepEqual(await rows('select distinct role from members where workspace_id = $1 order by role', [workspace.id]), [
    { role: 'billing' },
    { role: 'viewer' },
  ])
})

test.serial('the last owner of a disabled workspace cannot leave it, nor delete the account', async (t) => {
  const { workspace, user } = await api.make.caller()
  const other = await api.make.user()
  await api.make.member(workspace, other, 'owner')
  const [session, otherSession] = [await api.make.session(user), await api.make.session(other)]
  const leave = (userId: string, { headers }: typeof session) =>
    api.call(`DELETE /workspaces/${workspace.id}/users?userId=${userId}`, { headers })
  await disable(workspace)
  t.is((await api.call('DELETE /user', session)).status, 422)
  t.is((await leave(other.id, otherSession)).status, 200)
  const refused = await leave(user.id, session)
  t.is(refused.status, 400)
  t.regex(refused.body.error.message, /at least one owner/)
  await admin('POST /admin/workspaces/restore', { slug: workspace.slug })
  t.deepEqual(await rows('select user_id, role from members where workspace_id = $1', [workspace.id]), [
    { user_id: user.id, role: 'owner' },
  ])
})

test.serial('the operator finds the owner of a disabled workspace before its members', async (t) => {
  const workspace = await api.make.workspace()
  const owner = await api.make.user({ email: `${unique('zoe')}@example.com` })
  const member = await api.make.user({ email: `${unique('ann')}@example.com` })
  await api.make.member(workspace, owner)
  await api.make.member(workspace, member, 'member')
  await disable(workspace)
  const { body } = await admin(`GET /admin/users?slug=${workspace.slug}`)
  t.deepEqual(
    body.map(({ id }: { id: string }) => id),
    [owner.id, member.id],
  )
})

test.serial('the application page of a disabled workspace is not shown until it is restored', async (t) => {
  const { workspace } = await api.make.caller()
  const program = await programOf(api.make, workspace)
  await rows('update partner_groups set application_form_published_at = now() where program_id = $1', [program.id])
  const status = async () => (await api.call(`GET /auth/apply/${program.slug}`)).status
  t.is(await status(), 200)
  await disable(workspace)
  t.is(await status(), 404)
  await admin('POST /admin/workspaces/restore', { slug: workspace.slug })
  t.is(await status(), 200)
})

test.serial('an application that is due for its automatic rejection is rejected after the restoration', async (t) => {
  const { workspace, key } = await api.make.caller()
  const program = await programOf(api.make, workspace)
  const applicationRequirements = [{ key: 'country', operator: 'is', value: ['DE'] }]
  t.is((await api.call(`PATCH /programs/${program.id}`, { key, body: { applicationRequirements } })).status, 200)
  const partner = await api.make.partner({ country: 'FR' })
  const applicationId = await api.make.application(program, partner)
  await api.make.enrolment(program, partner, { status: 'pending', applicationId })
  await rows(`update program_applications set auto_reject_at = now() - interval '1 minute' where id = $1`, [applicationId])
  const status = async () => {
    await runJobByName(api.resources, 'applications.auto-reject')
    return (await rows('select status from enrolments where application_id = $1', [applicationId]))[0]?.status
  }
  await disable(workspace)
  t.is(await status(), 'pending')
  await admin('POST /admin/workspaces/restore', { slug: workspace.slug })
  t.is(await status(), 'rejected')
})

test.serial('a ban also deletes the workspaces of the user that were disabled before', async (t) => {
  const { workspace, user } = await api.make.caller()
  await disable(workspace)
  t.like((await admin('POST /admin/impersonate', { slug: workspace.slug })).body, { email: user.email })
  t.is((await admin('POST /admin/ban', { email: user.email as string })).status, 200)
  await runQueuedJobsAndSubscribers(api.resources)
  t.deepEqual(await rows('select id from workspaces where id = $1 and slug = $2', [workspace.id, workspace.slug]), [])
})

test.serial('the operator can check the DNS records of a domain of a disabled workspace', async (t) => {
  const { workspace } = await api.make.caller()
  const { slug: domain } = await api.make.domain(workspace)
  await disable(workspace)
  t.is((await admin('POST /admin/domains/refresh', { domain })).status, 200)
})

test.serial('the program of a disabled workspace can be deleted completely', async (t) => {
  const { workspace } = await api.make.caller()
  const program = await programOf(api.make, workspace)
  await partnerOf(api.make, workspace)
  await disable(workspace)
  t.is((await admin(`POST /admin/programs/${program.id}/delete`)).status, 202)
  await runQueuedJobsAndSubscribers(api.resources)
  t.deepEqual(await rows('select 1 from programs where id = $1', [program.id]), [])
})

test.serial('a workspace that is disabled again before its links were enabled has no working links, and all of them later', async (t) => {
  const { workspace } = await api.make.caller()
  const [first, second] = [await api.make.link(workspace), await api.make.link(workspace)]
  const { slug, id: workspaceId } = workspace
  const disabledAt = async () => (await rows('select disabled_at as at from workspaces where id = $1', [workspaceId]))[0].at.toISOString()
  const workingLinks = async () =>
    (await rows('select id from links where workspace_id = $1 and disabled_at is null order by id', [workspaceId])).map(({ id }) => id)
  await disable(workspace)
  const former = await disabledAt()
  await admin('POST /admin/workspaces/restore', { slug })
  await admin('POST /admin/workspaces/disable', { slug })
  const run = (at: string, isDisabled: boolean) =>
    runJobByName(api.resources, 'administration.switch-links', { workspaceId, disabledAt: at, isDisabled })
  await run(await disabledAt(), true)
  await run(former, false)
  t.deepEqual(await workingLinks(), [])
  await admin('POST /admin/workspaces/restore', { slug })
  await runQueuedJobsAndSubscribers(api.resources)
  t.deepEqual(await workingLinks(), [first.id, second.id].sort())
})

test.serial('links that a request was adding when the workspace was disabled do not work', async (t) => {
  const { workspace } = await api.make.caller()
  const { id, domain } = await api.make.link(workspace)
  const { pool } = api.resources.database
  const isDisabled = async (linkId: string) =>
    (await rows('select disabled_at is not null as "isDisabled" from links where id = $1', [linkId]))[0]?.isDisabled
  const [added, key] = [`${id}-added`, unique('added')]
  const request = await pool.connect()
  try {
    await request.query('begin')
    await request.query('insert into links select (jsonb_populate_record(one, $2)).* from links one where id = $1', [
      id,
      { id: added, key, lookup_key: key, short_link: `https://${domain}/${key}` },
    ])
    await admin('POST /admin/workspaces/disable', { slug: workspace.slug })
    const jobs = runQueuedJobsAndSubscribers(api.resources)
    await waitUntil(() => isDisabled(id))
    await request.query('commit')
    await jobs
  } finally {
    request.release(true)
  }
  t.true(await isDisabled(added))
})

test.serial(
  'partners get the default links that their group got right before the workspace was disabled after its restoration',
  async (t) => {
    const { workspace, key } = await api.make.caller()
    const program = await programOf(api.make, workspace)
    const partner = await partnerOf(api.make, workspace)
    const url = 'https://acme.example/new'
    t.is((await api.call('POST /groups/default/default-links', { key, body: { url, domain: program.domain as string } })).status, 201)
    await disable(workspace)
    const copies = () => rows('select 1 as one from links where partner_id = $1 and url = $2', [partner.id, url])
    t.deepEqual(await copies(), [])
    await admin('POST /admin/workspaces/restore', { slug: workspace.slug })
    await runQueuedJobsAndSubscribers(api.resources)
    t.deepEqual(await copies(), [{ one: 1 }])
  },
)

test.serial('partners who are reactivated while their workspace is being disabled have working links after the restoration', async (t) => {
  const { workspace, key } = await api.make.caller()
  const program = await programOf(api.make, workspace)
  const partner = await partnerOf(api.make, workspace)
  const link = await api.make.link(workspace, { domain: program.domain as string, programId: program.id, partnerId: partner.id })
  const isWorking = async () =>
    (await rows('select disabled_at is null and expires_at is null as "isWorking" from links where id = $1', [link.id]))[0].isWorking
  t.is((await api.call(`POST /programs/${program.id}/deactivate`, { key })).status, 200)
  await runQueuedJobsAndSubscribers(api.resources)
  t.is((await api.call(`POST /programs/${program.id}/reactivate`, { key })).status, 200)
  await admin('POST /admin/workspaces/disable', { slug: workspace.slug })
  const [{ at }] = await rows('select disabled_at as at from workspaces where id = $1', [workspace.id])
  await runJobByName(api.resources, 'administration.switch-links', {
    workspaceId: workspace.id,
    disabledAt: at.toISOString(),
    isDisabled: true,
  })
  await runJobByName(api.resources, 'partners.change-program-partners', { programId: program.id, operation: 'reactivate' })
  t.false(await isWorking())
  await admin('POST /admin/workspaces/restore', { slug: workspace.slug })
  await runQueuedJobsAndSubscribers(api.resources)
  t.true(await isWorking())
})

test.serial('links of a transferred domain are disabled with the workspace that has them, not with the former one', async (t) => {
  const { workspace, user, key } = await api.make.caller()
  const target = await api.make.workspace()
  await api.make.member(target, user, 'owner')
  const { slug: domain } = await api.make.domain(workspace)
  const moved = await api.make.link(workspace, { domain })
  const isWorking = async () =>
    (await rows('select workspace_id = $2 and disabled_at is null as "isWorking" from links where id = $1', [moved.id, target.id]))[0]
      .isWorking
  t.is((await api.call(`POST /domains/${domain}/transfer`, { key, body: { newWorkspaceId: target.id } })).status, 200)
  const [{ id: domainId }] = await rows('select id from domains where slug = $1', [domain])
  await admin('POST /admin/workspaces/disable', { slug: workspace.slug })
  const [{ at }] = await rows('select disabled_at as at from workspaces where id = $1', [workspace.id])
  const disabling = { workspaceId: workspace.id, disabledAt: at.toISOString(), isDisabled: true }
  await runJobByName(api.resources, 'administration.switch-links', disabling)
  await runJobByName(api.resources, moveLinksToWorkspace.name, { domainId, from: workspace.id, to: target.id, userId: user.id })
  t.true(await isWorking())

  await rows('update links set workspace_id = $2 where id = $1', [moved.id, workspace.id])
  await disable(target)
  await runJobByName(api.resources, moveLinksToWorkspace.name, { domainId, from: workspace.id, to: target.id, userId: user.id })
  t.false(await isWorking())
  await admin('POST /admin/workspaces/restore', { slug: target.slug })
  await runQueuedJobsAndSubscribers(api.resources)
  t.true(await isWorking())
})
