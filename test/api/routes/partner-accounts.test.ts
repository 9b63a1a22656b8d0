/** Partner accounts: sign-up by email, the profile, users with roles and invites, and what a merge does to them. */
import { randomBytes } from 'node:crypto'
import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { latestEmailTo, linkIn, tokenIn } from '../../support/emails.js'
import { findForm } from '../../support/html-forms.js'
import { runQueuedJobs } from '../../support/jobs.js'
import { waitUntil } from '../../support/wait-until.js'

const adminKey = 'an-admin-key-of-the-tests-with-32-characters'
let api: TestApi
test.before(async () => {
  api = await testApi({ ADMIN_API_KEY: adminKey })
})
test.after.always(() => api?.close())

const address = () => `${randomBytes(6).toString('hex')}@partner.example`
const emailTo = async (email: string) => {
  await runQueuedJobs(api.resources)
  return latestEmailTo(api.config.dataDir, email)
}
/** Calls of a user with a session. */
async function signedIn(email = address()) {
  const user = await api.make.user({ email, name: 'Ada Lovelace' })
  const { headers } = await api.make.session(user)
  return { user, email, call: (what: string, body?: unknown) => api.call(what, { headers, body }) }
}
async function partnerOwner(email = address()) {
  const owner = await signedIn(email)
  const { body, status } = await owner.call('POST /partner-profile', { country: 'de' })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return { ...owner, partnerId: body.id as string }
}

test('a person without an account signs up by email and gets a session', async (t) => {
  const email = address()
  const asked = await api.call('POST /partner-profile/sign-up', { body: { email: email.toUpperCase() } })
  t.deepEqual([asked.status, asked.body], [202, { status: 'confirmationSent' }])
  const token = tokenIn(await emailTo(email))
  const complete = (body: object) => api.call('POST /partner-profile/sign-up/complete', { body: { token, ...body } })
  t.is((await complete({})).status, 400)
  const { status, body, headers } = await complete({ name: 'Ada', password: 'A-long-passw0rd' })
  t.is(status, 200, JSON.stringify(body))
  const cookie = headers.get('set-cookie')?.split(';')[0] as string
  const profile = await api.call('GET /partner-profile', { headers: { cookie } })
  t.like(profile.body, { id: body.partnerId, name: 'Ada', email, role: 'owner', networkStatus: 'draft', platforms: [] })
  t.is((await complete({ name: 'Ada', password: 'A-long-passw0rd' })).status, 400)
})

