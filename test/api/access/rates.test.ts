/** Rate limits of the auth guards, and their headers. */
import test from 'ava'
import { identityProvider } from '../../../api/access/identity-provider.js'
import { publishable } from '../../../api/access/publishable.js'
import { workspace } from '../../../api/access/workspace.js'
import type { AuthRequest } from '../../../api/endpoint.js'
import { identityResultRate } from '../../../shared/administration/index.js'
import { openRateLimits } from '../../../shared/kernel/store/rate-limits.js'
import { days } from '../../../shared/kernel/time.js'
import { bearer, authRequest } from '../../support/auth-request.js'
import { exhaustRateLimit } from '../../support/rate-limits.js'
import { testService } from '../../support/service.js'

const service = await testService()
test.after.always(() => service.close())
const { make, resources } = service
const guard = workspace('links.read')

async function send(
  overrides: Parameters<typeof authRequest>[1],
): Promise<{ error: (Error & { code?: string }) | null; responseHeaders: Record<string, string> }> {
  const request: AuthRequest & { responseHeaders: Record<string, string> } = authRequest(resources, overrides)
  const error = await guard.authenticate(request).then(
    () => null,
    (thrown: Error) => thrown,
  )
  return { error, responseHeaders: request.responseHeaders }
}

const limits: [plan: 'free' | 'pro' | 'business max' | 'advanced' | 'enterprise', rate: 'api' | 'analytics', limit: string][] = [
  ['free', 'api', '60'],
  ['pro', 'api', '600'],
  ['business max', 'api', '1200'],
  ['advanced', 'api', '3000'],
  ['enterprise', 'api', '3000'],
  ['free', 'analytics', '60'],
  ['pro', 'analytics', '2'],
  ['business max', 'analytics', '4'],
  ['advanced', 'analytics', '8'],
  ['enterprise', 'analytics', '16'],
]
for (const [plan, rate, limit] of limits) {
  test(`the limit of a key on plan ${plan} for ${rate} is ${limit}`, async (t) => {
    const { headers } = await make.caller({ plan })
    const { responseHeaders } = await send({ headers, rate })
    t.is(responseHeaders['X-RateLimit-Limit'], limit)
    t.is(responseHeaders['X-RateLimit-Remaining'], String(Number(limit) - 1))
  })
}

test('the reset is given in seconds (Retry-After) and as a timestamp in milliseconds (X-RateLimit-Reset)', async (t) => {
  const { headers } = await make.caller()
  const before = Date.now()
  const { responseHeaders } = await send({ headers, rate: 'api' })
  const after = Date.now()
  t.regex(responseHeaders['Retry-After'] as string, /^(60|5[6-9])$/)
  t.regex(responseHeaders['X-RateLimit-Reset'] as string, /^\d{13}$/)
  const reset = Number(responseHeaders['X-RateLimit-Reset'])
  t.true(reset > before + 56_000 && reset <= after + 60_000, String(reset - before))
})

test('a key has the limits of its own workspace although the path names a workspace that does not exist', async (t) => {
  const { headers } = await make.caller({ plan: 'pro' })
  for (const idOrSlug of ['no-such-workspace', 'ws_00000000000000000000000000']) {
    const { error, responseHeaders } = await send({ headers, rate: 'api', params: { idOrSlug } })
    t.is(error?.code, 'not_found')
    t.is(responseHeaders['X-RateLimit-Limit'], '600')
  }
})

test('a trial has its own limits', async (t) => {
  const { headers } = await make.caller({ plan: 'enterprise', trialEndsAt: new Date(Date.now() + days(1)) })
  t.is((await send({ headers, rate: 'api' })).responseHeaders['X-RateLimit-Limit'], '120')
  t.is((await send({ headers, rate: 'analytics' })).responseHeaders['X-RateLimit-Limit'], '2')
})

test('a personal key has the limits of plan free in every workspace', async (t) => {
  const { user, workspace: space } = await make.caller({ plan: 'enterprise' })
  const { key } = await make.token(user, null)
  for (const rate of ['api', 'analytics'] as const) {
    const { error, responseHeaders } = await send({ headers: bearer(key), query: `workspaceId=${space.id}`, rate })
    t.is(error, null)
    t.is(responseHeaders['X-RateLimit-Limit'], '60')
  }
})

