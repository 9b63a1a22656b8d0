/** Log-in, password and session pages as HTML forms. */
import test from 'ava'
import { hashPassword } from '../../../shared/accounts/passwords/password-hash.js'
import { storePassword } from '../../../shared/accounts/passwords/password.queries.js'
import { type TestApi, testApi } from '../../support/api.js'
import { latestEmailTo, linkIn } from '../../support/emails.js'
import { findForm } from '../../support/html-forms.js'
import { runQueuedJobsAndSubscribers } from '../../support/jobs.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

/** Hashing takes 250 ms, so all users share one hash. */
const hash = hashPassword('correct horse')

async function createUser() {
  const user = await api.make.user()
  await storePassword(api.resources.database.orm.em.fork(), user.id, await hash, new Date())
  return { ...user, email: user.email as string }
}

const fromHere = { 'Content-Type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  api.call(`POST ${path}`, { body: new URLSearchParams(fields).toString(), headers: { ...fromHere, ...headers } })

test('pages have no scripts, cannot be framed and are not cached', async (t) => {
  const { status, headers, body } = await api.call('GET /auth/login')
  t.is(status, 200)
  t.is(headers.get('content-type'), 'text/html; charset=utf-8')
  t.regex(headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/)
  t.is(headers.get('x-frame-options'), 'DENY')
  t.is(headers.get('cache-control'), 'no-store')
  t.notRegex(body, /<script/)
})

test('the log-in form opens a session and redirects to the return path', async (t) => {
  const { email } = await createUser()
  const page = await api.call('GET /auth/login?next=%2Foauth%2Fauthorize%3Fclient_id%3D1')
  const { action, fields } = findForm(page.body)
  const response = await send(action, { ...fields, email, password: 'correct horse' })
  t.is(response.status, 303)
  t.is(response.headers.get('location'), '/oauth/authorize?client_id=1')
  t.regex(response.headers.get('set-cookie') ?? '', /^svc_session=/)
})

for (const next of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/\tevil', '']) {
  test(`the return path "${next}" is not followed`, async (t) => {
    const { email } = await createUser()
    t.is((await send('/auth/login/form', { next, email, password: 'correct horse' })).headers.get('location'), '/auth/session')
  })
}

test('a wrong password shows the form again with escaped input', async (t) => {
  const { status, headers, body } = await send('/auth/login/form', {
    next: '/x"><script>',
    email: 'nobody@example.com',
    password: 'wrong horse',
  })
  t.is(status, 401)
  t.is(headers.get('content-type'), 'text/html; charset=utf-8')
  t.regex(body, /Incorrect email address or password/)
  t.regex(body, /value="nobody@example.com"/)
  t.notRegex(body, /<script>/)
})

test('without a session the page redirects to the log-in with a return path', async (t) => {
  const { status, headers } = await api.call('GET /auth/session?a=b')
  t.is(status, 303)
  t.is(headers.get('location'), '/auth/login?next=%2Fauth%2Fsession%3Fa%3Db')
})

test('user names are escaped', async (t) => {
  const { headers } = await api.make.session(await api.make.user({ name: '<img src=x onerror=alert(1)>' }))
  const { body } = await api.call('GET /auth/session', { headers })
  t.regex(body, /&lt;img src=x/)
})

test('the session page logs out one or all sessions', async (t) => {
  const user = await api.make.user()
  const [one, other, third] = await Promise.all([api.make.session(user), api.make.session(user), api.make.session(user)])
  const status = async ({ headers }: { headers: Record<string, string> }) => (await api.call('GET /user', { headers })).status
  t.is((await api.call('POST /auth/logout/form', { headers: one.headers })).headers.get('location'), '/auth/login')
  t.deepEqual([await status(one), await status(other)], [401, 200])
  await api.call('POST /auth/logout/everywhere/form', { headers: other.headers })
  t.deepEqual([await status(other), await status(third)], [401, 401])
})

test('the password reset works with HTML forms only', async (t) => {
  const { email } = await createUser()
  const { action } = findForm((await api.call('GET /auth/password/forgot')).body)
  t.is((await send(action, { email })).status, 200)
  await runQueuedJobsAndSubscribers(api.resources)
  const message = await latestEmailTo(api.config.dataDir, email)
  const path = linkIn(message)
  await api.call(`GET ${path}`)
  const page = await api.call(`GET ${path}`)
  const form = findForm(page.body)
  const tooShort = await send(form.action, { ...form.fields, password: 'short' })
  t.is(tooShort.status, 422)
  t.deepEqual(findForm(tooShort.body), form, 'the form is shown again and still works')
  t.is((await send(form.action, { ...form.fields, password: 'a new password' })).status, 200)
  t.is((await send('/auth/login/form', { email, password: 'a new password' })).status, 303)
})

test('errors of pages are HTML pages', async (t) => {
  const { status, headers } = await api.call('GET /auth/password/reset')
  t.is(status, 422)
  t.is(headers.get('content-type'), 'text/html; charset=utf-8')
})
