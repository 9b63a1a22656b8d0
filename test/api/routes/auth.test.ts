/** Log-in, log-out and passwords through the JSON endpoints. */
import { randomBytes } from 'node:crypto'
import test from 'ava'
import { hashPassword } from '../../../shared/accounts/passwords/password-hash.js'
import { storePassword } from '../../../shared/accounts/passwords/password.queries.js'
import { days, hours, minutes } from '../../../shared/kernel/time.js'
import { type ApiResponse, type TestApi, testApi } from '../../support/api.js'
import { emailsTo, latestEmailTo, tokenIn } from '../../support/emails.js'
import { runQueuedJobsAndSubscribers } from '../../support/jobs.js'
import { exhaustRateLimit } from '../../support/rate-limits.js'
import { waitUntil } from '../../support/wait-until.js'

let api: TestApi
test.before(async () => {
  // With TRUST_PROXY every request can use its own client address.
  api = await testApi({ TRUST_PROXY: '1' })
})
test.after.always(() => api.close())

const password = 'correct horse battery'
const wrong = { code: 'unauthorized', message: 'Incorrect email address or password.' }

/** Hashing takes 250 ms, so all users share one hash. */
const hash = hashPassword(password)

/** A user with a password. */
async function createUser() {
  const user = await api.make.user()
  await storePassword(api.resources.database.orm.em.fork(), user.id, await hash, new Date())
  return { ...user, email: user.email as string }
}

const randomAddress = () => [10, ...randomBytes(3)].join('.')
const logIn = (email: string, enteredPassword = password, headers: Record<string, string> = {}) =>
  api.call('POST /auth/login', { body: { email, password: enteredPassword }, headers: { 'x-forwarded-for': randomAddress(), ...headers } })
const cookieOf = ({ headers }: ApiResponse) => (headers.get('set-cookie') ?? '').split(';')[0] as string
const withCookie = (cookie: string) => ({ headers: { cookie, 'sec-fetch-site': 'same-origin' } })
const isLoggedIn = async (cookie: string) => (await api.call('GET /user', withCookie(cookie))).status === 200
const query = (sql: string, values: unknown[] = []) => api.resources.database.pool.query(sql, values)

test('the correct password opens a session', async (t) => {
  const { id, email } = await createUser()
  const response = await logIn(email.toUpperCase())
  t.is(response.status, 200)
  t.deepEqual(response.body, { userId: id })
  t.regex(response.headers.get('set-cookie') ?? '', /^svc_session=[0-9A-Za-z]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/)
  t.like((await api.call('GET /user', withCookie(cookieOf(response)))).body, { id, email, hasPassword: true })
})

test('the session secret is not stored in the database', async (t) => {
  const secret = cookieOf(await logIn((await createUser()).email)).split('=')[1]
  t.is((await query('select 1 from sessions where hashed_id = $1', [secret])).rows.length, 0)
})

test('every log-in opens a new session', async (t) => {
  const { email } = await createUser()
  t.not(cookieOf(await logIn(email)), cookieOf(await logIn(email)))
})

test('a wrong password, an unknown address and a user without password get the same error', async (t) => {
  const [{ email }, withoutPassword] = await Promise.all([createUser(), api.make.user()])
  for (const response of [
    await logIn(email, 'wrong horse'),
    await logIn('nobody@example.com'),
    await logIn(withoutPassword.email as string, ''),
  ])
    t.true([401, 422].includes(response.status))
  for (const response of [
    await logIn(email, 'wrong horse'),
    await logIn('nobody@example.com'),
    await logIn(withoutPassword.email as string),
  ])
    t.like(response.body.error, wrong)
})

test('ten consecutive failures lock an address for an hour, whether or not it has an account', async (t) => {
  for (const email of [(await createUser()).email, 'nobody-at-all@example.com']) {
    await query(`insert into log_in_failures (email, count, last_at) values ($1, 9, now())`, [email])
    t.is((await logIn(email, 'wrong horse')).status, 401)
    t.like((await logIn(email)).body.error, { code: 'forbidden' })
    await query(`update log_in_failures set locked_until = now() - interval '1 second' where email = $1`, [email])
    t.is((await logIn(email, 'wrong horse')).status, 401, 'one more attempt after an hour')
    t.is((await logIn(email)).status, 403, 'its failure locks again')
  }
})

