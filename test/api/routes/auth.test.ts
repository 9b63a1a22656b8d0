/** Logging in and out, and the ways to a new password, as programs use them. */
import { randomBytes } from 'node:crypto'
import test from 'ava'
import { hashPassword } from '../../../shared/accounts/passwords/password-hash.js'
import { storePassword } from '../../../shared/accounts/passwords/password.queries.js'
import { days, hours, minutes } from '../../../shared/kernel/time.js'
import { type Answer, type TestApi, testApi } from '../../support/api.js'
import { workOff } from '../../support/jobs.js'
import { lettersTo, letterTo, tokenIn } from '../../support/letters.js'
import { useUp } from '../../support/rates.js'

let api: TestApi
test.before(async () => {
  // Behind a proxy everybody can come from an address of their own.
  api = await testApi({ TRUST_PROXY: '1' })
})
test.after.always(() => api.close())

const password = 'correct horse battery'
const wrong = { code: 'unauthorized', message: 'The e-mail address or the password is wrong.' }

/** A hash takes a quarter of a second, and is as good for the next person. */
const hash = hashPassword(password)

/** A person with a password. */
async function person() {
  const user = await api.make.user()
  await storePassword(api.resources.database.orm.em.fork(), user.id, await hash, new Date())
  return { ...user, email: user.email as string }
}

const somewhere = () => [10, ...randomBytes(3)].join('.')
const logIn = (email: string, given = password, headers: Record<string, string> = {}) =>
  api.call('POST /auth/login', { body: { email, password: given }, headers: { 'x-forwarded-for': somewhere(), ...headers } })
const cookieOf = ({ headers }: Answer) => (headers.get('set-cookie') ?? '').split(';')[0] as string
const withCookie = (cookie: string) => ({ headers: { cookie, 'sec-fetch-site': 'same-origin' } })
const isLoggedIn = async (cookie: string) => (await api.call('GET /user', withCookie(cookie))).status === 200
const query = (sql: string, values: unknown[] = []) => api.resources.database.pool.query(sql, values)

test('the right password opens a session', async (t) => {
  const { id, email } = await person()
  const answer = await logIn(email.toUpperCase())
  t.is(answer.status, 200)
  t.deepEqual(answer.body, { userId: id })
  t.regex(answer.headers.get('set-cookie') ?? '', /^svc_session=[0-9A-Za-z]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/)
  t.like((await api.call('GET /user', withCookie(cookieOf(answer)))).body, { id, email, hasPassword: true })
})

test('the database does not hold what opens a session', async (t) => {
  const secret = cookieOf(await logIn((await person()).email)).split('=')[1]
  t.is((await query('select 1 from sessions where hashed_id = $1', [secret])).rows.length, 0)
})

test('every log-in opens a session of its own', async (t) => {
  const { email } = await person()
  t.not(cookieOf(await logIn(email)), cookieOf(await logIn(email)))
})

test('a wrong password, an unknown address and somebody without a password hear the same', async (t) => {
  const [{ email }, bare] = await Promise.all([person(), api.make.user()])
  for (const answer of [await logIn(email, 'wrong horse'), await logIn('nobody@example.com'), await logIn(bare.email as string, '')])
    t.true([401, 422].includes(answer.status))
  for (const answer of [await logIn(email, 'wrong horse'), await logIn('nobody@example.com'), await logIn(bare.email as string)])
    t.like(answer.body.error, wrong)
})

test('ten failures in a row lock an address for an hour, whether somebody has it or not', async (t) => {
  for (const email of [(await person()).email, 'nobody-at-all@example.com']) {
    await query(`insert into log_in_failures (email, count, last_at) values ($1, 9, now())`, [email])
    t.is((await logIn(email, 'wrong horse')).status, 401)
    t.like((await logIn(email)).body.error, { code: 'forbidden' })
    await query(`update log_in_failures set locked_until = now() - interval '1 second' where email = $1`, [email])
    t.is((await logIn(email, 'wrong horse')).status, 401, 'an hour later there is one more try')
    t.is((await logIn(email)).status, 403, 'and its failure locks again')
  }
})

