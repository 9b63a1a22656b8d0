import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { emailsTo, latestEmailTo, linkIn, tokenIn } from '../../support/emails.js'
import { findForm } from '../../support/html-forms.js'
import { runJobByName, runQueuedJobs } from '../../support/jobs.js'
import { programOwner as createProgramOwner, unique } from '../../support/program-owner.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
})
test.after.always(() => api?.close())

const programOwner = (overrides = {}) => createProgramOwner(api, overrides)
const sync = () => runQueuedJobs(api.resources)
const post = (path: string, fields: Record<string, string>) =>
  api.call(`POST ${path}`, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
const age = (partnerId: string, days: number) =>
  api.resources.database.pool.query(
    `update enrolments set created_at = created_at - make_interval(days => $2), updated_at = updated_at - make_interval(days => $2)
     where partner_id = $1`,
    [partnerId, days],
  )

test.serial('an invited partner has links at once, gets an email and accepts by its link', async (t) => {
  const { call, program, workspace, email } = await programOwner({ webhookTriggers: ['partner.enrolled'] })
  await call(`PATCH /programs/${program.id}`, {
    supportEmail: 'help@acme.example',
    inviteEmailData: { subject: 'Join us', body: 'Be our partner.' },
  })
  const address = email()
  const invited = await call('POST /partners/invites', {
    email: ` ${address.toUpperCase()} `,
    name: 'Ada Lovelace',
    username: unique('ada'),
  })
  t.is(invited.status, 201, JSON.stringify(invited.body))
  t.like(invited.body, { email: address, name: 'Ada Lovelace', status: 'invited', groupId: program.defaultGroupId })
  const { partnerId, url } = invited.body
  const before = (await call(`GET /partners/${partnerId}`)).body
  t.is(before.status, 'invited')
  t.is(before.links.length, 1)
  t.is((await call(`GET /workspaces/${workspace.slug}`)).body.partnersUsage, 1)
  t.deepEqual(
    (await call('GET /partners/invites')).body.map((invite: { partnerId: string }) => invite.partnerId),
    [partnerId],
  )
  await sync()
  const message = await latestEmailTo(api.config.dataDir, address)
  t.is(message.subject, 'Join us')
  t.regex(message.text, /Be our partner\./)
  t.regex(message.text, /help@acme\.example/)
  const page = await api.call(`GET ${linkIn(message)}`)
  t.is(page.status, 200)
  const { action, fields } = findForm(page.body, '/auth/partner-invite/accept/form')
  const accepted = await post(action, fields)
  t.is(accepted.status, 200)
  t.true(accepted.body.includes(program.name))
  const after = (await call(`GET /partners/${partnerId}`)).body
  t.is(after.status, 'approved')
  t.true(after.createdAt > before.createdAt)
  t.is((await post(action, fields)).status, 400, 'the link works once')
  t.is((await api.call(`GET ${new URL(url).pathname}${new URL(url).search}`)).status, 400, 'nothing is left to answer')
  const { rows } = await api.resources.database.pool.query('select data from webhook_outbox where workspace_id = $1', [workspace.id])
  t.deepEqual(
    rows.map(({ data }) => [data.id, data.status]),
    [[partnerId, 'approved']],
  )
})

test.serial('the link of an invite answers that invite, also after an invite to another program of the workspace', async (t) => {
  const { call, program, workspace, email } = await programOwner()
  const address = email()
  const { url, partnerId } = (await call('POST /partners/invites', { email: address })).body
  const domain = await api.make.domain(workspace)
  const other = (await call('POST /programs', { name: unique('Other '), domain: domain.slug, url: 'https://acme.example/' })).body
  t.is((await call('POST /partners/invites', { email: address })).body.partnerId, partnerId)
  const page = await api.call(`GET ${new URL(url).pathname}${new URL(url).search}`)
  t.true(page.body.includes(program.name))
  const { action, fields } = findForm(page.body, '/auth/partner-invite/accept/form')
  t.is((await post(action, fields)).status, 200)
  const { rows } = await api.resources.database.pool.query('select program_id, status from enrolments where partner_id = $1', [partnerId])
  t.deepEqual(Object.fromEntries(rows.map(({ program_id: id, status }) => [id, status])), {
    [program.id]: 'approved',
    [other.id]: 'invited',
  })
})

test.serial('a declined invite can be deleted, and is deleted by itself after 90 days', async (t) => {
  const { call, workspace, email } = await programOwner()
  const invite = async () => (await call('POST /partners/invites', { email: email() })).body
  const [one, two, three] = [await invite(), await invite(), await invite()]
  for (const { url } of [one, two, three])
    t.is((await post('/auth/partner-invite/decline/form', { token: new URL(url).searchParams.get('token') ?? '' })).status, 200)
  const declined = async () => (await call('GET /partners/invites?status=declined')).body.map((row: { partnerId: string }) => row.partnerId)
  t.deepEqual((await declined()).sort(), [one.partnerId, two.partnerId, three.partnerId].sort())
  t.is((await call(`DELETE /partners/invites/${one.partnerId}`)).status, 200)
  await age(two.partnerId, 91)
  await age(three.partnerId, 89)
  await runJobByName(api.resources, 'partners.delete-expired-enrolments')
  t.deepEqual(await declined(), [three.partnerId])
  t.is((await call(`GET /workspaces/${workspace.slug}`)).body.partnersUsage, 1)
  const { rows } = await api.resources.database.pool.query('select 1 from links where partner_id = any ($1)', [
    [one.partnerId, two.partnerId],
  ])
  t.is(rows.length, 0, 'their links are deleted')
})

test('an enrolled partner is not invited again, whatever the status', async (t) => {
  const { call, program, partner, email } = await programOwner()
  const enrolled = await partner()
  const address = email()
  t.is((await call('POST /partners/invites', { email: address })).status, 201)
  for (const [who, text] of [
    [enrolled.email, 'approved'],
    [address, 'invited already'],
  ] as const) {
    const { status, body } = await call('POST /partners/invites', { email: who })
    t.is(status, 409)
    t.true(body.error.message.includes(text), body.error.message)
  }
  const applicant = await api.make.partner()
  await api.make.enrolment(program, applicant, { status: 'pending' })
  t.regex((await call('POST /partners/invites', { email: applicant.email })).body.error.message, /has applied already/)
  t.is((await call('POST /partners/invites', { email: 'no-address' })).status, 422)
  t.is((await call('POST /partners/invites', { email: email(), groupId: 'grp_unknown' })).status, 404)
})

test('bulk invites skip enrolled partners and repeated addresses, and respect the limit of partners', async (t) => {
  const { call, partner, email, workspace } = await programOwner()
  const enrolled = await partner()
  const [one, two] = [email(), email()]
  const { status, body } = await call('POST /partners/invites/bulk', { emails: [one, one.toUpperCase(), two, enrolled.email] })
  t.deepEqual([status, body], [201, { invitedCount: 2, skippedCount: 1 }])
  t.is((await call('GET /partners/count?status=invited')).body, 2)
  t.is((await call('POST /partners/invites/bulk', { emails: Array.from({ length: 51 }, email) })).status, 422)
  await api.resources.database.pool.query('update workspaces set partners_limit = 4 where id = $1', [workspace.id])
  t.is((await call('POST /partners/invites/bulk', { emails: [email(), email()] })).status, 403)
  t.is((await call('GET /partners/count?status=invited')).body, 2)
})

test.serial('an invite is sent again at most once a day', async (t) => {
  const { call, email } = await programOwner()
  const address = email()
  const { partnerId } = (await call('POST /partners/invites', { email: address })).body
  await sync()
  t.is((await call(`POST /partners/invites/${partnerId}/resend`)).status, 400)
  await age(partnerId, 1)
  t.is((await call(`POST /partners/invites/${partnerId}/resend`)).status, 200)
  t.is((await call(`POST /partners/invites/${partnerId}/resend`)).status, 400)
  await sync()
  const sent = await emailsTo(api.config.dataDir, address)
  t.is(sent.length, 2)
  t.not(tokenIn(sent[0] as never), tokenIn(sent[1] as never))
  t.is((await post('/auth/partner-invite/accept/form', { token: tokenIn(sent[1] as never) })).status, 200)
  const refused = await call(`POST /partners/invites/${partnerId}/resend`)
  t.deepEqual([refused.status, /status approved/.test(refused.body.error.message)], [400, true])
})

test('an invite with commissions stays; links with leads stay as ordinary links when it is deleted', async (t) => {
  const { call, program, workspace, email } = await programOwner()
  const { partnerId } = (await call('POST /partners/invites', { email: email() })).body
  const [link] = (await call(`GET /partners/${partnerId}`)).body.links
  await api.resources.database.pool.query('update links set leads = 1 where id = $1', [link.id])
  const commission = await api.make.commission(program, { id: partnerId })
  t.is((await call(`DELETE /partners/invites/${partnerId}`)).status, 400)
  await api.resources.database.pool.query('delete from commissions where id = $1', [commission.id])
  t.is((await call(`DELETE /partners/invites/${partnerId}`)).status, 200)
  t.is((await call(`GET /partners/${partnerId}`)).status, 404)
  t.like((await call(`GET /links/${link.id}`)).body, { id: link.id, partnerId: null, programId: null })
  t.is((await call(`GET /workspaces/${workspace.slug}`)).body.partnersUsage, 0)
})

test.serial('invites and applications whose only commissions are held stay', async (t) => {
  const { call, program, email } = await programOwner()
  const { partnerId: invited } = (await call('POST /partners/invites', { email: email() })).body
  const { partnerId: declined } = (await call('POST /partners/invites', { email: email() })).body
  const { pool } = api.resources.database
  for (const id of [invited, declined]) await api.make.commission(program, { id }, { status: 'hold' })
  t.is((await call(`DELETE /partners/invites/${invited}`)).status, 400)
  await pool.query(`update enrolments set status = 'declined' where partner_id = $1`, [declined])
  await age(declined, 1000)
  await runJobByName(api.resources, 'partners.delete-expired-enrolments')
  t.is((await call(`GET /partners/${declined}`)).status, 200)
  await pool.query(`update commissions set status = 'fraud' where partner_id = any ($1)`, [[invited, declined]])
  await runJobByName(api.resources, 'partners.delete-expired-enrolments')
  t.is((await call(`GET /partners/${declined}`)).status, 404)
  t.is((await call(`DELETE /partners/invites/${invited}`)).status, 200)
})

test.serial('rejected applicants may apply again at once, after 30 days, or never', async (t) => {
  const { call, program } = await programOwner()
  const applicant = async () => {
    const partner = await api.make.partner()
    await api.make.enrolment(program, partner, { status: 'pending' })
    return partner.id
  }
  const [instant, standard, recent, never] = [await applicant(), await applicant(), await applicant(), await applicant()]
  const reject = (partnerId: string, fields = {}) => call('POST /partners/reject/bulk', { partnerIds: [partnerId], ...fields })
  t.is((await reject(instant, { reapplicationTimeframe: 'instant' })).status, 200)
  t.is((await call(`GET /partners/${instant}`)).status, 404)
  for (const id of [standard, recent]) t.is((await reject(id)).status, 200)
  t.is((await reject(never, { reapplicationTimeframe: 'never' })).status, 200)
  t.is((await reject(never)).status, 400)
  await age(standard, 31)
  await age(never, 31)
  await runJobByName(api.resources, 'partners.delete-expired-enrolments')
  t.is((await call(`GET /partners/${standard}`)).status, 404)
  for (const id of [recent, never]) t.is((await call(`GET /partners/${id}`)).body.status, 'rejected')
})

test('a user accepts or declines the invites to the own address only', async (t) => {
  const [here, there, elsewhere] = [await programOwner(), await programOwner(), await programOwner()]
  const address = here.email()
  const user = await api.make.user({ email: address.toUpperCase() })
  const { key } = await api.make.token(user, null)
  const asUser = (methodAndPath: string) => api.call(methodAndPath, { key })
  for (const { call } of [here, there]) t.is((await call('POST /partners/invites', { email: address })).status, 201)
  await elsewhere.call('POST /partners/invites', { email: here.email() })
  const listed = async () =>
    (await asUser('GET /user/program-invites')).body.map((invite: { programId: string; programName: string }) => [
      invite.programId,
      invite.programName,
    ])
  t.deepEqual(await listed(), [
    [there.program.id, there.program.name],
    [here.program.id, here.program.name],
  ])
  const accepted = await asUser(`POST /user/program-invites/${here.program.id}/accept`)
  t.is(accepted.status, 200)
  t.is((await here.call(`GET /partners/${accepted.body.partnerId}`)).body.status, 'approved')
  t.is((await asUser(`POST /user/program-invites/${here.program.id}/accept`)).status, 404)
  t.is((await asUser(`POST /user/program-invites/${there.program.id}/decline`)).status, 200)
  t.is((await there.call(`GET /partners/${accepted.body.partnerId}`)).body.status, 'declined')
  t.is((await asUser(`POST /user/program-invites/${elsewhere.program.id}/accept`)).status, 404)
  t.deepEqual(await listed(), [])
})