test('a request beyond the limit is refused with Retry-After', async (t) => {
  const { headers } = await make.caller({ plan: 'free' })
  const answers = await Promise.all(Array.from({ length: 70 }, () => send({ headers, rate: 'api' })))
  t.is(answers.filter(({ error }) => error === null).length, 60)
  const { error, responseHeaders } = await send({ headers, rate: 'api' })
  t.like(error, { code: 'rate_limit_exceeded', message: 'Too many requests.' })
  t.like(responseHeaders, { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '0' })
  t.true(Number(responseHeaders['Retry-After']) >= 1)
})

test('the early rate check of a key follows plan changes and deletion of the key', async (t) => {
  const { headers, workspace: space } = await make.caller({ plan: 'free' })
  for (const left of ['59', '58']) t.is((await send({ headers, rate: 'api' })).responseHeaders['X-RateLimit-Remaining'], left)
  await resources.database.pool.query(`update workspaces set plan = 'pro' where id = $1`, [space.id])
  t.is((await send({ headers, rate: 'api' })).responseHeaders['X-RateLimit-Limit'], '600')
  await Promise.all(Array.from({ length: 100 }, () => send({ headers, rate: 'api' })))
  await resources.database.pool.query(`update workspaces set plan = 'free' where id = $1`, [space.id])
  t.like(await send({ headers, rate: 'api' }), { error: { code: 'rate_limit_exceeded' }, responseHeaders: { 'X-RateLimit-Limit': '60' } })
  await resources.database.pool.query('delete from tokens where workspace_id = $1', [space.id])
  t.like(await send({ headers, rate: 'api' }), { error: { code: 'unauthorized' }, responseHeaders: {} })
})

test('keys are limited separately, and analytics separately from the API', async (t) => {
  const { headers, user, workspace: space } = await make.caller({ plan: 'pro' })
  await Promise.all([1, 2, 3, 4].map(() => send({ headers, rate: 'analytics' })))
  t.is((await send({ headers, rate: 'api' })).responseHeaders['X-RateLimit-Remaining'], '599')
  const second = await make.token(user, space)
  t.is((await send({ headers: bearer(second.key), rate: 'analytics' })).error, null)
})

test('errors after the rate check have the headers, errors before it have none', async (t) => {
  const [{ headers }, expired] = await Promise.all([make.caller({ scopes: ['tags.read'] }), make.caller({ expires: new Date(0) })])
  const forbidden = await send({ headers, rate: 'api' })
  t.is(forbidden.error?.code, 'forbidden')
  t.is(forbidden.responseHeaders['X-RateLimit-Remaining'], '2999')
  for (const early of [
    await send({ headers: expired.headers, rate: 'api' }),
    await send({ headers: bearer('svc_nobody'), rate: 'api' }),
    await send({ rate: 'api' }),
  ]) {
    t.is(early.error?.code, 'unauthorized')
    t.deepEqual(early.responseHeaders, {})
  }
})

test('while the counter is unavailable requests pass without headers', async (t) => {
  const { headers } = await make.caller({ plan: 'free' })
  const unavailable = openRateLimits({ redisUrl: 'redis://127.0.0.1:1', redisPrefix: 'unused' }, resources.database.pool, () => undefined)
  const request = authRequest({ ...resources, rateLimits: unavailable }, { headers, rate: 'api' })
  t.truthy((await guard.authenticate(request)).workspace)
  t.deepEqual(request.responseHeaders, {})
  await unavailable.close()
})

test('a publishable key is limited to 600 requests per minute, even an invalid one', async (t) => {
  const key = 'svc_pk_nobody-has-this-one'
  for (const left of ['599', '598']) {
    const request = authRequest(resources, { headers: bearer(key), rate: 'publishable' })
    t.like(await t.throwsAsync(publishable.authenticate(request)), { code: 'unauthorized' })
    t.like(request.responseHeaders, { 'X-RateLimit-Limit': '600', 'X-RateLimit-Remaining': left })
    t.deepEqual(Object.keys(request.responseHeaders).sort(), [
      'Retry-After',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
    ])
  }
})

test('a client that uses up the limit of the identity webhook does not keep out the provider', async (t) => {
  await exhaustRateLimit(resources, 'identity-provider', '198.51.100.1', identityResultRate)
  const codeFrom = async (address: string) => {
    const error = await t.throwsAsync<Error & { code?: string }>(identityProvider.authenticate(authRequest(resources, { address })))
    return error.code
  }
  t.deepEqual([await codeFrom('198.51.100.1'), await codeFrom('198.51.100.2')], ['rate_limit_exceeded', 'bad_request'])
})
