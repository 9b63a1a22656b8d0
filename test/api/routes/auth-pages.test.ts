/** The same as pages: without script, without JSON. */
import test from 'ava'
import { hashPassword } from '../../../shared/accounts/passwords/password-hash.js'
import { storePassword } from '../../../shared/accounts/passwords/password.queries.js'
import { type TestApi, testApi } from '../../support/api.js'
import { workOff } from '../../support/jobs.js'
import { letterTo, linkIn } from '../../support/letters.js'
import { formOn } from '../../support/pages.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

/** A hash takes a quarter of a second, and is as good for the next person. */
const hash = hashPassword('correct horse')

async function person() {
  const user = await api.make.user()
  await storePassword(api.resources.database.orm.em.fork(), user.id, await hash, new Date())
  return { ...user, email: user.email as string }
}

const fromHere = { 'Content-Type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  api.call(`POST ${path}`, { body: new URLSearchParams(fields).toString(), headers: { ...fromHere, ...headers } })

test('a page has no script, may not be framed, and is kept by nobody', async (t) => {
  const { status, headers, body } = await api.call('GET /auth/login')
  t.is(status, 200)
  t.is(headers.get('content-type'), 'text/html; charset=utf-8')
  t.regex(headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/)
  t.is(headers.get('x-frame-options'), 'DENY')
  t.is(headers.get('cache-control'), 'no-store')
  t.notRegex(body, /<script/)
})

test('the form logs somebody in and sends them where they wanted to go', async (t) => {
  const { email } = await person()
  const page = await api.call('GET /auth/login?next=%2Foauth%2Fauthorize%3Fclient_id%3D1')
  const { action, fields } = formOn(page.body)
  const answer = await send(action, { ...fields, email, password: 'correct horse' })
  t.is(answer.status, 303)
  t.is(answer.headers.get('location'), '/oauth/authorize?client_id=1')
  t.regex(answer.headers.get('set-cookie') ?? '', /^svc_session=/)
})

for (const next of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/\tevil', '']) {
  test(`"${next}" is no way out of a log-in`, async (t) => {
    const { email } = await person()
    t.is((await send('/auth/login/form', { next, email, password: 'correct horse' })).headers.get('location'), '/auth/session')
  })
}

test('a wrong password brings the form back, with what was typed as text', async (t) => {
  const { status, headers, body } = await send('/auth/login/form', {
    next: '/x"><script>',
    email: 'nobody@example.com',
    password: 'wrong horse',
  })
  t.is(status, 401)
  t.is(headers.get('content-type'), 'text/html; charset=utf-8')
  t.regex(body, /The e-mail address or the password is wrong/)
  t.regex(body, /value="nobody@example.com"/)
  t.notRegex(body, /<script>/)
})

test('who is not logged in is asked to, and comes back', async (t) => {
  const { status, headers } = await api.call('GET /auth/session?a=b')
  t.is(status, 303)
  t.is(headers.get('location'), '/auth/login?next=%2Fauth%2Fsession%3Fa%3Db')
})

test('a name that looks like markup stays a name', async (t) => {
  const { headers } = await api.make.session(await api.make.user({ name: '<img src=x onerror=alert(1)>' }))
  const { body } = await api.call('GET /auth/session', { headers })
  t.regex(body, /&lt;img src=x/)
})

test('the page of a session logs out, here or everywhere', async (t) => {
  const user = await api.make.user()
  const [one, other, third] = await Promise.all([api.make.session(user), api.make.session(user), api.make.session(user)])
  const status = async ({ headers }: { headers: Record<string, string> }) => (await api.call('GET /user', { headers })).status
  t.is((await api.call('POST /auth/logout/form', { headers: one.headers })).headers.get('location'), '/auth/login')
  t.deepEqual([await status(one), await status(other)], [401, 200])
  await api.call('POST /auth/logout/everywhere/form', { headers: other.headers })
  t.deepEqual([await status(other), await status(third)], [401, 401])
})

test('from a forgotten password to a new one without a program', async (t) => {
  const { email } = await person()
  const { action } = formOn((await api.call('GET /auth/password/forgot')).body)
  t.is((await send(action, { email })).status, 200)
  await workOff(api.resources)
  const letter = await letterTo(api.config.dataDir, email)
  const path = linkIn(letter)
  await api.call(`GET ${path}`)
  const page = await api.call(`GET ${path}`)
  const form = formOn(page.body)
  const tooShort = await send(form.action, { ...form.fields, password: 'short' })
  t.is(tooShort.status, 422)
  t.deepEqual(formOn(tooShort.body), form, 'the form comes back and still works')
  t.is((await send(form.action, { ...form.fields, password: 'a new password' })).status, 200)
  t.is((await send('/auth/login/form', { email, password: 'a new password' })).status, 303)
})

test('a refused page says so as a page', async (t) => {
  const { status, headers } = await api.call('GET /auth/password/reset')
  t.is(status, 422)
  t.is(headers.get('content-type'), 'text/html; charset=utf-8')
})