test('concurrent attempts are counted separately', async (t) => {
  const { email } = await createUser()
  await query(`insert into log_in_failures (email, count, last_at) values ($1, 6, now())`, [email])
  const statuses = (await Promise.all(Array.from({ length: 9 }, () => logIn(email, 'wrong horse')))).map(({ status }) => status)
  t.is(statuses.filter((status) => status === 401).length, 4)
  t.is(statuses.filter((status) => status === 403).length, 5)
})

test('failures are reset by a success and after a day', async (t) => {
  const { email } = await createUser()
  await query(`insert into log_in_failures (email, count, last_at) values ($1, 8, now())`, [email])
  t.is((await logIn(email)).status, 200)
  t.is((await query('select 1 from log_in_failures where email = $1', [email])).rows.length, 0)
  await query(
    `insert into log_in_failures (email, count, last_at, locked_until) values ($1, 12, now() - interval '25 hours', now() - interval '24 hours')`,
    [email],
  )
  t.is((await logIn(email, 'wrong horse')).status, 401)
  t.is((await logIn(email)).status, 200)
})

test('the operator can unlock an address', async (t) => {
  const { id, email } = await createUser()
  await query(`insert into log_in_failures (email, count, last_at, locked_until) values ($1, 10, now(), now() + interval '1 hour')`, [
    email,
  ])
  t.is((await logIn(email)).status, 403)
  const response = await api.call('POST /api/admin/reset-login-attempts', { key: api.config.adminApiKey, body: { email } })
  t.deepEqual([response.status, response.body], [200, { success: true, user: { id, email, invalidLoginAttempts: 0, lockedAt: null } }])
  t.is((await logIn(email)).status, 200)
  t.is(
    (await api.call('POST /api/admin/reset-login-attempts', { key: api.config.adminApiKey, body: { email: 'nobody@example.com' } })).status,
    404,
  )
})

test('log-ins are rate limited per email address and per client address', async (t) => {
  const clientHeaders = { 'x-forwarded-for': '192.0.2.77' }
  await exhaustRateLimit(api.resources, 'throttle', 'log-in:from:192.0.2.77', { requests: 20, windowMs: minutes(1) })
  t.is((await logIn('somebody@example.com', password, clientHeaders)).status, 429)
  const { email } = await createUser()
  await exhaustRateLimit(api.resources, 'throttle', `log-in:as:${email}`, { requests: 10, windowMs: minutes(1) })
  const { status, headers } = await logIn(email)
  t.is(status, 429)
  t.regex(headers.get('retry-after') ?? '', /^[1-9]\d*$/)
})

test('another site can neither log a user in nor use their session', async (t) => {
  const { email } = await createUser()
  t.is((await logIn(email, password, { 'sec-fetch-site': 'cross-site' })).status, 403)
  t.is((await logIn(email, password, { origin: 'https://evil.example' })).status, 403)
  const cookie = cookieOf(await logIn(email))
  const change = (headers: object) => api.call('PATCH /user', { body: { name: 'New' }, headers: { cookie, ...headers } })
  for (const headers of [
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    {},
  ]) {
    t.is((await change(headers)).status, 403, JSON.stringify(headers))
  }
  for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin: api.config.baseUrl }, { origin: api.url }]) {
    t.is((await change(headers)).status, 200, JSON.stringify(headers))
  }
  t.is((await api.call('GET /user', { headers: { cookie, 'sec-fetch-site': 'cross-site' } })).status, 200, 'reads are allowed')
})

test('log-out ends the current session only', async (t) => {
  const { email } = await createUser()
  const [one, other] = [cookieOf(await logIn(email)), cookieOf(await logIn(email))]
  const response = await api.call('POST /auth/logout', withCookie(one))
  t.is(response.status, 200)
  t.regex(response.headers.get('set-cookie') ?? '', /^svc_session=; Path=\/; Max-Age=0/)
  t.deepEqual([await isLoggedIn(one), await isLoggedIn(other)], [false, true])
})