test('the page behind the link opens the account, and never logs in to an existing user account', async (t) => {
  const { email, call } = await signedIn()
  await api.call('POST /partner-profile/sign-up', { body: { email } })
  const page = await api.call(`GET ${linkIn(await emailTo(email))}`)
  t.is(page.status, 200)
  t.notRegex(page.body, /type="password"/)
  const { action, fields } = findForm(page.body, '/auth/partner/form')
  const opened = await api.call(`POST ${action}`, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
  t.is(opened.status, 303)
  t.is(opened.headers.get('location'), '/auth/login?next=%2Fportal')
  t.is(opened.headers.get('set-cookie'), null)
  t.like((await call('GET /partner-profile')).body, { email, role: 'owner' })
})

test('a user takes over the partner that programs know under their address, once', async (t) => {
  const known = await api.make.partner({ email: address(), name: 'Known to programs' })
  const { call, partnerId } = await partnerOwner(known.email as string)
  t.is(partnerId, known.id)
  t.like((await call('GET /partner-profile')).body, { name: 'Known to programs' })
  t.is((await call('POST /partner-profile', {})).status, 409)
})

test('a partner account that has users is not taken over through its address', async (t) => {
  const { partnerId, call } = await partnerOwner()
  const email = address()
  await api.resources.database.pool.query('update partners set email = $2 where id = $1', [partnerId, email])
  const stranger = await signedIn(email)
  t.is((await stranger.call('POST /partner-profile', {})).status, 409)
  t.is((await call('GET /partner-profile/users')).body.length, 1)
})

test('a user without an email address opens no partner account', async (t) => {
  const { headers } = await api.make.session(await api.make.user({ email: null }))
  const refused = await api.call('POST /partner-profile', { headers, body: { country: 'de' } })
  t.is(refused.status, 400)
  t.regex(refused.body.error.message, /no email address/)
  t.is((await api.resources.database.pool.query(`select from partners where email = ''`)).rowCount, 0)
})

test('the profile keeps what a change leaves out, and a changed platform loses its verification', async (t) => {
  const { call, partnerId, email } = await partnerOwner()
  const platforms = { website: 'https://ada.example', youtube: '@ada' }
  const first = await call('PATCH /partner-profile', { description: 'Writes about engines', platforms, industryInterests: ['AI'] })
  t.is(first.status, 200, JSON.stringify(first.body))
  await api.resources.database.pool.query('update partner_platforms set verified_at = now() where partner_id = $1', [partnerId])
  const { body } = await call('PATCH /partner-profile', { name: 'Ada L.', platforms: { ...platforms, youtube: '@lovelace' } })
  t.like(body, { name: 'Ada L.', description: 'Writes about engines', country: 'DE', email })
  const verified = Object.fromEntries(body.platforms.map((one: any) => [one.identifier, one.verifiedAt !== null]))
  t.deepEqual(verified, { 'https://ada.example': true, '@lovelace': false })
  t.is((await call('PATCH /partner-profile', { platforms: { youtube: null } })).body.platforms.length, 1)
  t.is((await call('PATCH /partner-profile', { email: 'someone@else.example' })).status, 400)
  const other = await partnerOwner()
  const { username } = (await other.call('GET /partner-profile')).body
  t.is((await call('PATCH /partner-profile', { username })).status, 409)
  await api.resources.database.pool.query('update partners set email = null where id = $1', [partnerId])
  await api.make.partner({ email })
  const taken = await call('PATCH /partner-profile', { username: `ada-${partnerId.slice(-8).toLowerCase()}`, email })
  t.deepEqual([taken.status, taken.body.error.message], [409, 'This email address is used by another partner account.'])
})

test('only a complete profile can be submitted to the network, and only once', async (t) => {
  const { call } = await partnerOwner()
  const refused = await call('POST /partner-profile/submit')
  t.is(refused.status, 400)
  t.regex(refused.body.error.message, /description, industryInterests, platforms/)
  await call('PATCH /partner-profile', { description: 'Text', industryInterests: ['AI'], platforms: { website: 'https://ada.example' } })
  t.is((await call('POST /partner-profile/submit')).body.networkStatus, 'submitted')
  t.is((await call('POST /partner-profile/submit')).status, 400)
})

test('an invited user joins, sees what owners see and changes nothing', async (t) => {
  const { call, partnerId } = await partnerOwner()
  const { call: member, email, user } = await signedIn()
  t.is((await call('POST /partner-profile/invites', { email })).status, 201)
  t.is((await member('POST /partner-profile/invites/accept', { partnerId: 'pn_other' })).status, 404)
  t.deepEqual((await member('POST /partner-profile/invites/accept', {})).body, { partnerId })
  t.is((await member('POST /partner-profile/invites/accept', {})).status, 404)
  t.like((await member('GET /partner-profile')).body, { id: partnerId, role: 'member' })
  t.is((await member('PATCH /partner-profile', { name: 'No' })).status, 403)
  t.is((await call('POST /partner-profile/invites', { email })).status, 400)
  t.is((await member(`DELETE /partner-profile/users?userId=${user.id}`)).status, 200)
  t.is((await member('GET /partner-profile')).status, 404)
})

test('a link of an invite joins the account that invited, not one of the address', async (t) => {
  const { call, partnerId } = await partnerOwner()
  const [email, other] = [address(), await partnerOwner()]
  await call('POST /partner-profile/invites', { email, role: 'owner' })
  const token = tokenIn(await emailTo(email))
  await other.call('POST /partner-profile/invites', { email })
  const { body } = await api.call('POST /partner-profile/sign-up/complete', { body: { token, name: 'Bob', password: 'A-long-passw0rd' } })
  t.is(body.partnerId, partnerId)
  t.deepEqual(
    (await call('GET /partner-profile/users')).body.map((one: any) => one.role),
    ['owner', 'owner'],
  )
})

test('a withdrawn invite cannot be accepted, and the last owner stays', async (t) => {
  const { call, user } = await partnerOwner()
  const email = address()
  await call('POST /partner-profile/invites', { email })
  t.is((await call('PATCH /partner-profile/invites', { email, role: 'owner' })).body.role, 'owner')
  const token = tokenIn(await emailTo(email))
  t.is((await call(`DELETE /partner-profile/invites?email=${email}`)).status, 200)
  t.deepEqual((await call('GET /partner-profile/invites')).body, [])
  const late = await api.call('POST /partner-profile/sign-up/complete', { body: { token, name: 'Bob', password: 'A-long-passw0rd' } })
  t.is(late.status, 400)
  t.is((await call(`DELETE /partner-profile/users?userId=${user.id}`)).status, 400)
  t.is((await call('PATCH /partner-profile/users', { userId: user.id, role: 'member' })).status, 400)
})

test('an invite that is withdrawn while it is accepted is either accepted or withdrawn', async (t) => {
  const { pool } = api.resources.database
  const { call, partnerId } = await partnerOwner()
  const invited = await signedIn()
  await call('POST /partner-profile/invites', { email: invited.email })
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid from partners where id = $1 for update', [
      partnerId,
    ])
    const accepting = invited.call('POST /partner-profile/invites/accept', {})
    // Jobs that other tests run may wait for the partner too.
    const isWaiting = `select from pg_stat_activity where $1 = any (pg_blocking_pids(pid)) and query like 'insert into partner_users%'`
    await waitUntil(async () => (await pool.query(isWaiting, [rows[0]?.pid])).rowCount === 1)
    let isWithdrawn = false
    const withdrawing = call(`DELETE /partner-profile/invites?email=${invited.email}`).finally(() => (isWithdrawn = true))
    const isBlocked = `select from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0 and query like '%partner_user_invites%'`
    await waitUntil(async () => isWithdrawn || (await pool.query(isBlocked)).rowCount === 1)
    await client.query('rollback')
    const [accepted, withdrawn] = await Promise.all([accepting, withdrawing])
    t.deepEqual([accepted.status, withdrawn.status], [200, 404])
  } finally {
    client.release()
  }
})