test('tries at once count as many', async (t) => {
  const { email } = await person()
  await query(`insert into log_in_failures (email, count, last_at) values ($1, 6, now())`, [email])
  const statuses = (await Promise.all(Array.from({ length: 9 }, () => logIn(email, 'wrong horse')))).map(({ status }) => status)
  t.is(statuses.filter((status) => status === 401).length, 4)
  t.is(statuses.filter((status) => status === 403).length, 5)
})

test('failures are forgotten after a success, and after a day', async (t) => {
  const { email } = await person()
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

test('the operator unlocks an address', async (t) => {
  const { id, email } = await person()
  await query(`insert into log_in_failures (email, count, last_at, locked_until) values ($1, 10, now(), now() + interval '1 hour')`, [
    email,
  ])
  t.is((await logIn(email)).status, 403)
  const answer = await api.call('POST /api/admin/reset-login-attempts', { key: api.config.adminApiKey, body: { email } })
  t.deepEqual([answer.status, answer.body], [200, { success: true, user: { id, email, invalidLoginAttempts: 0, lockedAt: null } }])
  t.is((await logIn(email)).status, 200)
  t.is(
    (await api.call('POST /api/admin/reset-login-attempts', { key: api.config.adminApiKey, body: { email: 'nobody@example.com' } })).status,
    404,
  )
})

test('who asks too often is told to wait, by address and by place', async (t) => {
  const place = { 'x-forwarded-for': '192.0.2.77' }
  await useUp(api.resources, 'throttle', 'log-in:from:192.0.2.77', { requests: 20, window: minutes(1) })
  t.is((await logIn('somebody@example.com', password, place)).status, 429)
  const { email } = await person()
  await useUp(api.resources, 'throttle', `log-in:as:${email}`, { requests: 10, window: minutes(1) })
  const { status, headers } = await logIn(email)
  t.is(status, 429)
  t.regex(headers.get('retry-after') ?? '', /^[1-9]\d*$/)
})

test('a page of another site can neither log somebody in nor use their session', async (t) => {
  const { email } = await person()
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
  t.is((await api.call('GET /user', { headers: { cookie, 'sec-fetch-site': 'cross-site' } })).status, 200, 'reading is open')
})

test('a session ends with the log-out, others go on', async (t) => {
  const { email } = await person()
  const [one, other] = [cookieOf(await logIn(email)), cookieOf(await logIn(email))]
  const answer = await api.call('POST /auth/logout', withCookie(one))
  t.is(answer.status, 200)
  t.regex(answer.headers.get('set-cookie') ?? '', /^svc_session=; Path=\/; Max-Age=0/)
  t.deepEqual([await isLoggedIn(one), await isLoggedIn(other)], [false, true])
})

test('logging out everywhere ends all of them', async (t) => {
  const { email } = await person()
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

test('a session that is used moves its end, one that is not used is over', async (t) => {
  const { email } = await person()
  const cookie = cookieOf(await logIn(email))
  await age(cookie, { seen_at: hours(2), expires_at: -hours(1) })
  const answer = await api.call('GET /user', withCookie(cookie))
  t.is(cookieOf(answer), cookie)
  await age(cookie, { expires_at: 1 })
  t.false(await isLoggedIn(cookie))
})

test('the end of a session never moves beyond half a year', async (t) => {
  const { email, id } = await person()
  const cookie = cookieOf(await logIn(email))
  await age(cookie, { created_at: days(170), seen_at: hours(2) })
  t.true(await isLoggedIn(cookie))
  const { rows } = await query(`select expires_at < now() + interval '11 days' as soon from sessions where user_id = $1`, [id])
  t.true(rows[0].soon)
})

test('once a day the secret is replaced; requests on their way with the former one still arrive, for a moment', async (t) => {
  const { email } = await person()
  const former = cookieOf(await logIn(email))
  await age(former, { seen_at: hours(2), rotated_at: days(2) })
  const answers = await Promise.all([1, 2, 3].map(() => api.call('GET /user', withCookie(former))))
  t.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  const fresh = answers.map(cookieOf).filter(Boolean)
  t.is(fresh.length, 1)
  t.not(fresh[0], former)
  t.deepEqual([await isLoggedIn(former), await isLoggedIn(fresh[0] as string)], [true, true])
  await query(`update sessions set former_until = now() - interval '1 second' where former_hashed_id = encode(sha256($1::bytea), 'hex')`, [
    former.split('=')[1],
  ])
  t.deepEqual([await isLoggedIn(former), await isLoggedIn(fresh[0] as string)], [false, true])
})

test('a letter leads to a new password, once; sessions of before are over and a lock is off', async (t) => {
  const { email } = await person()
  const before = cookieOf(await logIn(email))
  await query(`insert into log_in_failures (email, count, last_at, locked_until) values ($1, 10, now(), now() + interval '1 hour')`, [
    email,
  ])
  t.deepEqual((await api.call('POST /auth/password/forgot', { body: { email } })).body, {})
  await workOff(api.resources)
  const letter = await letterTo(api.config.dataDir, email)
  const token = tokenIn(letter)
  t.is((await api.call('POST /auth/password/reset', { body: { token, password: 'short' } })).status, 422)
  t.is((await api.call('POST /auth/password/reset', { body: { token, password: 'a new password' } })).status, 200)
  t.false(await isLoggedIn(before))
  t.is((await logIn(email)).status, 401)
  t.is((await logIn(email, 'a new password')).status, 200)
  t.like((await api.call('POST /auth/password/reset', { body: { token, password: 'another password' } })).body.error, {
    code: 'bad_request',
  })
})

// By itself: other tests work the queue off.
test.serial('asking for a new password tells nobody who has an account, and no queue holds the link', async (t) => {
  const answer = await api.call('POST /auth/password/forgot', { body: { email: 'nobody-here@example.com' } })
  t.deepEqual([answer.status, answer.body], [200, {}])
  t.deepEqual((await query(`select payload from outbox where payload->>'email' = 'nobody-here@example.com'`)).rows, [
    { payload: { email: 'nobody-here@example.com' } },
  ])
  await workOff(api.resources)
  t.deepEqual(await lettersTo(api.config.dataDir, 'nobody-here@example.com'), [])
})

test('a letter is not sent to one address again and again', async (t) => {
  const { email } = await person()
  const statuses = []
  for (let count = 0; count < 6; count += 1) statuses.push((await api.call('POST /auth/password/forgot', { body: { email } })).status)
  t.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
})

test('a link works for an hour', async (t) => {
  const { id, email } = await person()
  const { body } = await api.call('POST /admin/users/password-link', { key: api.config.adminApiKey, body: { email } })
  await query(`update one_time_tokens set expires_at = now() - interval '1 second' where user_id = $1`, [id])
  const token = new URL(body.url).searchParams.get('token')
  t.is((await api.call('POST /auth/password/reset', { body: { token, password: 'a new password' } })).status, 400)
})

test('who is logged in changes their password by saying the present one; other sessions end', async (t) => {
  const { email } = await person()
  const [here, there] = [cookieOf(await logIn(email)), cookieOf(await logIn(email))]
  const change = (currentPassword: string | undefined) =>
    api.call('POST /user/password', { body: { currentPassword, newPassword: 'another password' }, ...withCookie(here) })
  t.is((await change('wrong horse')).status, 401)
  t.is((await change(undefined)).status, 401)
  t.is((await change(password)).status, 200)
  t.deepEqual([await isLoggedIn(here), await isLoggedIn(there)], [true, false])
  t.is((await logIn(email, 'another password')).status, 200)
})