test('logging out everywhere ends all sessions', async (t) => {
  const { email } = await createUser()
  const [one, other] = [cookieOf(await logIn(email)), cookieOf(await logIn(email))]
  await api.call('POST /auth/logout/everywhere', withCookie(one))
  t.deepEqual([await isLoggedIn(one), await isLoggedIn(other)], [false, false])
})

const age = (cookie: string, times: Record<string, number>) => {
  const sets = Object.keys(times).map((column, at) => `${column} = now() - interval '1 millisecond' * $${at + 2}::float8`)
  return query(`update sessions set ${sets.join(', ')} where hashed_id = encode(sha256($1::bytea), 'hex')`, [
    cookie.split('=')[1],
    ...Object.values(times),
  ])
}

test('using a session extends it, and an idle session expires', async (t) => {
  const { email } = await createUser()
  const cookie = cookieOf(await logIn(email))
  await age(cookie, { seen_at: hours(2), expires_at: -hours(1) })
  const response = await api.call('GET /user', withCookie(cookie))
  t.is(cookieOf(response), cookie)
  await age(cookie, { expires_at: 1 })
  t.false(await isLoggedIn(cookie))
})

test('a session expires at its maximum age even if used', async (t) => {
  const { email, id } = await createUser()
  const cookie = cookieOf(await logIn(email))
  await age(cookie, { created_at: days(170), seen_at: hours(2) })
  t.true(await isLoggedIn(cookie))
  const { rows } = await query(`select expires_at < now() + interval '11 days' as expires_soon from sessions where user_id = $1`, [id])
  t.true(rows[0].expires_soon)
})

test('the session secret is replaced daily, and the former one stays valid briefly', async (t) => {
  const { email } = await createUser()
  const former = cookieOf(await logIn(email))
  await age(former, { seen_at: hours(2), rotated_at: days(2) })
  const responses = await Promise.all([1, 2, 3].map(() => api.call('GET /user', withCookie(former))))
  t.deepEqual(
    responses.map(({ status }) => status),
    [200, 200, 200],
  )
  const fresh = responses.map(cookieOf).filter(Boolean)
  t.is(fresh.length, 1)
  t.not(fresh[0], former)
  t.deepEqual([await isLoggedIn(former), await isLoggedIn(fresh[0] as string)], [true, true])
  await query(`update sessions set former_until = now() - interval '1 second' where former_hashed_id = encode(sha256($1::bytea), 'hex')`, [
    former.split('=')[1],
  ])
  t.deepEqual([await isLoggedIn(former), await isLoggedIn(fresh[0] as string)], [false, true])
})

test('log-out ends a session whose secret the same request replaces', async (t) => {
  const { email, id } = await createUser()
  const cookie = cookieOf(await logIn(email))
  await age(cookie, { seen_at: hours(2), rotated_at: days(2) })
  t.is((await api.call('POST /auth/logout', withCookie(cookie))).status, 200)
  t.false(await isLoggedIn(cookie))
  t.deepEqual((await query('select 1 from sessions where user_id = $1', [id])).rows, [])
})

test('a change of the password keeps the session whose secret the same request replaces', async (t) => {
  const { email } = await createUser()
  const cookie = cookieOf(await logIn(email))
  await age(cookie, { seen_at: hours(2), rotated_at: days(2) })
  const body = { currentPassword: password, newPassword: 'another password' }
  const changed = await api.call('POST /user/password', { body, ...withCookie(cookie) })
  t.is(changed.status, 200)
  t.true(await isLoggedIn(cookieOf(changed)))
})