test('a user of two accounts acts for the one they selected', async (t) => {
  const { call, partnerId, user } = await partnerOwner()
  const second = await api.make.partner()
  await api.make.partnerUser(second, user, 'member')
  t.is((await call('GET /partner-profile')).body.id, second.id)
  t.is((await call(`POST /partner-profile/accounts/${partnerId}/select`)).status, 200)
  t.is((await call('GET /partner-profile')).body.id, partnerId)
  t.deepEqual(
    (await call('GET /partner-profile/accounts')).body.map((one: any) => one.partnerId),
    [partnerId, second.id],
  )
  const stranger = await partnerOwner()
  t.is((await call(`POST /partner-profile/accounts/${stranger.partnerId}/select`)).status, 404)
})

test('preferences of a user keep their values until they are changed', async (t) => {
  const { call } = await partnerOwner()
  t.is((await call('PATCH /partner-profile/notification-preferences', { newBounty: false })).body.newBounty, false)
  const { body } = await call('GET /partner-profile/notification-preferences')
  t.deepEqual([body.newBounty, body.commissionCreated], [false, true])
})

test('preferences that are changed at the same time are all changed', async (t) => {
  const { call } = await partnerOwner()
  const before = (await call('GET /partner-profile/notification-preferences')).body
  const names = Object.keys(before)
  await Promise.all(names.map((name) => call('PATCH /partner-profile/notification-preferences', { [name]: false })))
  const after = (await call('GET /partner-profile/notification-preferences')).body
  t.deepEqual(after, Object.fromEntries(names.map((name) => [name, false])))
})

test('users of a merged partner act for the remaining one', async (t) => {
  const [source, target] = [await partnerOwner(), await partnerOwner()]
  const body = { sourcePartnerId: source.partnerId, targetPartnerId: target.partnerId }
  t.is((await api.call('POST /admin/partners/merge', { key: adminKey, body })).status, 202)
  await runQueuedJobs(api.resources)
  // A neighbour may run the job.
  await waitUntil(async () => (await source.call('GET /partner-profile')).body.id === target.partnerId)
  t.is((await target.call('GET /partner-profile/users')).body.length, 2)
})