test('a reset link sets a new password once, ends sessions and unlocks the address', async (t) => {
  const { email } = await createUser()
  const before = cookieOf(await logIn(email))
  await query(`insert into log_in_failures (email, count, last_at, locked_until) values ($1, 10, now(), now() + interval '1 hour')`, [
    email,
  ])
  t.deepEqual((await api.call('POST /auth/password/forgot', { body: { email } })).body, {})
  await runQueuedJobsAndSubscribers(api.resources)
  const message = await latestEmailTo(api.config.dataDir, email)
  const token = tokenIn(message)
  t.is((await api.call('POST /auth/password/reset', { body: { token, password: 'short' } })).status, 422)
  t.is((await api.call('POST /auth/password/reset', { body: { token, password: 'a new password' } })).status, 200)
  t.false(await isLoggedIn(before))
  t.is((await logIn(email)).status, 401)
  t.is((await logIn(email, 'a new password')).status, 200)
  t.like((await api.call('POST /auth/password/reset', { body: { token, password: 'another password' } })).body.error, {
    code: 'bad_request',
  })
})

test('a log-in with the former password that ends after a reset opens no session', async (t) => {
  const { id, email } = await createUser()
  const { body } = await api.call('POST /admin/users/password-link', { key: api.config.adminApiKey, body: { email } })
  const token = new URL(body.url).searchParams.get('token')
  const holder = await api.resources.database.pool.connect()
  try {
    await holder.query('begin')
    // Insertions of sessions wait for this lock, so that the log-in stops between the check of the password and its session.
    await holder.query('select from users where id = $1 for update', [id])
    const loggedIn = logIn(email)
    await waitUntil(async () => (await query(waitingOfUsers)).rows.length > 0)
    const reset = api.call('POST /auth/password/reset', { body: { token, password: 'a new password' } })
    await Promise.race([reset, waitUntil(async () => (await query(waitingOfUsers)).rows.length > 1)])
    await holder.query('commit')
    t.is((await reset).status, 200)
    t.false(await isLoggedIn(cookieOf(await loggedIn)))
  } finally {
    holder.release()
  }
})
const waitingOfUsers = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ~ 'session|user_passwords'`

// Serial: other tests run the queued jobs.
test.serial('requesting a password reset does not reveal accounts, and the queue does not contain the link', async (t) => {
  const response = await api.call('POST /auth/password/forgot', { body: { email: 'nobody-here@example.com' } })
  t.deepEqual([response.status, response.body], [200, {}])
  t.deepEqual((await query(`select payload from outbox where payload->>'email' = 'nobody-here@example.com'`)).rows, [
    { payload: { email: 'nobody-here@example.com' } },
  ])
  await runQueuedJobsAndSubscribers(api.resources)
  t.deepEqual(await emailsTo(api.config.dataDir, 'nobody-here@example.com'), [])
})

test('password reset emails are limited per address and requester, so that others cannot block the owner', async (t) => {
  const { email } = await createUser()
  const statuses = []
  for (let count = 0; count < 6; count += 1) statuses.push((await api.call('POST /auth/password/forgot', { body: { email } })).status)
  t.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
  const fromElsewhere = { 'x-forwarded-for': '198.51.100.77' }
  t.is((await api.call('POST /auth/password/forgot', { body: { email }, headers: fromElsewhere })).status, 200)
})

test('an expired reset link is refused', async (t) => {
  const { id, email } = await createUser()
  const { body } = await api.call('POST /admin/users/password-link', { key: api.config.adminApiKey, body: { email } })
  await query(`update one_time_tokens set expires_at = now() - interval '1 second' where user_id = $1`, [id])
  const token = new URL(body.url).searchParams.get('token')
  t.is((await api.call('POST /auth/password/reset', { body: { token, password: 'a new password' } })).status, 400)
})

test('changing the password needs the current one and ends other sessions', async (t) => {
  const { email } = await createUser()
  const [here, there] = [cookieOf(await logIn(email)), cookieOf(await logIn(email))]
  const change = (currentPassword: string | undefined) =>
    api.call('POST /user/password', { body: { currentPassword, newPassword: 'another password' }, ...withCookie(here) })
  t.is((await change('wrong horse')).status, 401)
  t.is((await change(undefined)).status, 401)
  t.is((await change(password)).status, 200)
  t.deepEqual([await isLoggedIn(here), await isLoggedIn(there)], [true, false])
  t.is((await logIn(email, 'another password')).status, 200)
})
